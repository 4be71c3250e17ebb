// The queries and endpoints of the past: backups, previews of a restore, certificates and past leaderboards. They belong to no run.

import { certificateHandlers, certificateQueries } from './certificates/query.ts'
import { replayCheck } from './leaderboard/backups/backup-places.ts'
import { previewRestore } from './leaderboard/backups/preview-restore.ts'
import { backupHandlers, backupQueries } from './leaderboard/backups/query.ts'
import { pastBoardQuery } from './past-board-query.ts'
import { pastContext, type PastContextOptions } from './past-context.ts'

export function pastModels(options: PastContextOptions) {
  const context = pastContext(options)
  const backups = backupQueries(context)
  const certificates = certificateQueries(context)
  const preview = previewRestore(context, backups)
  return {
    ...context,
    endpoints: [...certificateHandlers(certificates), ...backupHandlers(backups, preview)],
    certificates,
    backups,
    preview,
    /** Throws `backup-damaged` for a place that cannot be restored. */
    checkReplay: replayCheck(context.log, context.places),
    pastBoard: pastBoardQuery(context),
  }
}
