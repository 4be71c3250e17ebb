import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { ChallengePeriod } from '@thirty/contracts/rules/challenge-day.ts'
import { parseProjectId, type ProjectIdParts } from '@thirty/contracts/rules/streams/project-id.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Recorded } from './fold.ts'

/**
 * A run of the challenge: its starts and the ends that were set for it in the order of the log, and the segment of history
 * that it was restored from. A cancelled schedule is a start without a time, an end that was undone an end without one.
 */
type Run = { starts: readonly Moment[]; ends: readonly Moment[]; parent?: HistorySegment }
/** A time in milliseconds since 1970, and the position of the event that set it. */
type Moment = { position: bigint; time: number | undefined }
/** A run up to a position, or the whole run when `upTo` is missing. */
type HistorySegment = { run: number; upTo?: bigint }

/** All runs by number, and the number of the current one. Folded from the stream `challenge`. */
export type Runs = { current: number; runs: ReadonlyMap<number, Run> }

/** A new installation has run 1, not started. */
export const initialRuns: Runs = { current: 1, runs: new Map() }

export const challengeStream = 'challenge'

export function evolveRuns(state: Runs, event: Recorded<ChallengeEvent>): Runs {
  switch (event.type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled': {
      const { run, startsAt } = event.data
      return withMoment(state, run, 'starts', { position: event.position, time: Date.parse(startsAt) })
    }
    case 'ScheduleCancelled':
      return withMoment(state, event.data.run, 'starts', { position: event.position, time: undefined })
    case 'ChallengeEndSet': {
      const { run, endsAt } = event.data
      return withMoment(state, run, 'ends', { position: event.position, time: Date.parse(endsAt) })
    }
    case 'ChallengeEndUndone':
      return withMoment(state, event.data.run, 'ends', { position: event.position, time: undefined })
    case 'ChallengeReset':
      return { ...state, current: event.data.run }
    case 'BackupRestored': {
      const { run, parent } = event.data
      const segment = { run: parent.run, ...(parent.upTo !== undefined && { upTo: BigInt(parent.upTo) }) }
      return { ...withRun(state, run, { ...newRun, parent: segment }), current: run }
    }
    case 'BackupCreated':
    case 'BackupImported':
    case 'BackupDeleted':
      return state
    default:
      return state
  }
}

export const runsFold: Fold<Runs, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialRuns,
  evolve: evolveRuns,
}

const withRun = (state: Runs, number: number, run: Run): Runs => ({
  ...state,
  runs: new Map(state.runs).set(number, run),
})

const newRun: Run = { starts: [], ends: [] }

function withMoment(state: Runs, number: number, list: 'starts' | 'ends', moment: Moment): Runs {
  const known = state.runs.get(number) ?? newRun
  return withRun(state, number, { ...known, [list]: [...known[list], moment] })
}

/**
 * The current run. `startsAt` is in milliseconds since 1970, `undefined` while the challenge is not started; so is `endsAt`,
 * `undefined` while no end is set. `history` has the run itself first, then the segments that it was restored from.
 */
export type CurrentRun = ChallengePeriod & { run: number; history: readonly HistorySegment[] }

export function currentRun({ current, runs }: Runs): CurrentRun {
  const history: HistorySegment[] = []
  let segment: HistorySegment | undefined = { run: current }
  while (segment !== undefined) {
    history.push(segment)
    segment = runs.get(segment.run)?.parent
  }
  const [startsAt, endsAt] = [latestTime('starts', history, runs), latestTime('ends', history, runs)]
  return { run: current, startsAt, endsAt, history }
}

/** A restored run inherits its start and its end from the segment that it was restored from. */
function latestTime(
  list: 'starts' | 'ends',
  history: readonly HistorySegment[],
  runs: Runs['runs'],
): number | undefined {
  for (const segment of history) {
    const moment = runs.get(segment.run)?.[list].findLast(({ position }) => isWithin(segment, position))
    if (moment !== undefined) return moment.time
  }
  return undefined
}

const isWithin = ({ upTo }: HistorySegment, position: bigint): boolean =>
  upTo === undefined || position <= upTo

/** Returns whether an event about a project is part of the history of a run. */
export function isInHistory({ history }: CurrentRun, { metadata, position }: Recorded): boolean {
  return history.some((segment) => segment.run === metadata.run && isWithin(segment, position))
}

/**
 * Returns the parts of a project id. Throws `project-not-found` for an invalid id, and `challenge-was-reset` for a
 * project of an earlier run.
 */
export function resolveProjectId(id: string, { run, history }: CurrentRun): ProjectIdParts {
  const parts = parseProjectId(id)
  if (parts === undefined || parts.run > run) return refuseUnknownProject()
  if (history.every((segment) => segment.run !== parts.run)) {
    refuse('challenge-was-reset', 'The challenge was reset; please try again')
  }
  return parts
}

function refuseUnknownProject(): never {
  refuse('project-not-found', 'Project Not Found')
}
