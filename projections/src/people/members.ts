// How people are shown to others: the list of members, and names and pictures for the other slices. There is no email address in them, and
// no search by one; `query.ts` has both, for admins.

import type { MembersQuery } from '@thirty/contracts/community/api.ts'
import { nameAs, standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from '../documents-by-id.ts'
import type { MemberSummary, PersonSummaryLookup } from '../summaries.ts'
import { entriesPage } from '../index-page.ts'
import { peopleElsewhere } from '../known-people.ts'
import { peopleProjection, publicNameCount, type Account } from './projection.ts'

export type Members = ReturnType<typeof members>

export function members(store: ReadModelStore) {
  const source = { store, readModel: peopleProjection }
  /** Returns the users with these ids, regardless of their status; deleted accounts are missing. */
  const byIds = async (ids: Iterable<string>): Promise<ReadonlyMap<string, MemberSummary>> => {
    const accounts = await documentsById<Account>(source, ids)
    return new Map([...accounts].map(([id, account]) => [id, toMember(id, account)]))
  }

  return {
    byIds,
    personSummaries: (async (ids) => {
      const unique = [...new Set(ids)]
      const memberById = await byIds(unique)
      const missing = unique.filter((id) => !memberById.has(id))
      const elsewhere = new Set(await peopleElsewhere(store, missing))
      return (id) => {
        const person = memberById.get(id) ?? (elsewhere.has(id) ? memberElsewhere : deletedMember)
        return { id, ...nameAs('name', person), username: person.username, avatar: person.avatar }
      }
    }) satisfies PersonSummaryLookup,
    /** Returns how many of these users have an account, regardless of its status. */
    countAccounts: async (ids: Iterable<string>): Promise<number> => (await documentsById(source, ids)).size,
    /** Returns a page of the active members, newest first. `search` matches name and username. */
    page: async ({ limit, cursor, search = '' }: MembersQuery) => {
      const words = normalizeForSearch(search)
      const page = await entriesPage(source, {
        index: 'active',
        list: `members ${words}`,
        limit,
        cursor,
        words,
        searched: publicNameCount,
      })
      const accounts = await documentsById<Account>(
        source,
        page.found.map(({ id }) => id),
      )
      // An account may have changed since its entry was read.
      const active = [...accounts].filter(([, { status }]) => status === 'active')
      return { found: active.map(([id, account]) => toMember(id, account)), nextCursor: page.nextCursor }
    },
    /** Returns the number of active members. */
    count: () => store.count(peopleProjection, 'active'),
  }
}

const deletedMember = { ...standIn('deletedPerson', 'name'), username: null, avatar: null }
const memberElsewhere = { ...standIn('personElsewhere', 'name'), username: null, avatar: null }

const toMember = (id: string, { fullName, username, picture, isAdmin, createdAt }: Account) =>
  ({
    id,
    name: fullName,
    username,
    avatar: imagePath(picture),
    role: isAdmin ? 'admin' : 'participant',
    joinedAt: createdAt,
  }) satisfies MemberSummary
