/**
 * A number for each pair of numbers, 0 at first. Replaying a history counts millions of pairs of people and projects: one short text for
 * each needs less than maps within maps, and no chosen pairs make it slow.
 */
export class PairNumbers {
  readonly #numbers = new Map<string, number>()

  get(left: number, right: number): number {
    return this.#numbers.get(`${left} ${right}`) ?? 0
  }

  set(left: number, right: number, value: number): void {
    this.#numbers.set(`${left} ${right}`, value)
  }
}

/** Numbers texts from 0 on, in the order in which they are first named. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size))
    return number
  }
}
