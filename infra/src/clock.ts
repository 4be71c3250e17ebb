/** Returns milliseconds since 1970. Passed in wherever time is read, so that tests can control it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Returns milliseconds since an arbitrary moment. Unlike the system time it never jumps, so it measures durations. */
export const monotonicClock: Clock = () => performance.now()
