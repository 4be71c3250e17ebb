import { z } from 'zod'
import { rule } from '../texts/text.ts'

/**
 * The networks of an event on site, where many people share few addresses: until its end, no limit by address holds there for
 * successful requests. `until` is an ISO time.
 */
export type EventNetworks = { networks: string[]; until: string }

/** How long an event may last, in milliseconds. */
export const maxEventMs = 30 * 24 * 60 * 60 * 1_000
const maxEventNetworks = 20

/** A network that is larger is not a place: it would switch the limits off for everybody. */
const smallestPrefix = { ipv4: 8, ipv6: 16 }

/** Where IPv6 has the addresses of IPv4, behind these bits. No other network begins so. */
const hasMapped = /^0*:/
const mappedBits = 96

/** Whether a text is an address, or a network that is small enough, such as `203.0.113.0/24` or `2001:db8::/48`. */
export function isEventNetwork(text: string): boolean {
  const is = (schema: z.ZodType) => schema.safeParse(text).success
  const prefix = Number(text.split('/')[1])
  if (is(z.cidrv4())) return prefix >= smallestPrefix.ipv4
  if (is(z.cidrv6()))
    return prefix >= (hasMapped.test(text) ? mappedBits + smallestPrefix.ipv4 : smallestPrefix.ipv6)
  return is(z.ipv4()) || is(z.ipv6())
}

/** Returns the networks in a text, which separates them by commas, spaces or lines. */
export const splitNetworks = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/

/**
 * Reads networks and their end, such as `203.0.113.0/24,2001:db8::/48@2026-12-01T18:00Z`. Returns `undefined` for anything else, and for
 * an end that is later than `maxEventMs` after `now`. An end that has passed is none too late.
 */
export function parseEventNetworks(text: string, now: number): EventNetworks | undefined {
  const [list = '', until = '', ...more] = text.trim().split('@')
  const networks = splitNetworks(list)
  const end = moment.test(until) ? Date.parse(until) : NaN
  const isValid = networks.length > 0 && networks.every(isEventNetwork) && end <= now + maxEventMs
  return isValid && more.length === 0 ? { networks, until: new Date(end).toISOString() } : undefined
}

export const invalidNetworkMessage = rule('eventNetworkInvalid')

export const eventNetworks = z.strictObject({
  networks: z
    .array(z.string().max(50).trim().refine(isEventNetwork, invalidNetworkMessage))
    .min(1, rule('eventNetworkMissing'))
    .max(maxEventNetworks, rule('eventNetworksTooMany')),
  until: z.iso.datetime(),
})
