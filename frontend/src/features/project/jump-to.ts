/**
 * Scrolls to an element and focuses it. A link to its fragment would replace the history state, which has the screen that the
 * project was opened from.
 */
export function jumpTo(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView()
  element?.focus({ preventScroll: true })
}
