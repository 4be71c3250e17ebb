const millionthsPerWhole = 1_000_000

/**
 * A sum that stays exact after any number of additions and removals: it counts wholes and millionths separately, as
 * integers. A sum of fractions would drift.
 */
export type ExactSum = { wholes: number; millionths: number }

export const emptySum = (): ExactSum => ({ wholes: 0, millionths: 0 })

/** Adds a score to a sum (`times` 1) or subtracts it (-1). */
export function addToSum(sum: ExactSum, score: number, times: 1 | -1): void {
  const whole = Math.trunc(score)
  sum.wholes += times * whole
  if (whole !== score) sum.millionths += times * Math.floor((score - whole) * millionthsPerWhole + 0.5)
}

/** Returns a sum as precisely as a number can be. */
export function valueOfSum({ wholes, millionths }: ExactSum): number {
  const total = wholes * millionthsPerWhole + millionths
  return Number.isSafeInteger(total) ? total / millionthsPerWhole : wholes + millionths / millionthsPerWhole
}
