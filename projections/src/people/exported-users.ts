// All accounts in the order of registration, as rows of an export.

import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { isFiltered, type ExportTable } from '../export-file.ts'
import { allDocuments } from '../index-page.ts'
import { peopleProjection, type Account } from './projection.ts'

const columns = {
  id: 'Id',
  fullName: 'Full name',
  username: 'Username',
  email: 'Email',
  emailConfirmed: 'Email confirmed',
  role: 'Role',
  status: 'Status',
  joinedAt: 'Joined at (UTC)',
  submissions: 'Submissions',
}

export type ExportedUsersOptions = {
  store: ReadModelStore
  /** Returns the days on which each user submitted a project. */
  submittedDays: (userIds: readonly string[]) => Promise<readonly (readonly unknown[])[]>
}

/** `role` is the role of an admin, or `participant`. */
export const exportedUsers = ({
  store,
  submittedDays,
}: ExportedUsersOptions): ExportTable<keyof typeof columns> => ({
  columns,
  async *parts(filter = {}) {
    const keep = isFiltered(filter) ? (account: Account) => isWanted(account, filter) : undefined
    for await (const found of allDocuments<Account>({ store, readModel: peopleProjection }, 'all', {
      keep,
    })) {
      const days = await submittedDays(found.map(({ id }) => id))
      yield found.map(({ id, document: account }, row) => ({
        id,
        fullName: account.fullName,
        username: account.username,
        email: account.email,
        emailConfirmed: account.emailConfirmed,
        role: account.role ?? 'participant',
        status: account.status,
        joinedAt: account.createdAt,
        submissions: days[row]?.length ?? 0,
      }))
    }
  },
})

const isWanted = ({ fullName, username, email, status }: Account, filter: ExportFilter): boolean =>
  (filter.status === undefined || status === filter.status) &&
  [fullName, username ?? '', email].some((text) => matchesSearch(text, filter.search ?? ''))
