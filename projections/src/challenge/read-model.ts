// The read model of the challenge: one document, `current`, with the events about runs and options, oldest first. There are few such events,
// and queries fold them: into the current day, the state of the challenge, and the history of the current run.

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import { challengeDay, challengeEnd, hasEnded, totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
  type PlacedEvent,
  type Runs,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import {
  frozenAtOf,
  hasImported,
  historyOf,
  periodOf,
  publicHistory,
  type History,
} from '@thirty/contracts/challenge/history.ts'
import { omitEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { livePosition, orLastKnown } from '../read-model-state.ts'
import type { ReadSide } from '../registered-projection.ts'

const shownEvents = omitEvents(challengeEvents, 'BackupCreated', 'BackupImported', 'BackupDeleted')

export type Challenge = {
  events: readonly (EventOf<typeof shownEvents> &
    Pick<PlacedEvent, 'at' | 'metadata'> & { position: string })[]
}

export const challengeProjection: Projection<Challenge, typeof shownEvents> = {
  name: 'challenge',
  version: 11,
  streams: ['challenge'],
  events: shownEvents,
  documentIds: () => ['current'],
  evolve: (challenge, { type, data, at, position, metadata: { actor } }) => ({
    // Safe: type and data are from one event.
    events: [
      ...(challenge?.events ?? []),
      {
        type,
        data,
        at,
        position: `${position}`,
        ...(actor !== undefined && { metadata: { actor } }),
      } as Challenge['events'][number],
    ],
  }),
  indexEntries: () => ({}),
  // Who sees the change of the scoring learns of it by another epoch, and during a freeze only admins do.
  isHidden: ({ type }) => type === 'ScoringChanged',
}

const states = new WeakMap<Challenge, ChallengeState>()

/** Returns what the events of a document say. A store in memory returns the same document again until an event changes it. */
export function challengeState(challenge: Challenge | undefined): ChallengeState {
  if (challenge === undefined) return initialChallenge
  const known = states.get(challenge)
  if (known !== undefined) return known
  const events = challenge.events.map((event): PlacedEvent => ({
    ...event,
    position: BigInt(event.position),
  }))
  const state = events.reduce(evolveChallenge, initialChallenge)
  states.set(challenge, state)
  return state
}

/** `shownRun` returns the number of the run that is shown. */
type ChallengeQueriesOptions = Pick<ReadSide, 'store' | 'clock' | 'timeZone'> & { shownRun: () => number }

export type ChallengeQueries = ReturnType<typeof challengeQueries>

export function challengeQueries({ store, clock, timeZone, shownRun }: ChallengeQueriesOptions) {
  let lastRead: ChallengeState | undefined

  const lastKnownRuns = async (): Promise<Runs> =>
    (lastRead = await orLastKnown(loadChallenge(store), () => lastRead)).runs

  return {
    /** Returns the position of the read model. */
    position: () => livePosition(store, challengeProjection),
    /**
     * Returns the current day and the end of the shown run. While the read model is unavailable, computes them from the challenge that was
     * read last; throws if none was read yet.
     */
    currentDay: async (): Promise<CurrentDayResponse> => {
      const run = shownRun()
      const { runs } = await lastKnownRuns()
      const period = periodOf(historyOf({ run }, runs), runs)
      const start = period.startsAt
      const frozen = frozenAtOf(runs, run)
      const end = challengeEnd(period, timeZone)
      const now = clock()
      return {
        day: challengeDay(start, now, timeZone),
        totalDays,
        started: start !== undefined && start <= now,
        startsAt: isoTimeOrNull(start),
        run,
        ...(hasImported(historyOf({ run }, runs)) && { imported: true as const }),
        timeZone,
        endsAt: isoTimeOrNull(end),
        ended: hasEnded(period, now, timeZone),
        isEndSet: period.endsAt !== undefined,
        frozenAt: isoTimeOrNull(frozen),
        frozen: frozen !== undefined && frozen <= now,
      }
    },
  }
}

/**
 * Returns the history of the current run, which may not be shown yet; `undefined` while the read model of the challenge is not built, or
 * out of date. Throws if it cannot be read.
 */
export async function readCurrentHistory(store: Pick<ReadModelStore, 'liveBuild' | 'load'>) {
  const live = await store.liveBuild(challengeProjection)
  if (live === undefined || live.outdatedSince !== undefined) return undefined
  return currentHistory((await loadChallenge(store)).runs)
}

/** Returns the state of the challenge from its read model; `readChallenge` folds it from the log. */
export async function loadChallenge(store: Pick<ReadModelStore, 'load'>): Promise<ChallengeState> {
  const [challenge] = await store.load<Challenge>(challengeProjection, ['current'])
  return challengeState(challenge)
}

/** The history of the current run, and where it began. */
export type CurrentHistory = {
  /** With the freeze of the leaderboard, if one is set: that of everybody but admins. */
  history: History
  /** Time (ISO) and position of the reset or restore that began the run; null for run 1. */
  begun: { at: string; position: bigint } | null
  /**
   * The histories that were shown before and may have read models, the latest first: of this run and of all others that were once
   * current, each also before each change of its scoring.
   */
  earlier: readonly History[]
}

export function currentHistory({ current: run, runs }: Runs): CurrentHistory {
  const history = publicHistory(historyOf({ run }, runs), frozenAtOf(runs, run))
  const begun = runs.get(run)?.begun
  const numbers = [1, ...[...runs].flatMap(([number, other]) => (other.begun === undefined ? [] : [number]))]
  const earlierRuns = numbers
    .filter((number) => number !== run)
    .toReversed()
    .map((number) => historyOf({ run: number }, runs))
  return {
    history,
    begun: begun ? { at: begun.at, position: begun.position } : null,
    earlier: [history, ...earlierRuns].flatMap(withEarlierScorings).slice(1),
  }
}

/** Returns a history as it is and as it was before each change of its scoring, the latest first. */
function withEarlierScorings([{ scorings = [], ...own }, ...parents]: History): History[] {
  const counts = Array.from({ length: scorings.length + 1 }, (_, count) => scorings.length - count)
  return counts.map((count) => [
    { ...own, ...(count > 0 && { scorings: scorings.slice(0, count) }) },
    ...parents,
  ])
}
