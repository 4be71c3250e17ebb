import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ViewKey } from '@thirty/infra/views/views.ts'
import type { Lane } from './lane.ts'
import type { Progress, ViewPosition } from './progress.ts'
import type { Poison } from './step.ts'
import { Waiting } from './waiting.ts'

export type LaneProgressOptions = {
  scheduler: Scheduler
  views: readonly ViewKey[]
  laneOf: (name: string) => Lane | undefined
  /** Whether views without a lane are listed: they will get one. */
  isAlone: boolean
}

/** How far the views are that this process feeds. A view that it does not feed is as good as not built. */
export class LaneProgress implements Progress {
  readonly #options: LaneProgressOptions
  readonly #waiting: Waiting

  constructor(options: LaneProgressOptions) {
    this.#options = options
    this.#waiting = new Waiting(options.scheduler)
  }

  async reached(position: bigint, withinMs: number): Promise<boolean> {
    return this.#answer(position) ?? this.#waiting.until(position, withinMs)
  }

  positions(): readonly ViewPosition[] {
    const { views, laneOf, isAlone } = this.#options
    return views.flatMap(({ name, version }) => {
      const lane = laneOf(name)
      if (!lane && !isAlone) return []
      const position = lane?.position() ?? beginning
      const parked = lane?.poison && { parked: parkedAt(lane.poison) }
      return { view: { name, version }, position, isLive: lane?.isLive ?? false, ...parked }
    })
  }

  /** To be told whenever a lane came, went, moved or was shown. */
  moved(): void {
    this.#waiting.ask((position) => this.#answer(position))
  }

  /** Whether all are there, or all but parked ones; `undefined` while others are on their way. */
  #answer(position: bigint): boolean | undefined {
    let isWhole = true
    for (const { name } of this.#options.views) {
      const lane = this.#options.laneOf(name)
      if (!lane?.isLive) return undefined
      if (lane.position() >= position) continue
      if (!lane.poison) return undefined
      isWhole = false
    }
    return isWhole
  }
}

const parkedAt = ({ event, cause }: Poison) => ({
  event: event.id,
  position: event.position,
  reason: String(cause),
})
