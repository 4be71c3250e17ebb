import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** How long to wait for the heading of a screen that is still loading, in milliseconds. */
const timeoutMs = 5000

/**
 * Moves the focus to the heading when the route changes, so that a screen reader starts at the new screen; not on the first
 * screen. When a skeleton is replaced by its screen, the focus moves from its heading to that of the screen.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    let focused = focusHeading()
    const observer = new MutationObserver(() => {
      if (!focused?.isConnected) focused = focusHeading()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const timeout = setTimeout(() => observer.disconnect(), timeoutMs)
    return () => {
      clearTimeout(timeout)
      observer.disconnect()
    }
  }, [pathname])
}

function focusHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return undefined
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}
