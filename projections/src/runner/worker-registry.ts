import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'

/** The workers of this process, by the name of their projection. */
export class WorkerRegistry {
  readonly #workers = new Map<string, ProjectionWorker>()
  readonly #onRunningChanged: (readModel: ReadModelKey, isRunning: boolean) => void

  /** `onRunningChanged` is called when a projection starts and stops running here. */
  constructor(onRunningChanged: (readModel: ReadModelKey, isRunning: boolean) => void) {
    this.#onRunningChanged = onRunningChanged
  }

  get isEmpty(): boolean {
    return this.#workers.size === 0
  }

  find(name: string): ProjectionWorker | undefined {
    return this.#workers.get(name)
  }

  all(): ProjectionWorker[] {
    return [...this.#workers.values()]
  }

  add(workers: readonly ProjectionWorker[]): void {
    for (const worker of workers) {
      this.#workers.set(worker.definition.name, worker)
      this.#onRunningChanged(keyOf(worker), true)
    }
  }

  /** Removes stopped workers. Returns whether there were any. */
  removeStopped(): boolean {
    const stopped = this.all().filter((worker) => worker.isStopped())
    for (const worker of stopped) {
      // Its lease may have expired without a call of `stop`.
      worker.stop()
      this.#workers.delete(worker.definition.name)
      this.#onRunningChanged(keyOf(worker), false)
    }
    return stopped.length > 0
  }
}

const keyOf = ({ definition: { name, version } }: ProjectionWorker): ReadModelKey => ({ name, version })
