/**
 * The button that was pressed gives way to the new status. Who works by keyboard must not be thrown back to the top of
 * the page, so the row takes the focus that has been lost.
 */
export function restoreRowFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document
      .querySelector<HTMLElement>(`[data-submission="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  })
}
