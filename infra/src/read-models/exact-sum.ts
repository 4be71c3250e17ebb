const millionthsPerWhole = 1_000_000

/** The integers of an exact sum. */
export type SumParts = { wholes: number; millionths: number }

/**
 * A sum that stays exact after any number of additions and removals: it counts wholes and millionths separately, as
 * integers. A sum of fractions would drift.
 */
export class ExactSum {
  #wholes: number
  #millionths: number

  /** Continues a sum with these `parts`; without them it is 0. */
  constructor({ wholes, millionths }: SumParts = { wholes: 0, millionths: 0 }) {
    this.#wholes = wholes
    this.#millionths = millionths
  }

  get parts(): SumParts {
    return { wholes: this.#wholes, millionths: this.#millionths }
  }

  /** Adds the score (`times` 1) or subtracts it (-1). */
  add(score: number, times: 1 | -1): void {
    const whole = Math.trunc(score)
    this.#wholes += times * whole
    if (whole !== score) this.#millionths += times * Math.floor((score - whole) * millionthsPerWhole + 0.5)
  }

  get value(): number {
    return sumFromParts(this.#wholes, this.#millionths)
  }
}

/** Returns the sum of wholes and millionths, as precisely as a number can be. */
export function sumFromParts(wholes: number, millionths: number): number {
  const total = wholes * millionthsPerWhole + millionths
  return Number.isSafeInteger(total) ? total / millionthsPerWhole : wholes + millionths / millionthsPerWhole
}
