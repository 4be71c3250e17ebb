import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(min-width: 1200px)')

const subscribe = (changed: () => void) => {
  const media = query()
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Whether the preview fits beside the list. */
export const useRoomForPreview = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
