// The time of the server, as far as its answers tell how its clock differs from that of this device.

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
