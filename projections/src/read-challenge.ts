// Folds the state of the challenge from its stream in the log, which is short.

import {
  evolveChallenge,
  initialChallenge,
  type ChallengeState,
} from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'

/** Returns what the stream `challenge` says, up to a position. */
export async function readChallenge(log: Pick<EventLog, 'read'>, upTo?: bigint): Promise<ChallengeState> {
  let state = initialChallenge
  for await (const event of log.read(challengeStream)) {
    if (upTo !== undefined && event.position > upTo) break
    if (isEventOf(challengeEvents, event)) state = evolveChallenge(state, event)
  }
  return state
}
