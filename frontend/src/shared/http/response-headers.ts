// What the headers of answers say: the time of the server, as far as they tell how its clock differs from the clock of this device, and which
// answers on the screen are of a read model that is late.

import { create } from 'zustand'

/** How far the clock of the server is ahead of this device, in milliseconds. */
let offsetMs = 0

/** Answers that take longer say too little about the moment at which the server sent them, in milliseconds. */
const maxRoundTripMs = 2_000
/** The header has whole seconds. */
const precisionMs = 1_000

/** Learns the time of the server from the `Date` header of an answer. Times in ms since 1970. */
export function noteServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const time = Date.parse(date ?? '')
  const roundTrip = receivedAt - sentAt
  if (Number.isNaN(time) || roundTrip < 0 || roundTrip > maxRoundTripMs) return
  const offset = time + precisionMs / 2 - (sentAt + receivedAt) / 2
  // Clocks that differ by less than can be measured count as the same.
  offsetMs = Math.abs(offset) <= roundTrip + precisionMs ? 0 : offset
}

/** Returns the time of the server, from which ages of what it says are counted, in ms since 1970. */
export const serverNow = (): number => Date.now() + offsetMs

/** Returns the time of the server for a time of this device. */
export const toServerTime = (time: number): number => time + offsetMs

/** Which responses on the screen were late, by address, with the time (ms) since which events are missing in them. */
const useLateResponses = create<{ since: ReadonlyMap<string, number> }>(() => ({ since: new Map() }))

/** Remembers whether the last response of an address came from a read model that is parked or late; `asOf`: its header. */
export function noteLateness(address: string, asOf: string | null): void {
  const { since } = useLateResponses.getState()
  const time = asOf === null ? NaN : Date.parse(asOf)
  if (since.get(address) === time || (Number.isNaN(time) && !since.has(address))) return
  const next = new Map(since)
  if (Number.isNaN(time)) next.delete(address)
  else next.set(address, time)
  useLateResponses.setState({ since: next })
}

/** Forgets all of them, when another screen is shown: what it loads says itself whether it is late. */
export const forgetLateness = (): void => useLateResponses.setState({ since: new Map() })

/** Returns since when (ms) events are missing in what the screen shows; undefined if none are known to be missing. */
export const useLateSince = (): number | undefined =>
  useLateResponses(({ since }) => (since.size === 0 ? undefined : Math.min(...since.values())))
