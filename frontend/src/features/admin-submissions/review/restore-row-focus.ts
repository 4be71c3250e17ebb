/**
 * The pressed button is replaced by the new status. So that keyboard users do not lose their position, the row receives
 * the lost focus.
 */
export function restoreRowFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document
      .querySelector<HTMLElement>(`[data-submission="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  })
}
