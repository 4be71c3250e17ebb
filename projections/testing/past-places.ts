import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { summarizePlace } from '@thirty/projections/backup-file/summarize-place.ts'
import { pastLeaderboardProjection } from '@thirty/projections/leaderboard/past-boards/past-participants.ts'
import { PastBoards } from '@thirty/projections/leaderboard/past-boards/past-boards.ts'
import { BackupPlaces } from '@thirty/projections/leaderboard/backups/backup-places.ts'

const timeZone = 'UTC'

/** The leaderboards of all places in the history of a log. */
export const pastPlaces = (log: EventLog): BackupPlaces =>
  new BackupPlaces(
    log,
    new PastBoards({ log, projectionOf: (of) => pastLeaderboardProjection(of, timeZone), timeZone }),
    (of, options) => summarizePlace(log, of, options),
  )
