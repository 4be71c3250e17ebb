import { deletedPersonName } from '@thirty/contracts/rules/deleted-person.ts'
import { namesSuffix } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
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
import type { CurrentPerson, CurrentPersons } from './leaderboard/past-boards/current-persons.ts'
import { backupHandlers } from './leaderboard/past-boards/endpoints.ts'
import { backupUpdates } from './leaderboard/past-boards/live.ts'
import { PastBoards } from './leaderboard/past-boards/past-boards.ts'
import { PastStandings } from './leaderboard/past-boards/past-standings.ts'
import { Places } from './leaderboard/past-boards/places.ts'
import { previewRestore, type PreviewRestore } from './leaderboard/past-boards/preview.ts'
import { replayCheck } from './leaderboard/past-boards/replay-check.ts'
import { backupsProjection } from './leaderboard/past-boards/projection.ts'
import { peopleElsewhere } from './known-people.ts'
import type { Members } from './people/members.ts'
import { peopleProjection, type Account } from './people/projection.ts'
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

/** People of one read; a store that is shared blocks its other users meanwhile. */
const personsPerRead = 500

/**
 * Finds the accounts of today on the leaderboard that is shown, which has the ranked people, and in the read model of people, which
 * also has participants who became admins.
 */
const currentPersonsOf =
  (store: Pick<ReadModelStore, 'load'>, board: () => ReadModelKey): CurrentPersons =>
  async (ids) => {
    const persons = new Map<string, CurrentPerson>()
    for (let start = 0; start < ids.length; start += personsPerRead) {
      const some = ids.slice(start, start + personsPerRead)
      const participants = await store.load<Participant>(board(), some)
      const others = some.filter((_, index) => participants[index] === undefined)
      for (const [id, person] of await personsWithoutRank(store, others)) persons.set(id, person)
      some.forEach((id, index) => {
        const participant = participants[index]
        if (participant === undefined) return
        const { name, username, names, picture, status } = participant
        persons.set(id, { name, username, names, picture, isRanked: status === 'active' })
      })
    }
    return persons
  }

/** Returns people who are on no leaderboard of today; people who never had an account here are missing. */
async function personsWithoutRank(
  store: Pick<ReadModelStore, 'load'>,
  ids: readonly string[],
): Promise<[string, CurrentPerson][]> {
  if (ids.length === 0) return []
  const accounts = await store.load<Account>(peopleProjection, ids)
  const known = new Map(ids.map((id, index) => [id, accounts[index]]))
  const elsewhere = new Set(
    await peopleElsewhere(
      store,
      ids.filter((id) => known.get(id) === undefined),
    ),
  )
  return ids
    .filter((id) => !elsewhere.has(id))
    .map((id) => {
      const { fullName: name, username, picture } = known.get(id) ?? deletedAdmin
      return [id, { name, username, names: namesSuffix(name, username), picture, isRanked: true }]
    })
}

/** Participants whose account is deleted are on the leaderboard. */
const deletedAdmin = { fullName: deletedPersonName, username: null, picture: null }
