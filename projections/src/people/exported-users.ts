// The export of accounts: its columns, and the accounts that a filter keeps, in the order of registration.

import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../export-file.ts'
import { allDocuments } from '../document-reads.ts'
import type { RunContext } from '../run-context.ts'
import { peopleProjection, type Account } from './projection.ts'

/** `role` is the role of an admin, or `participant`. */
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
