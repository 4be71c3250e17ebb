// How people are shown to others: the list of members, the person of a profile with the fields that are public, and names and pictures for
// the other slices. There is no email address in them, and no search by one; `query.ts` has both, for admins.

import type { MembersQuery } from '@thirty/contracts/community/api.ts'
import { standIn, type NameCodes, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById, entriesPage } from '../document-reads.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import type { PersonSummaryLookup } from '../summaries.ts'
import { peopleElsewhere } from '../deleted-people.ts'
import { peopleProjection, publicNameCount, type Account } from './projection.ts'
import type { ProfilePerson } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { isUserId } from '@thirty/contracts/projects/project-id.ts'
import { canonicalUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'

type PersonOfToday = { name: string; nameCodes?: NameCodes; username: string | null; picture: string | null }

export function members(store: ReadModelStore) {
  const source = { store, readModel: peopleProjection }
  /** Returns the users with these ids, regardless of their status; deleted accounts are missing. */
  const byIds = async (ids: Iterable<string>) => {
    const accounts = await documentsById<Account>(source, ids)
    return new Map([...accounts].map(([id, account]) => [id, toMember(id, account)]))
  }

  /** Returns the name of each user as `personSummaries` does, and the name of the picture in the media store. */
  const peopleOfToday = async (ids: Iterable<string>) => {
    const unique = [...new Set(ids)]
    const accounts = await documentsById<Account>(source, unique)
    const missing = unique.filter((id) => !accounts.has(id))
    const elsewhere = new Set(await peopleElsewhere(store, missing))
    return (id: string): PersonOfToday => {
      const account = accounts.get(id)
      if (account) return { name: account.fullName, username: account.username, picture: account.picture }
      const code = elsewhere.has(id) ? 'personElsewhere' : 'deletedPerson'
      return { ...standIn(code, 'name'), username: null, picture: null }
    }
  }

  const personSummaries: PersonSummaryLookup = async (ids) => {
    const personOf = await peopleOfToday(ids)
    return (id) => {
      const { picture, ...person } = personOf(id)
      return { id, ...person, avatar: imagePath(picture) }
    }
  }

  const findId = async (username: string): Promise<string | undefined> => {
    const tiebreaker = canonicalUsername(username)
    const from = { score: 0, tiebreaker }
    const [found] = await store.entries(peopleProjection, 'username', { from, limit: 1 })
    return found?.tiebreaker === tiebreaker ? found.id : undefined
  }

  return {
    byIds,
    peopleOfToday,
    personSummaries,
    /** Returns the name of a user or the operator, with a stand-in for somebody without an account. */
    named: async (id: string): Promise<Named> =>
      id === operatorId ? standIn('operator', 'name') : (await personSummaries([id]))(id),
    /**
     * Returns a user by id or username as every signed-in user may see them; `undefined` if there is no such account. `isPending`: no admin
     * has let the account in yet, so that only admins and the user may see it.
     */
    findProfile: async (idOrUsername: string) => {
      const id = isUserId(idOrUsername) ? idOrUsername : await findId(idOrUsername)
      if (id === undefined) return undefined
      const [account] = await store.load<Account>(peopleProjection, [id])
      return account && { person: toProfilePerson(id, account), isPending: account.status === 'pending' }
    },
    /** Returns how many of these users have an account, regardless of its status. */
    countAccounts: async (ids: Iterable<string>): Promise<number> => (await documentsById(source, ids)).size,
    /** Returns a page of the active members, newest first. `search` matches name and username. */
    page: async ({ limit, cursor, search = '' }: MembersQuery) => {
      const words = normalizeForSearch(search)
      const newest = { index: 'active', list: `members ${words}`, words, searched: publicNameCount }
      const { found, nextCursor } = await entriesPage(source, { ...newest, limit, cursor })
      const ids = found.map(({ id }) => id)
      const accounts = await documentsById<Account>(source, ids)
      // An account may have changed since its entry was read.
      const active = [...accounts].filter(([, { status }]) => status === 'active')
      return { found: active.map(([id, account]) => toMember(id, account)), nextCursor }
    },
    /** Returns the position of a user's registration. */
    joinedAt: async (id: string): Promise<bigint | undefined> => {
      const [account] = await store.load<Account>(peopleProjection, [id])
      return account && BigInt(account.position)
    },
    count: () => store.count(peopleProjection, 'active'),
  }
}

/** A member. `joinedAt` is ISO time. */
type Member = PersonSummary & { role: 'participant' | 'admin'; joinedAt: string }

const toMember = (id: string, { fullName, username, picture, isAdmin, createdAt }: Account): Member => ({
  id,
  name: fullName,
  username,
  avatar: imagePath(picture),
  role: isAdmin ? 'admin' : 'participant',
  joinedAt: createdAt,
})

function toProfilePerson(id: string, account: Account): ProfilePerson {
  const { joinedAt, role, ...member } = toMember(id, account)
  const isActive = account.status === 'active'
  // What an admin has not let in, or has put out, is not shown to everybody.
  const shown = (field: ProfileField): string =>
    isActive && account.publicFields.includes(field) ? account[field] : ''
  return {
    ...member,
    // Only an active admin has the rights of one.
    role: isActive ? role : 'participant',
    bio: shown('bio'),
    location: shown('location'),
    website: shown('website'),
    joinedAt,
  }
}
