// The address of a client: the keys under which attempts from it or its network are counted, and whether it is of a network at an event,
// where many people share an address. Also the addresses of proxies that are trusted to name it.

import { isIP } from 'node:net'
import type { EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import ipaddr from 'ipaddr.js'
import proxyAddress from 'proxy-addr'
import type { Clock } from '../../scheduler.ts'

/** Headers that proxies add: the caller is somebody else than the connection says. */
export const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** The networks that Express knows by name. */
const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** `proxy-addr` also takes "1" as the address 0.0.0.1, which nobody means. */
const isProxy = (part: string): boolean =>
  namedNetworks.includes(part) || isIP(part.split('/', 1)[0] ?? '') !== 0

/** Returns a list of addresses, networks and such names, separated by commas; `undefined` when invalid. */
export function parseProxies(value: string): string[] | undefined {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  try {
    proxyAddress.compile(parts)
    return parts.every(isProxy) ? parts : undefined
  } catch {
    return undefined
  }
}

/** Returns an address without the port that some proxies add, and one of IPv4 as such, also when written as IPv6. */
export function clientAddress(address: string): string {
  const host = withoutPort(address)
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : address
}

/**
 * Returns the key under which a client address is counted. IPv4 addresses count alone. IPv6 addresses count by their first 64 bits,
 * because a single client usually has a whole /64 network.
 */
export function clientAddressKey(address: string | undefined): string {
  if (!address) return 'unknown'
  const client = clientAddress(address)
  if (!ipaddr.IPv6.isValid(client)) return client
  const parsed = ipaddr.IPv6.parse(client)
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/**
 * Returns the network of a client, in which attempts at one account count together: the /24 of an IPv4 address. Neighbouring addresses
 * are cheap to have, and a provider gives a household another one of them from time to time.
 */
export function clientNetwork(address: string | undefined): string {
  const key = clientAddressKey(address)
  return ipaddr.IPv4.isValidFourPartDecimal(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key
}

/** "192.0.2.1:51234" and "[2001:db8::1]:51234" without their ports. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address

type EventOptions = {
  /** Networks that the configuration names; null if there are none. */
  configured: EventNetworks | null
  /** Returns the networks that were named meanwhile; null if there are none. */
  current: () => Promise<EventNetworks | null>
  clock: Clock
  onFailure: (error: unknown) => void
}

/** Returns a function that says whether an address is at an event now. While that cannot be read, only configured networks are. */
export function eventAddresses({ configured, current, clock, onFailure }: EventOptions) {
  const isConfigured = matcherOf(configured?.networks ?? [])
  const isOn = (event: EventNetworks | null): event is EventNetworks =>
    event !== null && clock() < Date.parse(event.until)
  return async (address: string | undefined): Promise<boolean> => {
    if (address === undefined) return false
    if (isOn(configured) && isConfigured(address)) return true
    try {
      const event = await current()
      return isOn(event) && matcherOf(event.networks)(address)
    } catch (error) {
      onFailure(error)
      return false
    }
  }
}

function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const matches = proxyAddress.compile([...networks])
  // The second argument is the distance of a proxy, which does not count here.
  return (address) => matches(clientAddress(address), 0)
}
