import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { summarizePlace } from '@thirty/projections/backup-file/export-backup.ts'
import { PastBoards } from '@thirty/projections/leaderboard/past-boards/past-boards.ts'
import { backupPlaces, type BackupPlaces } from '@thirty/projections/leaderboard/backups/backup-places.ts'

/** The leaderboards of all places in the history of a log. */
export const pastPlaces = (log: EventLog): BackupPlaces =>
  backupPlaces(log, new PastBoards({ log, timeZone: 'UTC' }), (of, options) =>
    summarizePlace(log, of, options),
  )
