// Whether the window is wide, for components whose content differs with its width, and `ByLayout`, which chooses between two contents.

import { useSyncExternalStore, type ReactNode } from 'react'
import css from './use-wide-layout.module.css'

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

/** Returns whether the window is wide enough for the wide layout: side rail, top navigation, full tables. */
export const useWideLayout = (): boolean => useMinWidth(breakpoints.wide)

/** Returns whether the window is wide enough for a preview beside a full table. */
export const useFullLayout = (): boolean => useMinWidth(breakpoints.full)

/**
 * Shows the content of the current layout. A prerendered page has both, and its style sheet hides one, so that content that depends on the
 * layout does not jump when the page is hydrated.
 */
export const ByLayout = ({ wide, narrow }: { wide?: ReactNode; narrow?: ReactNode }) => {
  const isWide = useKnownMinWidth(breakpoints.wide)
  return (
    <>
      {isWide !== false && wide && <div className={css.wide}>{wide}</div>}
      {isWide !== true && narrow && <div className={css.narrow}>{narrow}</div>}
    </>
  )
}
