// The queries of accounts and their endpoints: the caller's own account, the lists of accounts and of the team for admins, the number of
// accounts, and the session state that authentication needs. `members.ts` has what others see of people.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import { privilegesOf } from '@thirty/contracts/endpoints/access.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { type MeResponse, accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { accountFields, toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import {
  person,
  type PeopleSort,
  type Person,
  peopleEndpoints,
} from '@thirty/contracts/accounts/people-api.ts'
import { teamMember, type TeamMember, teamEndpoints } from '@thirty/contracts/team/api.ts'
import type { PeopleStatistics } from '@thirty/contracts/judging/statistics-api.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { hasSecondFactor, requiresTwoFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Session } from '@thirty/infra/http/authentication/authentication.ts'
import type { FindOpenSessions, SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById, entriesPage } from '../document-reads.ts'
import { accountLookup } from './account-lookup.ts'
import { peopleProjection, type Account } from './projection.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { say } from '@thirty/contracts/texts/text.ts'

type PeopleQuery = PageQuery & {
  search?: string | undefined
  status?: Status
  sort?: PeopleSort | undefined
  order?: 'asc' | 'desc' | undefined
}

type Status = Account['status'] | undefined

/** An index of a read model that has an entry for each account. */
type PeopleIndex = { readModel: ReadModelKey; index: string; userOf: (documentId: string) => string }

export type PeopleQueriesOptions = {
  store: ReadModelStore
  /** Source of accounts that the read model cannot return. */
  log: Pick<EventLog, 'read'>
  /** Returns how many milliseconds a read model lags, by name; infinity for one of another log. No read model lags when missing. */
  lagOf?: ((readModel: string) => number) | undefined
  /** Measures how old accounts are; must not be adjustable. */
  monotonic?: Clock
  /** Returns the leaderboard rank of a user (null if not ranked), and the number of ranked participants. */
  rankOf: (userId: string) => Promise<MeResponse['stats']>
  /** Returns the index of all accounts, or of the accounts with a status, by the number of submissions in the shown run, then registration. */
  submissionsIndex: (status: Status) => PeopleIndex
  /** Returns the days on which each user submitted a project, without withdrawn ones. */
  submittedDays: (userIds: readonly string[]) => Promise<readonly Person['days'][]>
  currentOptions: () => Promise<Pick<ChallengeOptions, 'ownersNeedTwoFactor'>>
  /** Returns the sessions of an account that have not ended, the last seen first; none when missing. */
  findOpenSessions?: FindOpenSessions | undefined
}

export type PeopleQueries = ReturnType<typeof peopleQueries>

