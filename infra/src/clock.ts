/** The time, in milliseconds since 1970. Handed in wherever time is read, so that a spec can hold it still. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
