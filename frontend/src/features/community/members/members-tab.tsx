// Everyone who takes part, with role, submissions and rank.

import type { LiveView } from '../../../shared/live/live-types.ts'
import { toPaging, toTableView } from '../../../shared/live/to-table-view.ts'
import { EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { TableSearch } from '../../../shared/ui/table/table-search.tsx'
import { useTableQuery } from '../../../shared/ui/table/use-table-query.ts'
import { memberRow } from './member-row.tsx'
import type { Members } from './all-members.ts'
import { FrozenMark } from '../../../shared/challenge/frozen-mark.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './members.module.css'

export const MembersTab = ({ view }: { view: LiveView<Members> }) => {
  const [{ search, page }, changeQuery] = useTableQuery({ sorts: ['joined'] })
  const { data: list } = view
  return (
    <div className={layout.stack12}>
      <div className={css.search}>
        <TableSearch
          label={t('community.findMember')}
          search={search}
          onSearch={(text) => changeQuery({ search: text })}
        />
      </div>
      <FrozenMark />
      <DataTable
        label={t('community.members')}
        view={toTableView(view, ({ members }) => members, { failed: t('community.loadingFailed') })}
        definition={memberRow}
        filterKey={search}
        paging={{
          ...toPaging(view, page, changeQuery),
          summary: (shownCount) =>
            search === ''
              ? t('community.showingOf', { shown: shownCount, total: list?.count ?? shownCount })
              : t('community.showing', { shown: shownCount }),
        }}
        empty={
          search === '' ? (
            <EmptyState title={t('community.noMembers')}>{t('community.membersAppearHere')}</EmptyState>
          ) : (
            <NoMatches title={t('community.noMemberMatches')} onClear={() => changeQuery({ search: '' })} />
          )
        }
      />
    </div>
  )
}
