import { useEffect } from 'react'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { toTableView } from '../../shared/live/to-table-view.ts'
import layout from '../../shared/styles/layout.module.css'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { auditFilterNames, isFiltered, noFilter, parseAuditFilter } from './audit-filter.ts'
import type { AuditFilter } from './audit-filter.ts'
import { showArrivals } from './audit-list.ts'
import { auditClasses, auditRow } from './audit-row.tsx'
import { auditStore } from './audit-store.ts'
import { AuditTools } from './audit-tools.tsx'
import type { FilterValues } from './audit-tools.tsx'
import { ExportButtons } from './export-buttons.tsx'
import css from './audit-screen.module.css'

/** Who did what, in every run: actions of admins, and what matters for the security of accounts. */
export const AuditScreen = () => {
  const [{ search, page, filters }, changeQuery] = useTableQuery({
    sorts: ['newest'],
    filters: auditFilterNames,
  })
  const { view, moreState } = auditStore.use()
  const filter = parseAuditFilter(search, filters)
  const { actor, action, kind, subject, from, to } = filter
  const load = () => void auditStore.load({ actor, action, kind, subject, from, to })
  useEffect(() => auditStore.follow(), [])
  useEffect(load, [actor, action, kind, subject, from, to])

  const changeFilters = (change: FilterValues) => changeQuery({ filters: { ...filters, ...change } })
  const clear = () => changeQuery({ search: '', filters: noFilter })
  const list = view.state === 'ready' ? view.data : undefined
  return (
    <div className={`${layout.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>Audit</h1>
        <LiveConnectionPill
          store={auditStore}
          subject="list"
          onRetry={view.state === 'failed' ? load : undefined}
        />
        <ExportButtons filter={filter} />
        <p className={css.about}>Who did what, in every run. Newest first.</p>
      </header>
      <AuditTools
        filter={filter}
        search={search}
        onSearch={(text) => changeQuery({ search: text, filters: { ...filters, actor: '' } })}
        onChange={changeFilters}
      />
      <NarrowedTo
        filter={filter}
        isOneActor={filters.actor !== ''}
        onClear={() => changeFilters({ actor: '', subject: '' })}
      />
      <Arrivals />
      <DataTable
        label="Audit"
        layout="list"
        view={toTableView(view, ({ entries }) => entries, {
          failed: 'Failed to load the audit',
          onRetry: load,
        })}
        definition={auditRow}
        // New entries are held back by the bar above; an entry never changes.
        countChanges={false}
        classes={auditClasses}
        cardHeight={70}
        filterKey={JSON.stringify(filter)}
        paging={{
          page,
          onPage: (next) => changeQuery({ page: next }),
          hasMore: list?.nextCursor != null,
          moreState,
          onMore: () => void auditStore.loadMore().catch(() => undefined),
          summary: (shownCount) =>
            list?.nextCursor === null
              ? `Showing ${shownCount.toLocaleString('en')} of ${list.entries.length.toLocaleString('en')}`
              : `Showing ${shownCount.toLocaleString('en')}`,
        }}
        empty={
          isFiltered(filter) ? (
            <NoMatches title="No entry matches" onClear={clear} />
          ) : (
            <EmptyState title="No entries yet">
              Reviews, official ratings, changes of users and of the challenge appear here live.
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** Offers the entries that arrived after the list was loaded. */
const Arrivals = () => {
  const list = auditStore.use(({ view }) => (view.state === 'ready' ? view.data : undefined))
  const count = list?.arrivals.length ?? 0
  if (count === 0) return null
  const more = list?.replacement === undefined ? '' : '+'
  return (
    <PendingChangesBar onPress={() => auditStore.change(showArrivals)}>
      {count === 1 ? '1 new, show it' : `${count}${more} new, show them`}
    </PendingChangesBar>
  )
}

type NarrowedToProps = { filter: AuditFilter; isOneActor: boolean; onClear: () => void }

/** The person or thing that the list is narrowed to, with a way back. */
const NarrowedTo = ({ filter, isOneActor, onClear }: NarrowedToProps) => {
  const entry = auditStore.use(({ view }) => (view.state === 'ready' ? view.data.entries[0] : undefined))
  if (!isOneActor && filter.subject === '') return null
  return (
    <p className={css.narrowed} role="status">
      Showing entries
      {isOneActor && (
        <>
          {' '}
          by <strong dir="auto">{entry?.actor?.name ?? 'one user'}</strong>
        </>
      )}
      {filter.subject !== '' && (
        <>
          {' '}
          about <strong dir="auto">{entry?.subject.name ?? `one ${filter.kind || 'subject'}`}</strong>
        </>
      )}
      {'. '}
      <button type="button" className={css.back} onClick={onClear}>
        Show all
      </button>
    </p>
  )
}
