/** Read models that are held for a reader, who calls `release` once after the last read. */
export type Held<Models> = { models: Models; release(): void }

/**
 * The read models of the run that is shown. They change to another run's read models in one step; readers that began before
 * finish with the read models with which they began.
 */
export class ShownRun<Models> {
  #current: Models
  /** How many readers use read models; unused read models are missing. */
  readonly #readers = new Map<Models, number>()
  readonly #waiting = new Set<{ models: Models; resolve: () => void }>()

  constructor(models: Models) {
    this.#current = models
  }

  get current(): Models {
    return this.#current
  }

  /** Shows other read models to all readers that begin from now on. */
  switchTo(models: Models): void {
    this.#current = models
  }

  /** Returns the read models that are shown now, for a reader that uses them until it releases them. */
  hold(): Held<Models> {
    const models = this.#current
    this.#readers.set(models, (this.#readers.get(models) ?? 0) + 1)
    let isReleased = false
    const release = () => {
      if (!isReleased) this.#release(models)
      isReleased = true
    }
    return { models, release }
  }

  /** Reads the read models that are shown now. */
  async read<Result>(read: (models: Models) => Promise<Result>): Promise<Result> {
    const { models, release } = this.hold()
    return read(models).finally(release)
  }

  /** Resolves when no reader uses these read models. */
  unused(models: Models): Promise<void> {
    if (!this.#readers.has(models)) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add({ models, resolve }))
  }

  #release(models: Models): void {
    const others = (this.#readers.get(models) ?? 1) - 1
    if (others > 0) return void this.#readers.set(models, others)
    this.#readers.delete(models)
    for (const waiting of this.#waiting) {
      if (waiting.models !== models) continue
      this.#waiting.delete(waiting)
      waiting.resolve()
    }
  }
}
