import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { Fold, Recorded } from '../../fold.ts'
import { evolve as evolveHistory, initialHistory, type ChallengeHistory } from '../evolve.ts'

/** The history of the challenge, and who changed its scoring last: the id of a user. */
export type ScoringState = { history: ChallengeHistory; changedBy: string | undefined }

const evolve = ({ history, changedBy }: ScoringState, event: Recorded<ChallengeEvent>): ScoringState => ({
  history: evolveHistory(history, event),
  changedBy: event.type === 'ScoringChanged' ? event.metadata.actor : changedBy,
})

export const scoringFold: Fold<ScoringState, ChallengeEvent> = {
  events: challengeEvents,
  initial: { history: initialHistory, changedBy: undefined },
  evolve,
}
