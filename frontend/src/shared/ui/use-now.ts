// The current time for components that show an age or a countdown, which render again with every tick.

import { useSyncExternalStore } from 'react'
import { toServerTime } from '../http/server-clock.ts'

type Clock = { subscribe: (tick: () => void) => () => void; now: () => number }

/** Creates a clock with one timer for all components that use it. */
const createClock = (periodMs: number): Clock => {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        now = Date.now()
        timer = setInterval(tick, periodMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}

const clocks = new Map<number, Clock>()

/**
 * Returns the time of this device in ms since 1970, updated every `periodMs` ms. Do not use it for what a prerendered page shows: the time of
 * the build would be in it.
 */
export const useNow = (periodMs: number): number => {
  const clock = clocks.get(periodMs) ?? createClock(periodMs)
  clocks.set(periodMs, clock)
  return useSyncExternalStore(clock.subscribe, clock.now, clock.now)
}

/** Like `useNow`, by the clock of the server: for the age of what the server says. */
export const useServerNow = (periodMs: number): number => toServerTime(useNow(periodMs))
