// Which addresses a push service may have, and whether a host name is public by its form, which webhooks need, too.

/** No push service uses longer addresses. */
export const maxPushAddressLength = 1_024

/**
 * Returns whether an address can be that of a push service: https on the usual port, a name with a dot instead of an IP address,
 * and no password. Where the name leads is checked when a message is sent.
 */
export function isPushAddress(text: string): boolean {
  if (text.length > maxPushAddressLength || !URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return protocol === 'https:' && port === '' && username + password === '' && isPublicName(hostname)
}

/** Returns whether the host of a parsed URL can be on the public internet by its form: a name with a dot, no IP address. */
export function isPublicName(hostname: string): boolean {
  // The parser has turned every spelling of an IPv4 address, such as 0x7f.1, into four numbers.
  const isIpAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return !isIpAddress && /[^.]\.[^.]/.test(hostname)
}
