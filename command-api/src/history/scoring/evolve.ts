import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { Fold, Recorded } from '../../fold.ts'
import { evolve as evolveHistory, initialHistory, type ChallengeHistory } from '../evolve.ts'

/** The history of the challenge, and who changed the scoring of the current run last: the id of a user. */
export type ScoringState = { history: ChallengeHistory; changedBy: string | undefined }

const evolve = ({ history, changedBy }: ScoringState, event: Recorded<ChallengeEvent>): ScoringState => ({
  history: evolveHistory(history, event),
  changedBy: changedByAfter(changedBy, event),
})

function changedByAfter(changedBy: string | undefined, event: Recorded<ChallengeEvent>): string | undefined {
  if (event.type === 'ScoringChanged') return event.metadata.actor
  return event.type === 'ChallengeReset' || event.type === 'BackupRestored' ? undefined : changedBy
}

export const scoringFold: Fold<ScoringState, ChallengeEvent> = {
  events: challengeEvents,
  initial: { history: initialHistory, changedBy: undefined },
  evolve,
}
