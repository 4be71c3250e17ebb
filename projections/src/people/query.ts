// Finds accounts and their open sessions: the caller's own account, also while read models are unavailable, the team of admins, searched
// and counted ones, and the session state that authentication needs. `endpoints.ts` has the list for admins, `members.ts` what others see
// of people.

import { privilegesOf } from '@thirty/contracts/endpoints/access.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { accountFields, toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import { teamMember, type TeamMember } from '@thirty/contracts/team/api.ts'
import type { PeopleStatistics } from '@thirty/contracts/judging/statistics-api.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { hasSecondFactor, requiresTwoFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { systemScheduler, type Clock } from '@thirty/infra/scheduler.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Session } from '@thirty/infra/http/authentication/authentication.ts'
import type { FindOpenSessions, SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById, scanEntries } from '../document-reads.ts'
import { accountLookup } from './account-lookup.ts'
import { peopleProjection, type Account } from './projection.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'

export type PeopleQueriesOptions = {
  store: ReadModelStore
  /** Source of accounts that the read model cannot return. */
  log: Pick<EventLog, 'read'>
  /** Returns how many milliseconds a read model lags, by name; infinity for one of another log. No read model lags when missing. */
  lagOf?: ((readModel: string) => number) | undefined
  /** Measures how old accounts are; must not be adjustable. */
  monotonic?: Clock
  currentOptions: () => Promise<Pick<ChallengeOptions, 'ownersNeedTwoFactor'>>
  /** Returns the sessions of an account that have not ended, the last seen first; none when missing. */
  findOpenSessions?: FindOpenSessions | undefined
}

export function peopleQueries(options: PeopleQueriesOptions) {
  const {
    store,
    log,
    lagOf = () => 0,
    monotonic = systemScheduler.monotonic,
    currentOptions,
    findOpenSessions = async () => [],
  } = options
  const findAccount = accountLookup({ store, log, lagOf, clock: monotonic })
  const source = { store, readModel: peopleProjection }

  /** Returns the accounts with these ids in the same order, without deleted ones, and with the sessions of each that have not ended. */
  const findAccounts = async (ids: readonly string[]) => {
    const accounts = await documentsById<Account>(source, ids)
    return Promise.all(
      [...accounts].map(async ([id, account]) => {
        const sessions = await findOpenSessions(id, account)
        const lastSeenAt = isoTimeOrNull(sessions[0]?.seenAt)
        return { ...accountFields(id, account), sessions: sessions.length, lastSeenAt }
      }),
    )
  }

  return {
    /** Returns an account as its user sees it, also while read models are unavailable; `undefined` if the user does not exist. */
    ownUser: async (id: string) => {
      const account = await findAccount(id)
      return account && toOwnUser(id, account, account.role)
    },
    findAccounts,
    /** Returns the ids of the newest accounts whose name, username or email address match. */
    search: async (search: string, limit: number): Promise<string[]> => {
      const words = normalizeForSearch(search)
      const { found } = await scanEntries(source, { index: 'all', limit, words })
      return found.map(({ id }) => id)
    },
    /** Returns the admins, by name: the first two hundred. */
    team: async (): Promise<TeamMember[]> => {
      const { found } = await scanEntries(source, { index: 'admins', order: 'asc', limit: maxTeamMembers })
      const admins = await findAccounts(found.map(({ id }) => id))
      return admins.flatMap(({ role, ...admin }) =>
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
