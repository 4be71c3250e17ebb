import type { HistorySegment, Moment, Runs, ScoringChange } from './challenge-state.ts'
import type { ChallengePeriod } from './challenge-day.ts'
import { defaultScoring, type Scoring } from '../leaderboard/scoring.ts'

// Runs and their history: a reset begins a new run, a restore forks one from a place in another.

/**
 * The history of a run: the run itself first, then the segments that it was restored from. It never changes. `scorings` are the
 * changes of the scoring in all of them, oldest first, missing without any.
 */
export type History = readonly [HistorySegment & { scorings?: readonly ScoringChange[] }, ...HistorySegment[]]

/**
 * The current run. `startsAt` is in milliseconds since 1970, `undefined` while the challenge is not started; so is `endsAt`,
 * `undefined` while no end is set. `frozenAt` is the time from which on the leaderboard is frozen, `undefined` without a freeze; a
 * new run has none.
 */
export type CurrentRun = ChallengePeriod & { run: number; history: History; frozenAt: number | undefined }

export function currentRun({ current, runs }: Runs): CurrentRun {
  const history = historyOf({ run: current }, runs)
  return { run: current, ...periodOf(history, runs), history, frozenAt: frozenAtOf(runs, current) }
}

/** Returns the time from which on the leaderboard of a run is frozen; `undefined` without a freeze. No run inherits one. */
export const frozenAtOf = (runs: Runs['runs'], run: number): number | undefined =>
  runs.get(run)?.freezes.at(-1)?.time

/**
 * Returns what everybody but admins may know of a history while it is frozen: ratings from `frozenAt` on are not part of it, nor
 * are they of the leaderboard, which has no later event about projects. The same history without a freeze.
 */
export const publicHistory = (history: History, frozenAt: number | undefined): History => {
  const [own, ...parents] = history
  return frozenAt === undefined ? history : [{ ...own, frozenAt }, ...parents]
}

/** Returns the start and the end of the challenge at the end of a history. */
export const periodOf = (history: History, runs: Runs['runs']): ChallengePeriod => ({
  startsAt: latestMoment('starts', history, runs)?.time,
  endsAt: latestMoment('ends', history, runs)?.time,
})

/** Returns the history with all events, whether it is frozen or not. */
export const withoutFreeze = ([{ frozenAt: _, ...own }, ...parents]: History): History => [own, ...parents]

/**
 * Whether the events of a run come from a file without a known signature: what they say of people is not the word of this installation.
 */
export const isOfUnknownOrigin = (runs: Runs['runs'], run: number | undefined): boolean =>
  run !== undefined && runs.get(run)?.imported?.origin === 'unknown'

/** The history of run 1, which every installation begins with. */
export const firstHistory: History = [{ run: 1 }]

/**
 * Returns the history that ends with a segment: the segment itself first, then the segments from which its run was restored. A
 * segment up to a position has no later events of the runs before it either.
 */
export function historyOf(newest: HistorySegment, runs: Runs['runs']): History {
  const history: [HistorySegment, ...HistorySegment[]] = [withOrigin(newest, runs)]
  let segment = newest
  for (;;) {
    const parent = runs.get(segment.run)?.parent
    if (parent === undefined) return withScorings(history, runs)
    segment = limited(parent, segment.upTo)
    history.push(withOrigin(segment, runs))
  }
}

const withOrigin = (segment: HistorySegment, runs: Runs['runs']): HistorySegment =>
  isOfUnknownOrigin(runs, segment.run) ? { ...segment, isImported: true } : segment

/** Returns whether a part of a history is from a file without a known signature. */
export const hasImported = (history: History): boolean => history.some(({ isImported }) => isImported)

/** Returns whether an event of a history is from a file without a known signature. */
export const isImportedEvent = (history: History, event: Pick<HistoryEvent, 'metadata' | 'position'>) =>
  hasImported(history) && segmentOf(history, event)?.isImported === true

