import type { History } from '@thirty/contracts/rules/history.ts'
import { ratingScales, type RatingScales } from '@thirty/contracts/rules/judging/normalised-score.ts'
import { isSameScoring, type Scoring } from '@thirty/contracts/rules/scoring.ts'
import { beginning, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { yieldToEventLoop } from '../../index-scan.ts'
import { ratingsAt, standingsWith, type ReplayedStanding } from './replay-steps.ts'
import { ScoreTape } from './tape.ts'

/** A ranked participant with a project that counts. */
export type Contender = { id: string; rank: number; totalPoints: number }
/** The ranked participants of a leaderboard that have a project, in rank order. */
export type ForkedBoard = readonly Contender[]

export type RunForkOptions = {
  log: Pick<EventLog, 'readAll' | 'head' | 'compareEvent'>
  history: History
  scheduler: Scheduler
}

/** Milliseconds after the last use from which on the events of the run are not kept in memory. */
const keptMs = 10 * 60_000
/** Events and participants of a slice: other tasks run after it. */
const [eventsPerSlice, participantsPerSlice] = [2_000, 500]

type Tape = { tape: ScoreTape; position: bigint; last?: SeenEvent }

/**
 * A run beside its read models, whose leaderboard can be computed with any scoring. It reads the log when it is first used and goes on
 * from there; after ten minutes without use it forgets everything. Nothing that it computes is stored or shown to anybody else.
 */
export class RunFork {
  readonly #options: RunForkOptions
  #current: Promise<Tape> | undefined
  #cancelForget = (): void => undefined
  #known: { position: bigint; scoring: Scoring; board: ForkedBoard } | undefined

  constructor(options: RunForkOptions) {
    this.#options = options
  }

  /** Returns the leaderboards with these scorings at the end of the log, and its position. */
  async boards(
    inForce: Scoring,
    otherOf: (scales: () => RatingScales) => Scoring,
  ): Promise<{ position: bigint; now: ForkedBoard; after: ForkedBoard; other: Scoring }> {
    const { tape, position } = await this.#upToDate()
    const other = otherOf(() => ratingScales(ratingsAt(tape, Number(position))))
    const known = this.#known
    const isKnown = known?.position === position && isSameScoring(known.scoring, inForce)
    const now = isKnown ? known.board : await forkedBoard(tape, inForce, position)
    this.#known = { position, scoring: inForce, board: now }
    const after = isSameScoring(inForce, other) ? now : await forkedBoard(tape, other, position)
    return { position, now, after, other }
  }

  /** Returns the scales of the reviewers at a position: the same as on the page Judging. */
  async scalesAt(position: bigint): Promise<RatingScales> {
    const { tape } = await this.#upToDate()
    return ratingScales(ratingsAt(tape, Number(position)))
  }

  #forget(): void {
    this.#current = undefined
    this.#known = undefined
  }

  /** One reading after the other: each goes on where the one before has ended. */
  #upToDate(): Promise<Tape> {
    this.#cancelForget()
    this.#cancelForget = this.#options.scheduler.after(keptMs, () => this.#forget())
    const before = this.#current
    const next = (async () => this.#readOn(await before?.catch(() => undefined)))()
    this.#current = next
    next.catch(() => {
      if (this.#current === next) this.#current = undefined
    })
    return next
  }

  async #readOn(known: Tape | undefined): Promise<Tape> {
    const { log, history } = this.#options
    const isReplaced = known?.last !== undefined && (await log.compareEvent(known.last)) === 'other'
    const from: Tape = isReplaced || !known ? { tape: new ScoreTape(history), position: beginning } : known
    const until = await log.head()
    let { last } = from
    const range = {
      after: last?.position ?? beginning,
      ...(last && { seen: last }),
      until,
      streams: ['user-', 'deleted-', 'project-', 'conflicts-'],
      batch: eventsPerSlice,
    }
    for await (const events of log.readAll(range)) {
      for (const event of events) from.tape.add(event)
      last = events.at(-1) ?? last
      await yieldToEventLoop()
    }
    return { tape: from.tape, position: until, ...(last && { last }) }
  }
}

/** Returns the leaderboard with a scoring at a position. Other tasks run in between. */
async function forkedBoard(tape: ScoreTape, scoring: Scoring, position: bigint): Promise<ForkedBoard> {
  const excluded = new Set(scoring.excluded)
  const standingOf = standingsWith(tape, scoring, Number(position))
  const contenders: (ReplayedStanding & { id: string })[] = []
  let count = 0
  for (const [id, participant] of tape.participants) {
    if (++count % participantsPerSlice === 0) await yieldToEventLoop()
    if (!participant.isOnBoard || participant.status !== 'active' || excluded.has(id)) continue
    const standing = standingOf(participant)
    if (standing.projects > 0) contenders.push({ id, ...standing })
  }
  contenders.sort(
    (left, right) =>
      right.totalPoints - left.totalPoints || left.reached - right.reached || (left.id < right.id ? -1 : 1),
  )
  return contenders.map(({ id, totalPoints }, index) => ({ id, totalPoints, rank: index + 1 }))
}
