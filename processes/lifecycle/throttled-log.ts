import { systemClock, type Clock } from '@thirty/infra/clock.ts'

/** Milliseconds between two lines about the same trouble. */
const quietFor = 10_000

/**
 * Passes the first call on, and then at most one in ten seconds for each first argument: an engine that is away fails
 * every request, and one line says that as well as a thousand.
 */
export function throttledLog<Given extends [string, ...unknown[]]>(
  tell: (...given: Given) => void,
  clock: Clock = systemClock,
): (...given: Given) => void {
  const told = new Map<string, number>()
  return (...given) => {
    const now = clock()
    if (now - (told.get(given[0]) ?? -Infinity) < quietFor) return
    // Reasons may hold anything, so they are not collected for ever.
    if (told.size >= 100) told.clear()
    told.set(given[0], now)
    tell(...given)
  }
}
