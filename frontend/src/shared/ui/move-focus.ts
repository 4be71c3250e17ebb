import { useEffect, useRef, type RefObject } from 'react'

/** Focuses an element that is not a control, such as a heading, without scrolling. */
export function moveFocus(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Focuses the heading of the screen and returns it; undefined if there is none. */
export function focusScreenHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) moveFocus(heading)
  return heading ?? undefined
}

/** Returns whether nothing has the focus, such as after the focused element has disappeared. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Returns a ref to the element that takes the focus when it appears: the heading or first field of what replaces the control
 * that was pressed. `isWanted` is false if nothing was pressed, such as on the first screen.
 */
export function useFocusWhenShown<Shown extends HTMLElement>(isWanted = true): RefObject<Shown | null> {
  const element = useRef<Shown>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus()
  }, [isWanted])
  return element
}
