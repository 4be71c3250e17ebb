/** Returns the text of a form field; an empty string if the field is missing or holds a file. */
export function readTextField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
