import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import type { ProjectionProgress, ReadModelPosition } from './progress.ts'
import type { PoisonEvent } from './compute-step.ts'
import { PositionWaiters } from './position-waiters.ts'

export type WorkerProgressOptions = {
  scheduler: Scheduler
  readModels: readonly ReadModelKey[]
  findWorker: (name: string) => ProjectionWorker | undefined
  /** Whether views without a lane are listed: they will get one. */
  runsAll: boolean
}

/** How far the views are that this process feeds. A view that it does not feed is as good as not built. */
export class WorkerProgress implements ProjectionProgress {
  readonly #options: WorkerProgressOptions
  readonly #waiting: PositionWaiters

  constructor(options: WorkerProgressOptions) {
    this.#options = options
    this.#waiting = new PositionWaiters(options.scheduler)
  }

  async waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return this.#answer(position) ?? this.#waiting.waitFor(position, withinMs)
  }

  positions(): readonly ReadModelPosition[] {
    const { readModels: views, findWorker: laneOf, runsAll: isAlone } = this.#options
    return views.flatMap(({ name, version }) => {
      const lane = laneOf(name)
      if (!lane && !isAlone) return []
      const position = lane?.position() ?? beginning
      const parked = lane?.poison && { parked: parkedAt(lane.poison) }
      return { readModel: { name, version }, position, isLive: lane?.isLive ?? false, ...parked }
    })
  }

  /** To be told whenever a lane came, went, moved or was shown. */
  notifyWaiters(): void {
    this.#waiting.notify((position) => this.#answer(position))
  }

  /** Whether all are there, or all but parked ones; `undefined` while others are on their way. */
  #answer(position: bigint): boolean | undefined {
    let isWhole = true
    for (const { name } of this.#options.readModels) {
      const lane = this.#options.findWorker(name)
      if (!lane?.isLive) return undefined
      if (lane.position() >= position) continue
      if (!lane.poison) return undefined
      isWhole = false
    }
    return isWhole
  }
}

const parkedAt = ({ event, cause }: PoisonEvent) => ({
  event: event.id,
  position: event.position,
  reason: String(cause),
})
