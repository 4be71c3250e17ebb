// Maps from two numbers, or from a text, to a number, in typed arrays: replaying a history has millions of entries, which as objects would
// burden garbage collection.

import { randomInt } from 'node:crypto'

/** The two numbers of a pair are combined into one key, so each of them must be below this. */
const limit = 2 ** 26
const firstSize = 64

/** A number for each pair of numbers, 0 at first. */
export class PairNumbers {
  /** Random, so that nobody can choose keys that all collide. */
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

  /** Returns the slot of a key, or the empty slot for it. */
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

/** Never 0, which is an empty slot. */
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
