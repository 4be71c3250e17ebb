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
