import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/** The start of a run (ISO; null for a cancelled schedule), and the position of the event that set it. */
type Start = { run: number; startsAt: string | null; position: string }

/** Document `current`: the current run, its start (null if not started or scheduled), and the starts of all runs. */
export type Challenge = { run: number; startsAt: string | null; starts: readonly Start[] }

/** A new installation: run 1, not started. */
export const initialChallenge: Challenge = { run: 1, startsAt: null, starts: [] }

const runEvents = pickEvents(
  challengeEvents,
  'ChallengeStarted',
  'ChallengeScheduled',
  'ScheduleCancelled',
  'ChallengeReset',
  'BackupRestored',
)

export const challengeProjection: Projection<Challenge, typeof runEvents> = {
  name: 'challenge',
  version: 2,
  streams: ['challenge'],
  events: runEvents,
  documentIds: () => ['current'],
  evolve: (challenge = initialChallenge, event) => evolve(challenge, event),
  indexEntries: () => ({}),
}

function evolve(challenge: Challenge, event: RecordedEventOf<typeof runEvents>): Challenge {
  const { run } = event.data
  switch (event.type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
      return withStart(challenge, run, event.data.startsAt, event.position)
    case 'ScheduleCancelled':
      return withStart(challenge, run, null, event.position)
    case 'ChallengeReset':
      return { ...challenge, run, startsAt: null }
    case 'BackupRestored': {
      const start = startAt(challenge, event.data.parent)
      return start === undefined
        ? { ...challenge, run, startsAt: null }
        : withStart(challenge, run, start.startsAt, event.position)
    }
    default:
      return event satisfies never
  }
}

function withStart({ starts }: Challenge, run: number, startsAt: string | null, position: bigint): Challenge {
  return { run, startsAt, starts: [...starts, { run, startsAt, position: position.toString() }] }
}

/** Returns the start that a run had at a position: a restored run starts as the run of its backup did. */
function startAt({ starts }: Challenge, { run, upTo }: { run: number; upTo?: string | undefined }) {
  return starts.findLast(
    (start) => start.run === run && (upTo === undefined || BigInt(start.position) <= BigInt(upTo)),
  )
}
