// The queries and endpoints of the past: backups, previews of a restore, certificates and past leaderboards. They belong to no run.

import { certificateEndpoints } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { certificateQueries } from './certificates/query.ts'
import { summarizePlace } from './backup-file/portable-history.ts'
import { livePosition } from './live-position.ts'
import { pastBoardQuery } from './past-board-query.ts'
import { backupQueries, backupUpdates } from './leaderboard/backups/query.ts'
import { readChallenge } from './read-challenge.ts'
import { backupHandlers } from './leaderboard/backups/endpoints.ts'
import { PastBoards } from './leaderboard/past-boards/past-boards.ts'
import { pastStandings } from './leaderboard/past-boards/past-standings.ts'
import { backupPlaces, replayCheck } from './leaderboard/backups/backup-places.ts'
import { previewRestore } from './leaderboard/backups/preview-restore.ts'
import { backupsProjection } from './leaderboard/backups/projection.ts'
import type { CommonModels, ReadSide } from './common-models.ts'
import { listed } from './registered-projection.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { documentsById } from './documents-by-id.ts'
import { peopleElsewhere } from './known-people.ts'
import type { CurrentPerson, CurrentPersons } from './summaries.ts'
import type { Participant } from './leaderboard/participant.ts'
import { peopleProjection, type Account } from './people/projection.ts'

export type PastModelsOptions = ReadSide & {
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  members: Pick<CommonModels['queries']['members'], 'byIds' | 'personSummaries'>
}

export type PastModels = ReturnType<typeof pastModels>

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

/**
 * Finds the accounts of today on the leaderboard that is shown, which has the ranked people, and in the read model of people, which also has
 * participants who became admins.
 */
const currentPersonsOf =
  (store: Pick<ReadModelStore, 'load'>, board: () => ReadModelKey): CurrentPersons =>
  async (ids) => {
    const participants = await documentsById<Participant>({ store, readModel: board() }, ids)
    const others = ids.filter((id) => !participants.has(id))
    const persons = new Map(await personsWithoutRank(store, others))
    for (const [id, participant] of participants) {
      const { username, picture, status } = participant
      persons.set(id, { ...nameAs('name', participant), username, picture, isRanked: status === 'active' })
    }
    return persons
  }

/** Returns people who are on no leaderboard of today; people who never had an account here are missing. */
async function personsWithoutRank(
  store: Pick<ReadModelStore, 'load'>,
  ids: readonly string[],
): Promise<[string, CurrentPerson][]> {
  const known = await documentsById<Account>({ store, readModel: peopleProjection }, ids)
  const unknown = ids.filter((id) => !known.has(id))
  const elsewhere = new Set(await peopleElsewhere(store, unknown))
  return ids
    .filter((id) => !elsewhere.has(id))
    .map((id) => {
      const account = known.get(id) ?? deletedAdmin
      const { username, picture } = account
      return [id, { ...nameAs('name', account), username, picture, isRanked: true }]
    })
}

/** Participants whose account is deleted are on the leaderboard. */
const deletedAdmin = { ...standIn('deletedPerson', 'fullName'), username: null, picture: null }
