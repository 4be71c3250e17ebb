/**
 * Focuses the row of a submission if nothing has the focus: the new status has replaced the pressed button, and keyboard
 * users must not lose their position in the list.
 */
export function restoreRowFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document
      .querySelector<HTMLElement>(`[data-submission="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true })
  })
}
