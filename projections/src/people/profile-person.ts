// Finds a user by id or username, with the fields that every signed-in user may see.

import type { ProfilePerson } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { isUserId } from '@thirty/contracts/projects/project-id.ts'
import { canonicalUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { peopleProjection, type Account } from './projection.ts'

/**
 * Returns a function that returns a user by id or username as every signed-in user may see them; `undefined` if there is no such account.
 * `isPending`: no admin has let the account in yet, so that only admins and the user may see it.
 */
export function profilePersons(store: ReadModelStore) {
  const findId = async (username: string): Promise<string | undefined> => {
    const tiebreaker = canonicalUsername(username)
    const from = { score: 0, tiebreaker }
    const [found] = await store.entriesFrom(peopleProjection, 'username', { from, limit: 1 })
    return found?.entry.tiebreaker === tiebreaker ? found.id : undefined
  }
  return async (idOrUsername: string) => {
    const id = isUserId(idOrUsername) ? idOrUsername : await findId(idOrUsername)
    if (id === undefined) return undefined
    const [account] = await store.load<Account>(peopleProjection, [id])
    return account && { person: toProfilePerson(id, account), isPending: account.status === 'pending' }
  }
}

function toProfilePerson(id: string, account: Account): ProfilePerson {
  const { fullName, username, picture, isAdmin, createdAt, status, publicFields } = account
  // What an admin has not let in, or has put out, is not shown to everybody.
  const shown = (field: ProfileField): string =>
    status === 'active' && publicFields.includes(field) ? account[field] : ''
  return {
    id,
    name: fullName,
    username,
    avatar: imagePath(picture),
    // Only an active admin has the rights of one.
    role: isAdmin && status === 'active' ? 'admin' : 'participant',
    bio: shown('bio'),
    location: shown('location'),
    website: shown('website'),
    joinedAt: createdAt,
  }
}
