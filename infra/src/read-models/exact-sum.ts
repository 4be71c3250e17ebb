/** Millionths in a whole. */
const inOne = 1_000_000

/**
 * A sum that is exact however often is added and taken away: wholes and millionths are counted apart, as whole
 * numbers. Added up as they come, fractions would drift.
 */
export class ExactSum {
  #wholes = 0
  #millionths = 0

  /** Adds `times` the score: 1 or -1. */
  add(score: number, times: 1 | -1): void {
    const whole = Math.trunc(score)
    this.#wholes += times * whole
    if (whole !== score) this.#millionths += times * Math.floor((score - whole) * inOne + 0.5)
  }

  get value(): number {
    return sumFromParts(this.#wholes, this.#millionths)
  }
}

/** One number from wholes and millionths, as close as a number can be. */
export function sumFromParts(wholes: number, millionths: number): number {
  const all = wholes * inOne + millionths
  return Number.isSafeInteger(all) ? all / inOne : wholes + millionths / inOne
}
