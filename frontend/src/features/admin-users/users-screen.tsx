import { useEffect, useState } from 'react'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { toTableView } from '../../shared/live/to-table-view.ts'
import { FilterGroup } from '../../shared/ui/controls/filter-group.tsx'
import { SortGroup } from '../../shared/ui/controls/sort-group.tsx'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { openCardClasses } from '../../shared/ui/table/open-card.tsx'
import { TableSearch } from '../../shared/ui/table/table-search.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { userRow } from './user-row.tsx'
import { userSorts, usersStore } from './users-store.ts'
import css from './users-screen.module.css'

const statusOptions = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'pending', label: 'Pending' },
] as const
const sortLabels = { joined: 'Joined', name: 'Name', submissions: 'Submissions' }

/** All accounts, for admins to look up and to activate or deactivate. */
export const UsersScreen = () => {
  const [{ sort, order, search, page, filters }, changeQuery] = useTableQuery({
    sorts: userSorts,
    filters: ['status'],
  })
  const { view, moreState } = usersStore.use()
  const status = statusOptions.find(({ value }) => value === filters.status)?.value || undefined
  const load = () => void usersStore.load({ sort, order, search, ...(status && { status }) })
  useEffect(() => usersStore.follow(), [])
  useEffect(load, [sort, order, search, status])

  const users = view.state === 'ready' ? view.data : undefined
  // The figures do not depend on the filter, so they stay while another list is loading.
  const [figures, setFigures] = useState(users)
  if (users && users !== figures) setFigures(users)
  const isFiltered = search !== '' || status !== undefined
  return (
    <AdminPage
      title="User Management"
      actions={
        <LiveConnectionPill
          store={usersStore}
          subject="list"
          onRetry={view.state === 'failed' ? load : undefined}
        />
      }
      note={
        figures &&
        `${figures.users.toLocaleString('en')} users, ${figures.activeUsers.toLocaleString('en')} active`
      }
    >
      <div className={css.tools}>
        <TableSearch label="Find a user" search={search} onSearch={(text) => changeQuery({ search: text })} />
        <FilterGroup
          label="Status"
          options={statusOptions}
          value={status ?? ''}
          onValueChange={(next) => changeQuery({ filters: { status: next } })}
        />
        <SortGroup
          label="Sort by"
          options={userSorts.map((value) => ({ value, label: sortLabels[value] }))}
          value={sort}
          order={order}
          onChange={(nextSort, nextOrder) => changeQuery({ sort: nextSort, order: nextOrder })}
        />
      </div>
      <DataTable
        label="Users"
        layout="list"
        holds="order"
        view={toTableView(view, ({ people }) => people, { failed: 'Failed to fetch users', onRetry: load })}
        definition={userRow}
        classes={openCardClasses}
        cardHeight={88}
        filterKey={`${sort} ${order} ${search} ${status}`}
        paging={{
          page,
          onPage: (next) => changeQuery({ page: next }),
          hasMore: users?.nextCursor != null,
          moreState,
          onMore: () => void usersStore.loadMore().catch(() => undefined),
          summary: (shownCount) =>
            isFiltered && users?.nextCursor === null
              ? `${users.people.length.toLocaleString('en')} found`
              : `Showing ${shownCount.toLocaleString('en')}${isFiltered ? '' : ` of ${users?.users.toLocaleString('en')}`}`,
        }}
        empty={
          isFiltered ? (
            <NoMatches
              title="No user matches"
              onClear={() => changeQuery({ search: '', filters: { status: '' } })}
            />
          ) : (
            <EmptyState title="No users yet">New users appear here live.</EmptyState>
          )
        }
      />
    </AdminPage>
  )
}
