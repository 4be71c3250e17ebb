import ipaddr from 'ipaddr.js'

/**
 * Returns the key under which a client address is counted. IPv4 addresses count alone, also when written as IPv6. IPv6
 * addresses count by their first 64 bits, because a single client usually has a whole /64 network.
 */
export function clientAddressKey(address: string | undefined): string {
  if (!address) return 'unknown'
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
