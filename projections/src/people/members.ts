import { isNamedIn } from '@thirty/contracts/rules/names-in-tie.ts'
import { pictureAddress } from '@thirty/contracts/rules/pictures.ts'
import { searchable } from '@thirty/contracts/rules/searchable.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import type { MentionedMember, SpeakersOf } from '../mentions.ts'
import { newestNamed, newestPage } from '../newest.ts'
import { momentOf, publicNames, type Account } from './view.ts'

export type MembersQuery = { limit: number; cursor?: string | undefined; search?: string | undefined }

/** What everybody who is signed in may know about others: no address, and no finding by address. */
export type Members = {
  /** Those with these ids, whatever their status; who is gone is not among them. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, MentionedMember>>
  speakersOf: SpeakersOf
  /** Active members, newest first. `search` looks in name and username. */
  page(query: MembersQuery): Promise<{ found: MentionedMember[]; nextCursor: string | null }>
  /** How many are active. */
  count(): Promise<number>
}

export function members({ store, view }: { store: ViewStore; view: ViewKey }): Members {
  const of = async (ids: Iterable<string>) => {
    const wanted = [...new Set(ids)]
    const accounts = wanted.length === 0 ? [] : await store.load<Account>(view, wanted)
    const known = new Map<string, MentionedMember>()
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
      const wanted = searchable(search)
      const page = { index: 'active', momentOf, list: `members ${wanted}`, limit, cursor }
      const { found, nextCursor } =
        wanted === ''
          ? await newestPage<Account>(store, view, page)
          : await newestNamed<Account>(store, view, {
              ...page,
              isNamed: (tie) => isNamedIn(tie, wanted, publicNames),
              isThere: ({ status }) => status === 'active',
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
    avatar: pictureAddress(picture),
    role: isAdmin ? 'admin' : 'participant',
    joinedAt: createdAt,
  }) satisfies MentionedMember
