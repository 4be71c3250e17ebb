// What the queries of the past work with: past leaderboards, the places of backups, and members.

import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { summarizePlace } from './backup-file/export-backup.ts'
import { backupPlaces } from './leaderboard/backups/backup-places.ts'
import { PastBoards, pastStandings } from './leaderboard/past-boards/past-boards.ts'
import type { members } from './people/members.ts'
import { readChallenge } from './read-challenge.ts'
import type { ReadSide } from './registered-projection.ts'

export type PastContextOptions = ReadSide & {
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  members: Pick<ReturnType<typeof members>, 'byIds' | 'peopleOfToday' | 'personSummaries'>
}

export type PastContext = ReturnType<typeof pastContext>

export function pastContext(options: PastContextOptions) {
  const { log } = options
  const boards = new PastBoards(options)
  return {
    ...options,
    boards,
    places: backupPlaces(log, boards, (of, limits) => summarizePlace(log, of, limits)),
    standingAt: pastStandings(boards, () => readChallenge(log)),
  }
}
