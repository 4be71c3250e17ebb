// The projection of the challenge: one document, `current`, with the events about runs and options, oldest first. There are few such
// events, and a query folds them.

import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
  type PlacedEvent,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { pickEvents, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

const shownEvents = pickEvents(
  challengeEvents,
  'ChallengeStarted',
  'ChallengeScheduled',
  'ScheduleCancelled',
  'ChallengeEndSet',
  'ChallengeEndUndone',
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
  'ScoringChanged',
  'ChallengeReset',
  'BackupRestored',
  'BackupImportStarted',
  'ChallengeOptionsChanged',
)

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

/** Returns what the events of a document say. */
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
