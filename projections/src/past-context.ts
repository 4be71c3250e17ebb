// What the queries of the past work with: past leaderboards, the places of backups, and the people of today.

import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { summarizePlace } from './backup-file/portable-history.ts'
import type { CommonModels, ReadSide } from './common-models.ts'
import { documentsById } from './documents-by-id.ts'
import { peopleElsewhere } from './known-people.ts'
import { backupPlaces } from './leaderboard/backups/backup-places.ts'
import type { Participant } from './leaderboard/participant.ts'
import { PastBoards } from './leaderboard/past-boards/past-boards.ts'
import { pastStandings } from './leaderboard/past-boards/past-standings.ts'
import { livePosition } from './live-position.ts'
import { peopleProjection, type Account } from './people/projection.ts'
import { readChallenge } from './read-challenge.ts'
import type { CurrentPerson } from './summaries.ts'

export type PastContextOptions = ReadSide & {
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  members: Pick<CommonModels['queries']['members'], 'byIds' | 'personSummaries'>
}

export type PastContext = ReturnType<typeof pastContext>

export function pastContext(options: PastContextOptions) {
  const { store, log, timeZone, board } = options
  const boards = new PastBoards({ log, timeZone })
  return {
    ...options,
    boards,
    places: backupPlaces(log, boards, (of, limits) => summarizePlace(log, of, limits)),
    standingAt: pastStandings(boards, () => readChallenge(log)),
    currentPersons: (ids: readonly string[]) => findCurrentPersons(options, ids),
    epoch: async () => (await livePosition(store, board())).epoch,
  }
}

/**
 * Returns participants as their accounts are today: from the leaderboard that is shown, which has the ranked people, and from the read model
 * of people, which also has participants who became admins. Users who never had an account here are missing: they are shown as participants
 * elsewhere, and ranked.
 */
async function findCurrentPersons(
  { store, board }: PastContextOptions,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CurrentPerson>> {
  const participants = await documentsById<Participant>({ store, readModel: board() }, ids)
  const others = ids.filter((id) => !participants.has(id))
  const persons = new Map(await personsWithoutRank(store, others))
  for (const [id, participant] of participants) {
    const { username, picture, status } = participant
    persons.set(id, { ...nameAs('name', participant), username, picture, isRanked: status === 'active' })
  }
  return persons
}

/** Returns people who are on no leaderboard of today. */
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
