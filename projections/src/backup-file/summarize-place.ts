// Sums up a run that does not continue another one, from its events alone, for `leaderboard/backups/backup-places.ts`.

import type { BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { boardFold } from '../board-fold.ts'
import { portableHistory, type PortableHistoryLog } from './portable-history.ts'

/**
 * Sums up the leaderboard of a place whose events all follow the position `after`. Needs some megabytes for a million events,
 * because it keeps no more of a project than its points depend on. Returns `undefined`, after reading little more, if the place
 * has more events than `maxEvents`.
 */
export async function summarizePlace(
  log: PortableHistoryLog,
  place: HistorySegment,
  { after, maxEvents = Infinity }: { after: bigint; maxEvents?: number },
): Promise<BoardSummary | undefined> {
  const board = boardFold()
  const history = await portableHistory(log, place, { after })
  let count = 0
  for await (const events of history.events()) {
    count += events.length
    if (count > maxEvents) return undefined
    for (const event of events) board.apply(event)
  }
  return board.summary()
}
