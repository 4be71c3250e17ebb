import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { parseProjectId, type ProjectIdParts } from '@thirty/contracts/rules/streams/project-id.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Recorded } from './fold.ts'

/** A run of the challenge: its starts in the order of the log (a cancelled schedule is one without a time), and the place in history that it was restored from. */
type Run = {
  starts: readonly { position: bigint; startsAt: number | undefined }[]
  parent?: HistorySegment
}
/** A run up to a position, or the whole of it. */
type HistorySegment = { run: number; upTo?: bigint }

/** All runs by number, and which one is on. Folded from the stream `challenge`. */
export type Runs = { current: number; runs: ReadonlyMap<number, Run> }

/** A new installation has run 1, not started. */
export const initialRuns: Runs = { current: 1, runs: new Map() }

export const challengeStream = 'challenge'

export function evolveRuns(state: Runs, event: Recorded<ChallengeEvent>): Runs {
  switch (event.type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled': {
      const { run, startsAt } = event.data
      return withStart(state, run, { position: event.position, startsAt: Date.parse(startsAt) })
    }
    case 'ScheduleCancelled':
      return withStart(state, event.data.run, { position: event.position, startsAt: undefined })
    case 'ChallengeReset':
      return { ...state, current: event.data.run }
    case 'BackupRestored': {
      const { run, parent } = event.data
      const place = { run: parent.run, ...(parent.upTo !== undefined && { upTo: BigInt(parent.upTo) }) }
      return { ...withRun(state, run, { starts: [], parent: place }), current: run }
    }
    case 'BackupCreated':
    case 'BackupImported':
    case 'BackupDeleted':
      return state
    default:
      return state
  }
}

/** How the runs come from the stream `challenge`. */
export const runsFold: Fold<Runs, ChallengeEvent> = { initial: initialRuns, evolve: evolveRuns }

const withRun = (state: Runs, number: number, run: Run): Runs => ({
  ...state,
  runs: new Map(state.runs).set(number, run),
})

function withStart(state: Runs, number: number, start: Run['starts'][number]): Runs {
  const known = state.runs.get(number) ?? { starts: [] }
  return withRun(state, number, { ...known, starts: [...known.starts, start] })
}

/**
 * The run that is on. `startsAt` in milliseconds since 1970, `undefined` while nobody has started the challenge.
 * `history` is its line of history, the run itself first, then the places that it was restored from.
 */
export type CurrentRun = {
  run: number
  startsAt: number | undefined
  history: readonly HistorySegment[]
}

export function currentRun({ current, runs }: Runs): CurrentRun {
  const history: HistorySegment[] = []
  let place: HistorySegment | undefined = { run: current }
  while (place !== undefined) {
    history.push(place)
    place = runs.get(place.run)?.parent
  }
  return { run: current, startsAt: startOf(history, runs), history }
}

/** A restored run is started, or not, as the run that it comes from was at that place. */
function startOf(history: readonly HistorySegment[], runs: Runs['runs']): number | undefined {
  for (const place of history) {
    const start = runs.get(place.run)?.starts.findLast(({ position }) => isWithin(place, position))
    if (start !== undefined) return start.startsAt
  }
  return undefined
}

const isWithin = ({ upTo }: HistorySegment, position: bigint): boolean =>
  upTo === undefined || position <= upTo

/** Whether an event about a project is part of the history of a run. */
export function isInHistory({ history }: CurrentRun, { metadata, position }: Recorded): boolean {
  return history.some((place) => place.run === metadata.run && isWithin(place, position))
}

/**
 * The parts of a project's id. Throws `project-not-found` for a text that is no id, and `challenge-was-reset` for a
 * project of a run that is over.
 */
export function resolveProjectId(id: string, { run, history }: CurrentRun): ProjectIdParts {
  const parts = parseProjectId(id)
  if (parts === undefined || parts.run > run) return refuseUnknownProject()
  if (history.every((place) => place.run !== parts.run)) {
    refuse('challenge-was-reset', 'The challenge was reset; please try again')
  }
  return parts
}

/** Ends the decision: no such project, or no longer. */
function refuseUnknownProject(): never {
  refuse('project-not-found', 'Project Not Found')
}
