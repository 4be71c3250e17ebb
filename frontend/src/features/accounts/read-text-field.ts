/** Returns the text of a form field; an empty text for a missing field. */
export function readTextField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
