import { randomInt } from 'node:crypto'

/** Pairs are keys of one table: each number of a pair is below this. */
const limit = 2 ** 26
const firstSize = 64

/** A number for each pair of numbers, 0 at first. For millions of pairs: they are no objects, so they cost no collection of garbage. */
export class PairNumbers {
  /** Nobody can name pairs that all belong in one place. */
  readonly #seed = randomInt(2 ** 32)
  #keys = new Float64Array(firstSize)
  #values = new Uint32Array(firstSize)
  #count = 0

  get(left: number, right: number): number {
    return this.#values[this.#slotOf(keyOf(left, right))] ?? 0
  }

  set(left: number, right: number, value: number): void {
    const key = keyOf(left, right)
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) {
      this.#count += 1
      this.#keys[slot] = key
    }
    this.#values[slot] = value
    if (this.#count * 2 > this.#keys.length) this.#grow()
  }

  /** Returns the place of a key, or the free one at which it belongs. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let hash = Math.imul(Math.floor(key / limit) ^ this.#seed, 0x85eb_ca6b)
    hash = Math.imul((hash ^ (hash >>> 15)) + (key % limit), 0xc2b2_ae35)
    let slot = (hash ^ (hash >>> 16)) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Uint32Array(keys.length * 2)
    for (const [index, key] of keys.entries()) {
      if (key === 0) continue
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#values[slot] = values[index] ?? 0
    }
  }
}

/** 0 is a free place. */
const keyOf = (left: number, right: number): number => left * limit + right + 1

/** Numbers texts from 0 on, in the order in which they are first named. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>()

  numberOf(text: string): number {
    let number = this.#numbers.get(text)
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size))
    return number
  }
}
