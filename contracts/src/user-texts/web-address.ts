import { hasVisibleText } from './visible-text.ts'

/**
 * Returns what is wrong with an address; `undefined` if it is a web address: an absolute http or https URL without credentials and with a
 * host that can be seen.
 */
export function webAddressFault(address: string): 'scheme' | 'host' | 'credentials' | undefined {
  if (!/^https?:\/\//i.test(address)) return 'scheme'
  if (!URL.canParse(address)) return 'host'
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return 'credentials'
  const [typedHost = ''] = address.replace(/^https?:[/\\]*/i, '').split(/[/?#\\]/)
  return url.hostname !== '' && hasVisibleText(typedHost) ? undefined : 'host'
}

/** Whether nothing is wrong with an address. */
export const isWebAddress = (address: string): boolean => webAddressFault(address) === undefined

/**
 * Returns why nobody else could open a web address, by its form: it is written twice, or it leads to the user's own machine or network.
 * `undefined` for others, and for a text that is not a web address.
 */
export function unreachableAddress(address: string): 'doubled' | 'local' | undefined {
  if (!isWebAddress(address)) return undefined
  const hostname = new URL(address).hostname.replace(/\.$/, '')
  if (/^https?$/.test(hostname) || /^https?:\/\/[^/?#]*https?:\/\//i.test(address)) return 'doubled'
  return isLocalHost(hostname) ? 'local' : undefined
}

/** Addresses of this machine, of its network and of carriers, in the form of the URL parser: IPv4 in four numbers, IPv6 in brackets. */
const localAddress =
  /^(?:0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^\[(?:::1?\]|::ffff:|f[cd]|fe[89ab])/
/** Names that no public server has: reserved names, and names of home and company networks. */
const localName = /\.(?:localhost|local|lan|internal|intranet|home|corp|home\.arpa|test|invalid)$/

const isLocalHost = (hostname: string): boolean =>
  hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
    ? localAddress.test(hostname)
    : !hostname.includes('.') || localName.test(hostname)