function withScorings(history: [HistorySegment, ...HistorySegment[]], runs: Runs['runs']): History {
  const scorings = history
    .toReversed()
    .flatMap((segment) =>
      (runs.get(segment.run)?.scorings ?? []).filter(({ position }) => isWithin(segment, position)),
    )
  const [own, ...parents] = history
  return scorings.length === 0 ? history : [{ ...own, scorings }, ...parents]
}

/**
 * Returns the change that set the scoring of a leaderboard; `undefined` for the default. A frozen leaderboard keeps the scoring
 * with which it froze.
 */
export const scoringChange = ([{ scorings = [], frozenAt = Infinity }]: History): ScoringChange | undefined =>
  scorings.findLast(({ time }) => time < frozenAt)

/** Returns the history with all events, and with the scoring with which its leaderboard froze. */
export const scoredAsFrozen = (history: History): History =>
  withoutFreeze(withScoringsIf(history, ({ time }) => time < (history[0].frozenAt ?? Infinity)))

function withScoringsIf(history: History, isKnown: (change: ScoringChange) => boolean): History {
  const [{ scorings = [], ...own }, ...parents] = history
  const known = scorings.filter(isKnown)
  return [{ ...own, ...(known.length > 0 && { scorings: known }) }, ...parents]
}

/** Returns the scoring of the leaderboard of a history. */
export const scoringOf = (history: History): Scoring => scoringChange(history)?.scoring ?? defaultScoring

/** Returns the history with the scoring that was in force at a position. */
export const withScoringAt = (history: History, position: bigint): History =>
  withScoringsIf(history, (change) => change.position <= position)

/** Returns a segment without what is after a position. */
function limited(segment: HistorySegment, upTo: bigint | undefined): HistorySegment {
  if (upTo === undefined) return segment
  return segment.upTo !== undefined && segment.upTo <= upTo ? segment : { run: segment.run, upTo }
}

/** A restored run inherits its start and its end from the segment that it was restored from. */
function latestMoment(
  list: 'starts' | 'ends',
  history: readonly HistorySegment[],
  runs: Runs['runs'],
): Moment | undefined {
  for (const segment of history) {
    const moment = runs.get(segment.run)?.[list].findLast(({ position }) => isWithin(segment, position))
    if (moment !== undefined) return moment
  }
  return undefined
}

/** Returns the positions of the events that decide at which time a history starts and ends: none, one or two. */
export const decidingMoments = (history: History, runs: Runs['runs']): bigint[] =>
  (['starts', 'ends'] as const).flatMap((list) => {
    const moment = latestMoment(list, history, runs)
    return moment?.time === undefined ? [] : [moment.position]
  })

const isWithin = ({ upTo }: HistorySegment, position: bigint): boolean =>
  upTo === undefined || position <= upTo

/** The part of an event that decides whether it belongs to a history. `at` is ISO time. */
export type HistoryEvent = { metadata: { run?: number }; position: bigint; type: string; at: string }

/** Returns whether an event of the challenge is part of a history. */
export function isInHistory(history: History, event: HistoryEvent): boolean {
  const segment = segmentOf(history, event)
  return segment !== undefined && !(event.type === 'ProjectRated' && isFrozen(segment, event))
}

/**
 * Returns whether an event about a project counts for the leaderboard of a history. A frozen leaderboard has no event after the
 * freeze, also none that everybody may see, such as a submission.
 */
export function isOnBoard(history: History, event: HistoryEvent): boolean {
  const segment = segmentOf(history, event)
  return segment !== undefined && !isFrozen(segment, event)
}

/** Returns the segment of a history that has a run up to a position, also if it is frozen. */
export function segmentOf(
  history: History,
  { metadata, position }: Pick<HistoryEvent, 'metadata' | 'position'>,
): HistorySegment | undefined {
  // A loop without a closure: every projection asks this for every event.
  for (const segment of history)
    if (segment.run === metadata.run && isWithin(segment, position)) return segment
  return undefined
}

const isFrozen = ({ frozenAt }: HistorySegment, { at }: Pick<HistoryEvent, 'at'>): boolean =>
  frozenAt !== undefined && Date.parse(at) >= frozenAt
