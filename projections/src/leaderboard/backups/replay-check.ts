// Checks that the leaderboard of a place in the history can be computed, before the place is restored.

import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { LogReplaced, LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { readChallenge } from '../../read-challenge.ts'
import type { BackupPlaces } from './backup-places.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/**
 * Returns a check of a place in the history before it is restored: it throws `backup-damaged` if the leaderboard of the place
 * cannot be computed, because the restored run could not be shown either. Throws `busy` and the errors of the log.
 */
export function replayCheck(
  log: Pick<EventLog, 'read'>,
  places: Pick<BackupPlaces, 'board'>,
): (of: HistorySegment) => Promise<void> {
  return async (of) => {
    try {
      await places.board(of, await readChallenge(log))
    } catch (error) {
      const isTransient =
        error instanceof Refusal || error instanceof LogUnavailable || error instanceof LogReplaced
      if (isTransient || !(error instanceof Error)) throw error
      refuse('backup-damaged', say('notRestorable', { reason: error.message }))
    }
  }
}
