import { useSyncExternalStore } from 'react'

const mediaQuery = () => window.matchMedia('(min-width: 1200px)')

const subscribe = (onChange: () => void) => {
  const media = mediaQuery()
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether the preview fits beside the list. */
export const useRoomForPreview = (): boolean => useSyncExternalStore(subscribe, () => mediaQuery().matches)
