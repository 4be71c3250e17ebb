import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'
import type { WorkerLoop } from './worker/worker-loop.ts'

/** The worker loops of this process, by the name of their projection. */
export class WorkerRegistry {
  readonly #loops = new Map<string, WorkerLoop>()
  readonly #onRunningChanged: (readModel: ReadModelKey, isRunning: boolean) => void

  /** `onRunningChanged` is called when a projection starts and stops running here. */
  constructor(onRunningChanged: (readModel: ReadModelKey, isRunning: boolean) => void) {
    this.#onRunningChanged = onRunningChanged
  }

  find(name: string): WorkerLoop | undefined {
    return this.#loops.get(name)
  }

  all(): WorkerLoop[] {
    return [...this.#loops.values()]
  }

  add(loop: WorkerLoop): void {
    this.#loops.set(loop.worker.definition.name, loop)
    this.#onRunningChanged(keyOf(loop.worker), true)
  }

  /** Removes stopped workers. Returns whether there were any. */
  removeStopped(): boolean {
    const stopped = this.all().filter(({ worker }) => worker.isStopped())
    for (const loop of stopped) {
      // Its lease may have expired without a call of `end`.
      loop.end()
      this.#loops.delete(loop.worker.definition.name)
      this.#onRunningChanged(keyOf(loop.worker), false)
    }
    return stopped.length > 0
  }
}

const keyOf = ({ definition: { name, version } }: ProjectionWorker): ReadModelKey => ({ name, version })
