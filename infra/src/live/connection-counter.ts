/** Counts open connections by key, such as an address or a user. */
export class ConnectionCounter {
  readonly #counts = new Map<string, number>()

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Counts one more connection. Returns a function that removes it again; further calls have no effect. */
  add(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      const remaining = (this.#counts.get(key) ?? 0) - 1
      if (remaining > 0) this.#counts.set(key, remaining)
      else this.#counts.delete(key)
    }
  }
}
