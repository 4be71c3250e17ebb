// The queries and endpoints of the past: backups, previews of a restore, certificates and past leaderboards. They belong to no run.

import { certificateEndpoints } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { ReadSide } from './common-models.ts'
import { currentPersonsOf } from './current-persons.ts'
import { certificateQueries } from './certificates/query.ts'
import { summarizePlace } from './backup-file/summarize-place.ts'
import { livePosition } from './live-position.ts'
import { pastBoardQuery } from './past-board-query.ts'
import { backupQueries, backupUpdates } from './leaderboard/backups/query.ts'
import { readChallenge } from './read-challenge.ts'
import { backupHandlers } from './leaderboard/backups/endpoints.ts'
import { PastBoards } from './leaderboard/past-boards/past-boards.ts'
import { pastStandings } from './leaderboard/past-boards/past-standings.ts'
import { backupPlaces } from './leaderboard/backups/backup-places.ts'
import { previewRestore } from './leaderboard/backups/preview-restore.ts'
import { replayCheck } from './leaderboard/backups/replay-check.ts'
import { backupsProjection } from './leaderboard/backups/projection.ts'
import type { Members } from './people/members.ts'
import { listed } from './registered-projection.ts'
import { say } from '@thirty/contracts/texts/text.ts'

export type PastModelsOptions = ReadSide & {
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  members: Pick<Members, 'byIds' | 'personSummaries'>
}

export function pastModels(options: PastModelsOptions) {
  const { store, log, clock, timeZone, members } = options
  const boards = new PastBoards({ log, timeZone })
  const places = backupPlaces(log, boards, (of, options) => summarizePlace(log, of, options))
  const backups = backupQueries({ log, places, membersByIds: members.byIds, timeZone })
  const knownRuns = () => readChallenge(log)
  const certificates = certificateQueries({
    log,
    knownRuns,
    standingAt: pastStandings(boards, knownRuns),
    personSummaries: members.personSummaries,
    timeZone,
  })
  const epoch = async () => (await livePosition(store, options.board())).epoch
  const currentPersons = currentPersonsOf(store, options.board)
  const preview = previewRestore({ log, boards, places, backups, currentPersons, epoch, clock, timeZone })
  return {
    list: [listed(backupsProjection, [backupUpdates(backups.prepare)], backupHandlers({ backups, preview }))],
    endpoints: [
      endpoint(certificateEndpoints.mine)(({ caller }) => certificates.own(caller.id)),
      endpoint(certificateEndpoints.ofCode)(async ({ params }) => ({
        success: true,
        certificate:
          (await certificates.ofCode(params.code)) ??
          refuse('certificate-not-found', say('certificateNotFound')),
      })),
    ],
    boards,
    places,
    certificates,
    backups,
    preview,
    /** Throws `backup-damaged` for a place that cannot be restored. */
    checkReplay: replayCheck(log, places),
    pastBoard: pastBoardQuery({ store, log, clock, timeZone, board: options.board, boards, currentPersons }),
  }
}
