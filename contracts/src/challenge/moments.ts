// Which times can be moments of a challenge: those at which it starts, ends or freezes. Its end, its days and its dates in every time zone
// are computed from them, so they must be far from the first and the last time that a date can have.

const earliest = 0
const latest = Date.UTC(3000, 0) - 1

/** Whether a challenge can start, end or freeze at a time (ISO). */
export function isPossibleMoment(at: string): boolean {
  const time = Date.parse(at)
  return time >= earliest && time <= latest
}

/**
 * Returns a moment of the log (ISO) in milliseconds since 1970, or the nearest possible one: logs from before the bounds may have any time,
 * and must not be unreadable.
 */
export function parseMoment(at: string): number {
  const time = Date.parse(at)
  return Number.isNaN(time) ? latest : Math.min(Math.max(time, earliest), latest)
}
