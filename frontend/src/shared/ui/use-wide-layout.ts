import { useSyncExternalStore } from 'react'

/** The breakpoints of the style sheets at which components change, in px. The lint of the style sheets has all four. */
const breakpoints = { wide: 960, full: 1200 }

function useMinWidth(px: number): boolean {
  const query = () => window.matchMedia(`(min-width: ${px}px)`)
  const subscribe = (onChange: () => void) => {
    const media = query()
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(subscribe, () => query().matches)
}

/** Returns whether the window is wide enough for the wide layout: side rail, top navigation, full tables. */
export const useWideLayout = (): boolean => useMinWidth(breakpoints.wide)

/** Returns whether the window is wide enough for a preview beside a full table. */
export const useFullLayout = (): boolean => useMinWidth(breakpoints.full)
