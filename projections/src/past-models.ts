import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { certificateHandlers } from './certificates/endpoints.ts'
import { certificateQueries, type CertificateQueries } from './certificates/query.ts'
import { summarizePlace } from './backup-file/summarize-place.ts'
import type { Participant } from './leaderboard/participant.ts'
import { pastLeaderboardProjection } from './leaderboard/past-boards/past-participants.ts'
import { livePosition } from './live-position.ts'
import { pastBoardQuery, type FreezablePastBoardQuery } from './past-board-query.ts'
import { backupQueries, type BackupQueries } from './leaderboard/past-boards/backups.ts'
import { readChallenge } from './read-challenge.ts'
import type { CurrentPersons } from './leaderboard/past-boards/current-persons.ts'
import { backupHandlers } from './leaderboard/past-boards/endpoints.ts'
import { backupUpdates } from './leaderboard/past-boards/live.ts'
import { PastBoards } from './leaderboard/past-boards/past-boards.ts'
import { PastStandings } from './leaderboard/past-boards/past-standings.ts'
import { Places } from './leaderboard/past-boards/places.ts'
import { previewRestore, type PreviewRestore } from './leaderboard/past-boards/preview.ts'
import { replayCheck } from './leaderboard/past-boards/replay-check.ts'
import { backupsProjection } from './leaderboard/past-boards/projection.ts'
import type { Members } from './people/members.ts'
import type { ProductProjection } from './registered-projection.ts'

export type PastModelsOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  timeZone: string
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  members: Pick<Members, 'byIds' | 'personSummaries'>
}

export type PastModels = {
  projections: readonly ProductProjection[]
  endpoints: readonly Endpoint[]
  boards: PastBoards
  places: Places
  certificates: CertificateQueries
  backups: BackupQueries
  preview: PreviewRestore
  /** Throws `backup-damaged` for a place that cannot be restored. */
  checkReplay: ReturnType<typeof replayCheck>
  pastBoard: FreezablePastBoardQuery
}

/** Creates what answers for the past: backups, previews of a restore and past leaderboards. It belongs to no run. */
export function pastModels(options: PastModelsOptions): PastModels {
  const { store, log, clock, timeZone, members } = options
  const boards = new PastBoards({
    log,
    projectionOf: (history) => pastLeaderboardProjection(history, timeZone),
    timeZone,
  })
  const places = new Places(log, boards, (of, options) => summarizePlace(log, of, options))
  const backups = backupQueries({ log, places, membersByIds: members.byIds, timeZone })
  const knownRuns = () => readChallenge(log)
  const pastStandings = new PastStandings(boards, knownRuns)
  const certificates = certificateQueries({
    log,
    knownRuns,
    standingAt: (history, position, user) => pastStandings.at(history, position, user),
    personSummaries: members.personSummaries,
    timeZone,
  })
  const epoch = async () => (await livePosition(store, options.board())).epoch
  const currentPersons = currentPersonsOf(store, options.board)
  const preview = previewRestore({ log, boards, places, backups, currentPersons, epoch, clock, timeZone })
  return {
    projections: [{ projection: backupsProjection, liveUpdates: backupUpdates(backups.prepare) }],
    endpoints: [...backupHandlers({ backups, preview }), ...certificateHandlers(certificates)],
    boards,
    places,
    certificates,
    backups,
    preview,
    checkReplay: replayCheck(log, places),
    pastBoard: pastBoardQuery({ store, log, clock, timeZone, board: options.board, boards, currentPersons }),
  }
}

/** Participants of one read; a store that is shared blocks its other users meanwhile. */
const personsPerRead = 500

/** The accounts of today, from the leaderboard that is shown: it has everybody who ever was a participant. */
const currentPersonsOf =
  (store: Pick<ReadModelStore, 'load'>, board: () => ReadModelKey): CurrentPersons =>
  async (ids) => {
    const persons = new Map()
    for (let start = 0; start < ids.length; start += personsPerRead) {
      const some = ids.slice(start, start + personsPerRead)
      const participants = await store.load<Participant>(board(), some)
      some.forEach((id, index) => {
        const participant = participants[index]
        if (participant === undefined) return
        const { name, username, names, picture, status } = participant
        persons.set(id, { name, username, names, picture, isRanked: status === 'active' })
      })
    }
    return persons
  }
