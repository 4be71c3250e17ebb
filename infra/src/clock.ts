/** The time, in milliseconds since 1970. Handed in wherever time is read, so that a spec can hold it still. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Milliseconds since some moment. Unlike the time of day it is never set, so it tells how long something took. */
export const monotonicClock: Clock = () => performance.now()
