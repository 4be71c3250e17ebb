import { tiebreakerHasName } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { MemberSummary, PersonSummaryLookup } from '../summaries.ts'
import { newestPageByName, newestPage } from '../newest-first.ts'
import { registrationTime, publicNameCount, type Account } from './projection.ts'

export type MembersQuery = { limit: number; cursor?: string | undefined; search?: string | undefined }

/** What everybody who is signed in may know about others: no address, and no finding by address. */
export type Members = {
  /** Those with these ids, whatever their status; who is gone is not among them. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, MemberSummary>>
  speakersOf: PersonSummaryLookup
  /** Active members, newest first. `search` looks in name and username. */
  page(query: MembersQuery): Promise<{ found: MemberSummary[]; nextCursor: string | null }>
  /** How many are active. */
  count(): Promise<number>
}

export function members({ store, view }: { store: ReadModelStore; view: ReadModelKey }): Members {
  const of = async (ids: Iterable<string>) => {
    const wanted = [...new Set(ids)]
    const accounts = wanted.length === 0 ? [] : await store.load<Account>(view, wanted)
    const known = new Map<string, MemberSummary>()
    wanted.forEach((id, at) => {
      const account = accounts[at]
      if (account !== undefined) known.set(id, memberOf(id, account))
    })
    return known
  }

  return {
    of,
    speakersOf: async (ids) => {
      const known = await of(ids)
      return (id) => {
        const { name, username, avatar } = known.get(id) ?? nobody
        return { id, name, username, avatar }
      }
    },
    page: async ({ limit, cursor, search = '' }) => {
      const wanted = normalizeForSearch(search)
      const page = { index: 'active', momentOf: registrationTime, list: `members ${wanted}`, limit, cursor }
      const { found, nextCursor } =
        wanted === ''
          ? await newestPage<Account>(store, view, page)
          : await newestPageByName<Account>(store, view, {
              ...page,
              matchesName: (tie) => tiebreakerHasName(tie, wanted, publicNameCount),
              isIndexed: ({ status }) => status === 'active',
            })
      return { found: found.map(({ id, document }) => memberOf(id, document)), nextCursor }
    },
    count: () => store.count(view, 'active'),
  }
}

const nobody = { name: 'Deleted participant', username: null, avatar: null }

const memberOf = (id: string, { fullName, username, picture, isAdmin, createdAt }: Account) =>
  ({
    id,
    name: fullName,
    username,
    avatar: imagePath(picture),
    role: isAdmin ? 'admin' : 'participant',
    joinedAt: createdAt,
  }) satisfies MemberSummary
