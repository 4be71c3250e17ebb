import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/events/challenge-state.ts'
import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { Fold } from './fold.ts'

/** What the stream `challenge` says. */
export const challengeFold: Fold<ChallengeState, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialChallenge,
  evolve: evolveChallenge,
}
