import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { Care } from './care.ts'
import { gather, type Gather } from '../gather.ts'
import type { Lane } from './lane.ts'
import { missedByAll } from './missed.ts'
import type { Change } from '../projection.ts'

/** Lets the news of all lanes leave, gathered. */
export class Announcer {
  readonly #care: Care
  readonly #news: Gather

  constructor(scheduler: Scheduler, care: Care) {
    this.#care = care
    this.#news = gather({ scheduler, onFailure: (error) => care.report({ error, isParked: false }) })
  }

  announce(lane: Lane, changes: readonly Change[]): void {
    if (changes.length === 0) return
    try {
      this.#news.offer(
        lane,
        changes.flatMap((change) => lane.projection.announce?.(change) ?? []),
      )
    } catch (error) {
      this.#care.report({ view: lane.view.name, error, isParked: false })
    }
  }

  /** Tells everybody to fetch if one of these lanes may have left them without news. */
  breakSilence(lanes: readonly Lane[]): void {
    const [teller] = lanes.filter((lane) => lane.breaksSilence())
    if (teller) this.#news.offer(teller, missedByAll)
  }

  /** Lets go at once what a lane has to say. */
  leave(lane: Lane): Promise<void> {
    return this.#news.leave(lane)
  }

  stop(): void {
    this.#news.stop()
  }
}
