/** The first and the longest delay between two tries, in milliseconds. */
export type BackoffLimits = { shortest: number; longest: number }

/** Returns the milliseconds to wait after this many failures in a row, of which there is at least one: twice as long each time. */
export const backoffMs = (failures: number, { shortest, longest }: BackoffLimits): number =>
  Math.min(shortest * 2 ** (failures - 1), longest)
