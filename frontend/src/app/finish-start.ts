/**
 * Ends the first paint: shows the page to every reader, and sends a form that the user has sent before the script ran, which
 * before-paint.js has marked. Called once all fields are connected to their forms.
 */
export function finishStart(): void {
  delete document.documentElement.dataset.reader
  const form = document.querySelector<HTMLFormElement>('form[data-sent]')
  if (form === null) return
  delete form.dataset.sent
  form.requestSubmit()
}
