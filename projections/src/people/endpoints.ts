// The endpoints of accounts: the caller's own one with the rank, and for admins the lists of accounts and of the team, the counts, and the
// export of accounts.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { peopleEndpoints, person, type PeopleSort } from '@thirty/contracts/accounts/people-api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { normalizeForSearch, matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { entriesPage, allDocuments } from '../document-reads.ts'
import type { RunContext } from '../run-context.ts'
import { peopleProjection, type Account } from './projection.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'

type PeopleQuery = PageQuery & {
  search?: string | undefined
  status?: Account['status'] | undefined
  sort?: PeopleSort | undefined
  order?: 'asc' | 'desc' | undefined
}

/**
 * Returns a page of accounts, by default the newest first, with their submissions in the run. `search` matches name, username and email
 * address. Names sort without regard to case and accents.
 */
export async function listPeople(
  { store, people, submissionsIndex, contributions }: RunContext,
  { limit, cursor, search = '', status, sort = 'joined', order = 'desc' }: PeopleQuery,
) {
  const words = normalizeForSearch(search)
  const ownIndex = `${status ?? 'all'}${sort === 'name' ? ':name' : ''}`
  const { readModel, index, userOf } =
    sort === 'submissions'
      ? submissionsIndex(status)
      : { readModel: peopleProjection, index: ownIndex, userOf: (id: string) => id }
  const page = await entriesPage(
    { store, readModel },
    { index, order, list: `people ${index} ${order} ${words}`, limit, cursor, words },
  )
  const accounts = await people.findAccounts(page.found.map(({ id }) => userOf(id)))
  // The status may have changed since the entry was read.
  const found = accounts.filter((account) => status === undefined || account.status === status)
  const daysOf = await contributions.submittedDays(found.map(({ _id }) => _id))
  const listed = found.map((account, row) => {
    const days = daysOf[row] ?? []
    return fieldsOf(person, { ...account, submissions: days.length, days })
  })
  return { people: listed, nextCursor: page.nextCursor }
}

export const peopleHandlers = (context: RunContext): Endpoint[] => [
  endpoint(accountEndpoints.me)(async ({ caller: { id, needsTwoFactor, redeemedToken: issued } }) => {
    const [user, stats] = await Promise.all([context.people.ownUser(id), context.boardQueries.rankOf(id)])
    if (user === undefined) refuse('not-signed-in', 'authenticationFailed')
    return {
      message: 'Signed in',
      user: { ...user, ...(issued && { token: issued.token }) },
      stats,
      ...(needsTwoFactor && { needsTwoFactor }),
    }
  }),
  endpoint(peopleEndpoints.list)(async ({ query, response }) => {
    const { people, nextCursor } = await listPeople(context, query)
    if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
    return people
  }),
  endpoint(teamEndpoints.list)(async () => ({ members: await context.people.team() })),
  endpoint(peopleEndpoints.count)(async () => ({ count: (await context.people.figures()).users })),
  endpoint(peopleEndpoints.countActive)(async () => ({
    count: (await context.people.figures()).activeUsers,
  })),
]

/** The columns of the export. `role` is the role of an admin, or `participant`. */
const columns: ExportColumns<Account & { id: string; submissions: number }> = {
  id: ['Id', ({ id }) => id],
  fullName: ['Full name', ({ fullName }) => fullName],
  username: ['Username', ({ username }) => username],
  email: ['Email', ({ email }) => email],
  emailConfirmed: ['Email confirmed', ({ emailConfirmed }) => emailConfirmed],
  role: ['Role', ({ role }) => role ?? 'participant'],
  status: ['Status', ({ status }) => status],
  joinedAt: ['Joined at (UTC)', ({ createdAt }) => createdAt],
  submissions: ['Submissions', ({ submissions }) => submissions],
}

/** Exports the accounts that a filter keeps, in the order of registration. */
export const exportedUsers = ({ store, contributions }: RunContext): ExportTable =>
  exportTable(columns, async function* (filter) {
    const keep = (account: Account) => isWanted(account, filter)
    const source = { store, readModel: peopleProjection }
    for await (const found of allDocuments<Account>(source, 'all', { keep })) {
      const days = await contributions.submittedDays(found.map(({ id }) => id))
      yield found.map(({ id, document }, row) => ({ ...document, id, submissions: days[row]?.length ?? 0 }))
    }
  })

const isWanted = ({ fullName, username, email, status }: Account, filter: ExportFilter): boolean =>
  (filter.status === undefined || status === filter.status) &&
  [fullName, username ?? '', email].some((text) => matchesSearch(text, filter.search ?? ''))
