import { useSyncExternalStore } from 'react'

/** Whether a media query holds, such as `(min-width: 960px)`. For screens whose parts change, not only their looks. */
export function useMedia(query: string): boolean {
  const subscribe = (changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
