import { useSyncExternalStore } from 'react'

const query = () => window.matchMedia('(min-width: 960px)')

const subscribe = (onChange: () => void) => {
  const media = query()
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns whether the window is wide enough for the wide layout: side rail, top navigation, full tables. */
export const useWideLayout = (): boolean => useSyncExternalStore(subscribe, () => query().matches)
