/** What stands in a text field of a form that is being sent. */
export function readTextField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
