// The screen of all accounts, for admins to look up, export and import. What changes one is in `users-list.tsx`.

import { Upload } from 'lucide-react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLast, useLiveData } from '../../shared/live/live-data.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { FilterGroup, SortGroup } from '../../shared/ui/controls/segments.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { expandableCardClasses } from '../../shared/ui/table/expandable-card.tsx'
import { TableSearch, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { allUsers, userRow } from './users-list.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './users-screen.module.css'

const ImportParticipantsDialog = lazyDialog(
  async () => (await import('./import-participants-dialog.tsx')).ImportParticipantsDialog,
)

const statusOptions = [
  { value: '', label: t('common.all') },
  { value: 'active', label: t('common.active') },
  { value: 'inactive', label: t('common.inactive') },
  { value: 'pending', label: t('common.pending') },
] as const
const sortLabels = {
  joined: t('common.joined'),
  name: t('common.name'),
  submissions: t('common.submissions'),
}

export const UsersScreen = () => {
  const [{ sort, order, ...named }, changeQuery, { clear }] = useTableQuery({
    sorts: ['joined', 'name', 'submissions'],
    filters: ['status'],
  })
  const search = named.search || undefined
  // Another status in the URL is no filter.
  const status = statusOptions.find(({ value }) => value === named.status)?.value || undefined
  const isFiltered = search !== undefined || status !== undefined
  const view = useLiveData(allUsers, { sort, order, search, status })
  const { data: users } = view
  // The figures do not depend on the filter, so they stay while another list is loading.
  const figures = useLast(users)
  return (
    <AdminPage
      title={t('adminUsers.userManagement')}
      actions={
        <>
          <LiveConnectionPill view={view} subject={t('common.listSubject')} />
          <Allowed to="manage-participants">
            <DialogButton icon={<Upload />} dialog={(close) => <ImportParticipantsDialog onClose={close} />}>
              {t('common.importParticipants')}
            </DialogButton>
          </Allowed>
          <ExportButtons kind="users" query={{ search, status }} />
        </>
      }
      note={figures && t('adminUsers.counts', { users: figures.users, active: figures.activeUsers })}
    >
      <div className={css.tools}>
        <TableSearch label={t('adminUsers.findUser')} />
        <FilterGroup
          label={t('common.status')}
          options={statusOptions}
          value={status ?? ''}
          onValueChange={(next) => changeQuery({ status: next })}
        />
        <SortGroup
          label={t('common.sortBy')}
          labels={sortLabels}
          {...{ sort, order }}
          onChange={changeQuery}
        />
      </div>
      <DataTable
        label={t('common.users')}
        holds="order"
        rows={users?.rows}
        view={view}
        failed={t('adminUsers.couldNotFetch')}
        definition={userRow}
        classes={expandableCardClasses}
        cardHeight={88}
        filterKey={`${sort} ${order} ${search} ${status}`}
        paging={{
          summary: (count) => {
            if (users === undefined) return ''
            if (!isFiltered) return t('common.showingOf', { count, total: users.users })
            return users.nextCursor === null
              ? t('adminUsers.found', { count: users.rows.length })
              : t('common.showing', { count })
          },
        }}
        noMatch={isFiltered && { title: t('adminUsers.noMatch'), onClear: clear }}
        empty={{ title: t('adminUsers.none'), text: t('adminUsers.newAppearHere') }}
      />
    </AdminPage>
  )
}
