import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Longest wait for the heading of a screen that is still on its way, in milliseconds. */
const patience = 5000

/**
 * Moves focus to the heading when the route changes, so that a screen reader starts at the new screen. Not on the first one.
 * A skeleton's heading hands the focus on to the one of the screen that takes its place.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    let focused = focusHeading()
    const watching = new MutationObserver(() => {
      if (!focused?.isConnected) focused = focusHeading()
    })
    watching.observe(document.body, { childList: true, subtree: true })
    const giveUp = setTimeout(() => watching.disconnect(), patience)
    return () => {
      clearTimeout(giveUp)
      watching.disconnect()
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
