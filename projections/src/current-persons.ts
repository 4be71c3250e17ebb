// Finds the accounts of today on the leaderboard that is shown, which has the ranked people, and in the read model of people, which also
// has participants who became admins.

import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from './documents-by-id.ts'
import { peopleElsewhere } from './known-people.ts'
import type { CurrentPerson, CurrentPersons } from './summaries.ts'
import type { Participant } from './leaderboard/participant.ts'
import { peopleProjection, type Account } from './people/projection.ts'

export const currentPersonsOf =
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