export function peopleQueries(options: PeopleQueriesOptions) {
  const {
    store,
    log,
    lagOf = () => 0,
    monotonic = monotonicClock,
    rankOf,
    submissionsIndex,
    submittedDays,
    currentOptions,
    findOpenSessions = async () => [],
  } = options
  const findAccount = accountLookup({ store, log, lagOf, clock: monotonic })

  const indexFor = (sort: PeopleSort, status: Status): PeopleIndex => {
    if (sort === 'submissions') return submissionsIndex(status)
    const index = `${status ?? 'all'}${sort === 'name' ? ':name' : ''}`
    return { readModel: peopleProjection, index, userOf: (id) => id }
  }
  /** Returns the accounts with these ids in the same order, without deleted ones, and with the sessions of each that have not ended. */
  const findAccounts = async (ids: readonly string[]) => {
    const accounts = await documentsById<Account>({ store, readModel: peopleProjection }, ids)
    return Promise.all(
      [...accounts].map(async ([id, account]) => {
        const sessions = await findOpenSessions(id, account)
        const lastSeenAt = isoTimeOrNull(sessions[0]?.seenAt)
        return { ...accountFields(id, account), sessions: sessions.length, lastSeenAt }
      }),
    )
  }

  return {
    /** Returns the caller's account, also while read models are unavailable; `undefined` if the user does not exist. */
    me: async (id: string): Promise<MeResponse | undefined> => {
      const [account, stats] = await Promise.all([findAccount(id), rankOf(id)])
      return (
        account && {
          success: true,
          message: 'Signed in',
          user: toOwnUser(id, account, account.role),
          stats,
        }
      )
    },
    /**
     * Returns a page of accounts, by default the newest first. `search` matches name, username and email address. Names sort
     * without regard to case and accents.
     */
    list: async ({ limit, cursor, search = '', status, sort = 'joined', order = 'desc' }: PeopleQuery) => {
      const words = normalizeForSearch(search)
      const { readModel, index, userOf } = indexFor(sort, status)
      const page = await entriesPage(
        { store, readModel },
        { index, order, list: `people ${index} ${order} ${words}`, limit, cursor, words },
      )
      const accounts = await findAccounts(page.found.map(({ id }) => userOf(id)))
      // The status may have changed since the entry was read.
      const found = accounts.filter((account) => status === undefined || account.status === status)
      const daysOf = await submittedDays(found.map(({ _id }) => _id))
      const people = found.map((account, row) => {
        const days = daysOf[row] ?? []
        return fieldsOf(person, { ...account, submissions: days.length, days })
      })
      return { people, nextCursor: page.nextCursor }
    },
    /** Returns the admins, by name: the first two hundred. */
    team: async (): Promise<TeamMember[]> => {
      const page = await entriesPage(
        { store, readModel: peopleProjection },
        { index: 'admins', order: 'asc', list: 'team', limit: maxTeamMembers, cursor: undefined },
      )
      const found = await findAccounts(page.found.map(({ id }) => id))
      return found.flatMap(({ role, ...admin }) =>
        role === null ? [] : [fieldsOf(teamMember, { ...admin, role })],
      )
    },
    /** Returns the number of all accounts, and of the active ones. */
    figures: async (): Promise<PeopleStatistics> => {
      const [users, activeUsers] = await Promise.all([
        store.count(peopleProjection, 'all'),
        store.count(peopleProjection, 'active'),
      ])
      return { users, activeUsers }
    },
    /** Returns the current session state of a user, for authentication. */
    sessionOf: async (id: string, minVersion?: number): Promise<Session | undefined> => {
      const account = await findAccount(id, minVersion)
      if (account === undefined) return undefined
      const { sessionVersion: version, status, endedTokens } = account
      const { isAdmin, role } = privilegesOf(account)
      // Only requests of admins without a second factor read the options.
      const mustSetUp =
        role !== null &&
        !hasSecondFactor(account.secondFactors) &&
        requiresTwoFactor(role, await currentOptions())
      const privileges = { isAdmin, role, ...(mustSetUp && { needsTwoFactor: mustSetUp }) }
      return { version, status, privileges, endedTokens: endedTokens.map((ended) => ended.id) }
    },
    openSessions: async (id: string): Promise<readonly SeenSession[]> => {
      const account = await findAccount(id)
      return account ? findOpenSessions(id, account) : []
    },
  }
}

const maxTeamMembers = 200

export const peopleHandlers = (queries: PeopleQueries): Endpoint[] => [
  endpoint(accountEndpoints.me)(async ({ caller: { id, needsTwoFactor, redeemedToken: issued } }) => {
    const found = (await queries.me(id)) ?? refuse('not-signed-in', say('authenticationFailed'))
    const me = { ...found, ...(needsTwoFactor && { needsTwoFactor }) }
    return issued === undefined ? me : { ...me, user: { ...me.user, token: issued.token } }
  }),
  endpoint(peopleEndpoints.list)(async ({ query, response }) => {
    const { people, nextCursor } = await queries.list(query)
    if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
    return people
  }),
  endpoint(teamEndpoints.list)(async () => ({ success: true, members: await queries.team() })),
  endpoint(peopleEndpoints.count)(async () => ({ success: true, count: (await queries.figures()).users })),
  endpoint(peopleEndpoints.countActive)(async () => ({
    success: true,
    count: (await queries.figures()).activeUsers,
  })),
]
