import { refuse } from '@thirty/contracts/refusals.ts'

const minuteMs = 60_000
/** Clocks of processes differ, and a command may be stored some time after it was decided. */
const tolerance = 5 * minuteMs
/** A file does not say in which time zone its days begin. */
const widestZoneMs = 26 * 60 * minuteMs

/** A moment that was set, and when. */
type Moment = { time: number; setAt: number }

/**
 * Start and end of a replayed history: the ones that count at its end. Nothing is known of earlier ones, and after an import they were
 * set at the time of that import. So they decide about later events only.
 */
export class ReplayedPeriod {
  #start: Moment | undefined
  #end: Moment | undefined

  start(at: string, startsAt: string): void {
    this.#start = { time: Date.parse(startsAt), setAt: Date.parse(at) }
    this.#requireOrder()
  }

  end(at: string, endsAt: string): void {
    this.#end = { time: Date.parse(endsAt), setAt: Date.parse(at) }
    this.#requireOrder()
  }

  #requireOrder(): void {
    if (this.#start !== undefined && this.#end !== undefined && this.#end.time < this.#start.time)
      refuse('invalid-fields', "The challenge can't end before it starts")
  }

  /** Returns what decisions need at the time of an event (ISO): no day is closed that was open in any time zone. */
  at(at: string): { startsAt: number | undefined; now: number; timeZone: string; hasEnded: boolean } {
    const time = Date.parse(at)
    const isIn = (moment: Moment | undefined) =>
      moment !== undefined && time > Math.max(moment.time, moment.setAt) + tolerance
    return {
      startsAt: isIn(this.#start) ? this.#start?.time : undefined,
      now: time + widestZoneMs,
      timeZone: 'UTC',
      hasEnded: isIn(this.#end),
    }
  }
}
