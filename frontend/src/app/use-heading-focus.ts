import { useEffect, useRef } from 'react'
import { useLocation } from '../shared/navigation/router.ts'
import { focusScreenHeading, isFocusLost } from '../shared/ui/move-focus.ts'

/** How long to wait for the heading of a screen that is still loading, in milliseconds. */
const timeoutMs = 5000

/**
 * Focuses the heading of the new screen when the route changes, so that a screen reader starts there. Does nothing on the
 * first screen. When the screen replaces its skeleton, the focus moves from the heading of the skeleton to the new one, unless
 * the user has moved it meanwhile.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    const focusBefore = document.activeElement
    let focused = focusScreenHeading()
    const observer = new MutationObserver(() => {
      if (!focused?.isConnected && isFocusFree(focusBefore)) focused = focusScreenHeading()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timeout = setTimeout(() => observer.disconnect(), timeoutMs)
    return () => {
      clearTimeout(timeout)
      observer.disconnect()
    }
  }, [pathname])
}

/** Returns whether nothing has the focus, or still what had it before the route changed and is not typed into. */
function isFocusFree(focusBefore: Element | null): boolean {
  if (isFocusLost()) return true
  const { activeElement } = document
  return (
    activeElement !== null &&
    activeElement === focusBefore &&
    !activeElement.matches('input, textarea, select, [contenteditable]')
  )
}
