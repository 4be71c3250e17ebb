import { hasVisibleText } from './visible-text.ts'

/** Whether a text is an absolute http or https URL without credentials and with a host that can be seen. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  const [typedHost = ''] = address.replace(/^https?:[/\\]*/i, '').split(/[/?#\\]/)
  return url.hostname !== '' && url.username === '' && url.password === '' && hasVisibleText(typedHost)
}
