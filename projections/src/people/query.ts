import { imagePath } from '@thirty/contracts/rules/images.ts'
import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import type { MeResponse, OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import { tiebreakerHasName } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { FindSession } from '@thirty/infra/http/authentication/authentication.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { newestPageByName, newestPage } from '../newest-first.ts'
import { accountLookup } from './account-lookup.ts'
import { registrationTime, type Account } from './projection.ts'

export type PeopleQuery = {
  limit: number
  cursor?: string | undefined
  search?: string | undefined
  status?: Account['status'] | undefined
}

export type PeopleQueriesOptions = {
  store: ReadModelStore
  projection: Projection<Account>
  /** Where a user's state is found when the view cannot tell it. */
  log: Pick<EventLog, 'read'>
  clock: Clock
  /** Rank on the board (null for who is not ranked), and how many are ranked. */
  rankOf: (userId: string) => Promise<MeResponse['stats']>
  /** How many projects each of these people handed in and did not withdraw. */
  submissionCounts: (userIds: readonly string[]) => Promise<readonly number[]>
}

export type PeopleQueries = {
  /** The own account, also while the views are away; `undefined` for a user that does not exist. */
  me(id: string): Promise<MeResponse | undefined>
  /** Accounts, newest first. `search` looks in name, username and e-mail address. */
  list(query: PeopleQuery): Promise<{ people: Person[]; nextCursor: string | null }>
  /** Number of accounts, of all or of the active ones. */
  count(which: 'all' | 'active'): Promise<number>
  /** The present state of a user, for authentication. */
  sessionOf: FindSession
}

export function peopleQueries(options: PeopleQueriesOptions): PeopleQueries {
  const { store, projection: view, log, clock, rankOf, submissionCounts: handedIn } = options
  const stored = async (id: string) => (await store.load<Account>(view, [id]))[0]
  const accountOf = accountLookup({ loadAccount: stored, log, projection: view, clock })

  return {
    me: async (id) => {
      const [own, stats] = await Promise.all([accountOf(id), rankOf(id)])
      return own && { success: true, message: 'Signed in', user: ownUser(id, own), stats }
    },
    list: async ({ limit, cursor, search = '', status }) => {
      const wanted = normalizeForSearch(search)
      const index = status ?? 'all'
      const page = { index, momentOf: registrationTime, list: `people ${index} ${wanted}`, limit, cursor }
      const { found, nextCursor } =
        wanted === ''
          ? await newestPage<Account>(store, view, page)
          : await newestPageByName<Account>(store, view, {
              ...page,
              matchesName: (tie) => tiebreakerHasName(tie, wanted),
              isIndexed: (account) => status === undefined || account.status === status,
            })
      const submissions = await handedIn(found.map(({ id }) => id))
      return {
        people: found.map(({ id, document }, at) => personOf(id, document, submissions[at] ?? 0)),
        nextCursor,
      }
    },
    count: (which) => store.count(view, which),
    sessionOf: async (id, least) => {
      const own = await accountOf(id, least)
      if (own === undefined) return undefined
      const { sessionVersion: version, status, isAdmin, endedTokens } = own
      return { version, status, isAdmin, endedTokens: endedTokens.map((ended) => ended.id) }
    },
  }
}

function ownUser(id: string, account: Account): OwnUser {
  const { fullName, username, email, isAdmin, status, picture, createdAt } = account
  const { bio, location, website, theme, notifications } = account
  const profile = { bio, location, website, theme, notifications }
  const profileImage = imagePath(picture)
  return { _id: id, fullName, username, email, isAdmin, status, profileImage, ...profile, createdAt }
}

function personOf(id: string, account: Account, submissions: number): Person {
  const { fullName, username, email, createdAt, status, isAdmin, picture } = account
  const profileImage = imagePath(picture)
  return { _id: id, fullName, username, email, createdAt, status, submissions, isAdmin, profileImage }
}
