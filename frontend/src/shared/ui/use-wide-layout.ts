import { useSyncExternalStore } from 'react'

/** The breakpoints of the style sheets at which components change, in px. The lint of the style sheets has all four. */
const breakpoints = { wide: 960, full: 1200 }

/** Returns whether the window is at least so wide; undefined in a prerendered page, whose reader is not known. */
function useKnownMinWidth(px: number): boolean | undefined {
  const query = () => window.matchMedia(`(min-width: ${px}px)`)
  const subscribe = (onChange: () => void) => {
    const media = query()
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => undefined,
  )
}

/** Returns whether the window is at least so wide, in px. A prerendered page is narrow until it is hydrated. */
export const useMinWidth = (px: number): boolean => useKnownMinWidth(px) ?? false

/**
 * Returns whether the window has the wide layout. It is undefined in a prerendered page: there, content that depends on the
 * layout needs `ByLayout`, so that it does not jump when the page is hydrated.
 */
export const useKnownLayout = (): boolean | undefined => useKnownMinWidth(breakpoints.wide)

/** Returns whether the window is wide enough for the wide layout: side rail, top navigation, full tables. */
export const useWideLayout = (): boolean => useMinWidth(breakpoints.wide)

/** Returns whether the window is wide enough for a preview beside a full table. */
export const useFullLayout = (): boolean => useMinWidth(breakpoints.full)
