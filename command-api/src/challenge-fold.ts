import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/events/challenge-state.ts'
import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
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
