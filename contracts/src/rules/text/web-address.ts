/** Whether a text is an absolute http or https URL with a host and without credentials. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  return url.hostname !== '' && url.username === '' && url.password === ''
}
