import { systemClock, type Clock } from '@thirty/infra/scheduler.ts'

/** Milliseconds between two lines with the same first argument. */
const intervalMs = 10_000

/**
 * Limits calls of `log` to one in ten seconds for each first argument: a store that is down fails every request, and
 * one line says as much as a thousand.
 */
export function throttledLog<Args extends [string, ...unknown[]]>(
  log: (...args: Args) => void,
  clock: Clock = systemClock,
): (...args: Args) => void {
  const loggedAt = new Map<string, number>()
  return (...args) => {
    const now = clock()
    if (now - (loggedAt.get(args[0]) ?? -Infinity) < intervalMs) return
    // The first argument may be any text, so the memory is bounded.
    if (loggedAt.size >= 100) loggedAt.clear()
    loggedAt.set(args[0], now)
    log(...args)
  }
}
