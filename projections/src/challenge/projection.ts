import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** When a run starts (ISO; null after an arranged start was cancelled), and the position of the event that said so. */
type Start = { run: number; startsAt: string | null; position: string }

/** Document `current`: the run that is on, and when it starts; null while nobody has started it. */
export type Challenge = { run: number; startsAt: string | null; starts: readonly Start[] }

/** A new installation: run 1, not started. */
export const initialChallenge: Challenge = { run: 1, startsAt: null, starts: [] }

export const challengeProjection: Projection<Challenge> = {
  name: 'challenge',
  version: 2,
  streams: ['challenge'],
  documentIds: ({ type }) => (moving.has(type) ? ['current'] : []),
  evolve: (challenge = initialChallenge, event) => evolve(challenge, event),
  indexEntries: () => ({}),
}

const moving: ReadonlySet<string> = new Set<ChallengeEvent['type']>([
  'ChallengeStarted',
  'ChallengeScheduled',
  'ScheduleCancelled',
  'ChallengeReset',
  'BackupRestored',
])

function evolve(challenge: Challenge, event: RecordedEvent): Challenge {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ChallengeEvent
  switch (type) {
    case 'ChallengeStarted':
    case 'ChallengeScheduled':
      return begun(challenge, data.run, data.startsAt, event.position)
    case 'ScheduleCancelled':
      return begun(challenge, data.run, null, event.position)
    case 'ChallengeReset':
      return { ...challenge, run: data.run, startsAt: null }
    case 'BackupRestored': {
      const start = startOf(challenge, data.parent)
      return start === undefined
        ? { ...challenge, run: data.run, startsAt: null }
        : begun(challenge, data.run, start.startsAt, event.position)
    }
    case 'BackupCreated':
    case 'BackupImported':
    case 'BackupDeleted':
      return challenge
    default:
      return challenge
  }
}

function begun({ starts }: Challenge, run: number, startsAt: string | null, position: bigint): Challenge {
  return { run, startsAt, starts: [...starts, { run, startsAt, position: position.toString() }] }
}

/** A restored run is started, or not, as the run that it comes from was at that place. */
function startOf({ starts }: Challenge, { run, upTo }: { run: number; upTo?: string | undefined }) {
  return starts.findLast(
    (start) => start.run === run && (upTo === undefined || BigInt(start.position) <= BigInt(upTo)),
  )
}
