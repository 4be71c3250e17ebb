import { useSyncExternalStore } from 'react'

type Clock = { subscribe: (tick: () => void) => () => void; now: () => number }

/** One timer for everybody who asks for the same period, however many words on the page show a time. */
const createClock = (every: number): Clock => {
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
        timer = setInterval(tick, every)
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

/** The present time in ms since 1970, renewed every `every` ms. */
export const useNow = (every: number): number => {
  const clock = clocks.get(every) ?? createClock(every)
  clocks.set(every, clock)
  return useSyncExternalStore(clock.subscribe, clock.now)
}
