// Which responses came from a read model that is late, for the notice on the screen.

import { create } from 'zustand'

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
