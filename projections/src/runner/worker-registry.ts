import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionWorker } from './projection-worker.ts'

/** The lanes that are fed here, by the name of their view. */
export class WorkerRegistry {
  readonly #lanes = new Map<string, ProjectionWorker>()
  readonly #onFed: (view: ReadModelKey, isFed: boolean) => void

  /** `onFed` hears when a view begins and ends to be fed. */
  constructor(onFed: (view: ReadModelKey, isFed: boolean) => void) {
    this.#onFed = onFed
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0
  }

  find(name: string): ProjectionWorker | undefined {
    return this.#lanes.get(name)
  }

  all(): ProjectionWorker[] {
    return [...this.#lanes.values()]
  }

  add(lanes: readonly ProjectionWorker[]): void {
    for (const lane of lanes) {
      this.#lanes.set(lane.definition.name, lane)
      this.#onFed(keyOf(lane), true)
    }
  }

  /** Forgets lanes that are over; answers whether there were any. */
  removeStopped(): boolean {
    const over = this.all().filter((lane) => lane.isStopped())
    for (const lane of over) {
      this.#lanes.delete(lane.definition.name)
      this.#onFed(keyOf(lane), false)
    }
    return over.length > 0
  }
}

const keyOf = ({ definition: { name, version } }: ProjectionWorker): ReadModelKey => ({ name, version })

/** Position of the slowest lane that still moves; `undefined` if there is none. */
export function slowestPosition(lanes: readonly ProjectionWorker[]): bigint | undefined {
  let least: bigint | undefined
  for (const lane of lanes)
    if (!lane.poison && lane.isRunning() && (least === undefined || lane.position() < least))
      least = lane.position()
  return least
}
