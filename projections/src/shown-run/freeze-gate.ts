import { currentRun, type CurrentRun, type History } from '@thirty/contracts/rules/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { readChallenge } from '../challenge/read-challenge.ts'
import { waitAtMost } from '../runner/retry-policy.ts'

export type FreezeGateOptions = {
  log: Pick<EventLog, 'read'>
  clock: Clock
  scheduler: Scheduler
  /** Returns the position up to which the newest of the shown read models has events. */
  checkpoint: () => Promise<bigint>
  /** Returns what the projection of the challenge knows of the freeze; undefined if it knows nothing. */
  projected: () => Promise<ProjectedFreeze | undefined>
}

/** A freeze as it was after all events up to a checkpoint. */
export type ProjectedFreeze = { freeze: Freeze; checkpoint: bigint }

type Freeze = Pick<CurrentRun, 'run' | 'frozenAt'>

/** Milliseconds before a freeze from which on its public view has to be shown: the clocks of processes differ a little. */
const marginMs = 1_000
/** Milliseconds for which the freeze is known that was read from the log. A freeze begins three times as long after its event. */
const validMs = 1_000
/** Milliseconds after which the freeze is read again in the background, so that requests need not wait for it. */
const refreshMs = 500
/** The same before a request is refused: the freeze may have ended a moment ago. */
const refusalRefreshMs = 20
/** Longest time in milliseconds that requests wait for the log. */
const readTimeoutMs = 500

/**
 * Says whether read models may answer everybody but admins: not when the leaderboard is frozen and the read models that tell nothing
 * of later ratings are not shown (decisions, 0074). It reads the freeze from the log, because the projection of the challenge may
 * be parked or lag. While the log cannot be read, the read models may answer as long as one of two things holds: they have no event
 * since the last look at the log, or the projection of the challenge has every event that they have. A freeze that is not known begins
 * after those events.
 */
export class FreezeGate {
  readonly #options: FreezeGateOptions
  #known: Freeze | undefined
  /** When the freeze that is known was read; before the read began. */
  #readAt = -Infinity
  #triedAt = -Infinity
  #trying: Promise<void> | undefined
  /** The checkpoint of the shown read models shortly after the log could not be read any more. */
  #lastSafe: bigint | undefined

  constructor(options: FreezeGateOptions) {
    this.#options = options
  }

  /** Reads the freeze from the log if it was not read in the last milliseconds. Never rejects. */
  async refresh(withinMs = refreshMs): Promise<void> {
    if (isWithin(withinMs, this.#triedAt, this.#options.clock())) return this.#trying
    this.#triedAt = this.#options.clock()
    this.#trying = this.#tryRead()
    return this.#trying
  }

  /** Whether everybody may read the read models of this history now. */
  async admits(history: History): Promise<boolean> {
    const [{ frozenAt }] = history
    // A freeze that has begun cannot be moved: nobody learns more from its public view, whatever the log says now.
    if (frozenAt !== undefined && frozenAt <= this.#options.clock()) return true
    if (!this.#isFresh()) await this.refresh()
    if (this.#isFresh() && this.#forbids(history)) await this.refresh(refusalRefreshMs)
    if (this.#forbids(history)) return false
    return this.#isFresh() || (await this.#isUnchanged()) || this.#isProjected(history)
  }

  #isFresh(): boolean {
    return isWithin(validMs, this.#readAt, this.#options.clock())
  }

  #forbids(history: History): boolean {
    return this.#known !== undefined && !allows(this.#known, history, this.#options.clock())
  }

  async #tryRead(): Promise<void> {
    const { log, scheduler, clock, checkpoint } = this.#options
    const startedAt = clock()
    const reading = readChallenge(log).then(({ runs }) => {
      if (startedAt < this.#readAt) return
      this.#known = currentRun(runs)
      this.#readAt = startedAt
      this.#lastSafe = undefined
    })
    await waitAtMost(
      readTimeoutMs,
      scheduler,
      reading.catch(() => undefined),
    )
    if (this.#readAt >= startedAt) return
    const position = await checkpoint().catch(() => undefined)
    // What the read models have by now is older than a freeze that is not known.
    if (isWithin(validMs + marginMs, this.#readAt, clock())) this.#lastSafe = position
  }

  async #isUnchanged(): Promise<boolean> {
    return this.#lastSafe !== undefined && (await this.#options.checkpoint()) <= this.#lastSafe
  }

  async #isProjected(history: History): Promise<boolean> {
    const projected = await this.#options.projected().catch(() => undefined)
    if (projected === undefined || !allows(projected.freeze, history, this.#options.clock())) return false
    return (await this.#options.checkpoint()) <= projected.checkpoint
  }
}

/** Whether everybody may be answered from a history while the leaderboard is frozen like this. */
function allows({ run, frozenAt }: Freeze, [shown]: History, now: number): boolean {
  if (frozenAt === undefined || shown.run !== run || shown.frozenAt === frozenAt) return true
  return now < frozenAt - marginMs
}

/** Whether a time is at most so many milliseconds ago. A clock that was put back makes it unknown. */
const isWithin = (milliseconds: number, since: number, now: number): boolean =>
  now >= since && now - since <= milliseconds
