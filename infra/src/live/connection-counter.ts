/** Counts who is in at the moment, by any key, and lets no more in than so many under one key. */
export class ConnectionCounter {
  readonly #most: number
  readonly #present = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  hasCapacity(key: string): boolean {
    return (this.#present.get(key) ?? 0) < this.#most
  }

  /** Counts one in. The answer counts it out again, once. */
  add(key: string): () => void {
    this.#present.set(key, (this.#present.get(key) ?? 0) + 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      const left = (this.#present.get(key) ?? 0) - 1
      if (left > 0) this.#present.set(key, left)
      else this.#present.delete(key)
    }
  }
}
