import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { Fold } from './fold.ts'

/** What the stream `challenge` says. */
export const challengeFold: Fold<ChallengeState, ChallengeEvent> = {
  events: challengeEvents,
  initial: initialChallenge,
  evolve: evolveChallenge,
}

/** The part of a command that decides about the challenge itself, in its current run. */
export const decidesInCurrentRun = {
  stream: challengeStream,
  run: ({ runs }: ChallengeState): number => runs.current,
}
