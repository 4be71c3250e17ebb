/** Wakes the callers that wait for a change. A notification while nobody waits has no effect. */
export class Wakeup {
  readonly #waiting = new Set<() => void>()

  /** Resolves at the next notification. */
  wait(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve))
  }

  notify(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resume of waiting) resume()
  }
}

/** Runs asynchronous operations one at a time, in the order of the calls. A failed one does not stop the next. */
export class OperationQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves or rejects with the operation. */
  run<Result>(operation: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(operation, operation)
    this.#last = done
    return done
  }
}
