// The screen of the audit: who did what, in every run. Actions of admins, and what matters for the security of accounts.

import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import type { ReactNode } from 'react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { formatName } from '../../shared/format/format-name.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { toPaging, toTableView } from '../../shared/live/to-table-view.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { People } from '../../shared/people/people.tsx'
import frames from '../../shared/styles/frames.module.css'
import words from '../../shared/styles/words.module.css'
import { EmptyState, NoMatches } from '../../shared/ui/feedback/states.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../shared/ui/table/use-table-query.ts'
import { auditFilterNames, isFiltered, noFilter, parseAuditFilter, toQuery } from './audit-filter.ts'
import type { AuditFilter } from './audit-filter.ts'
import { showArrivals } from './audit-list.ts'
import { auditClasses, auditRow } from './audit-row.tsx'
import { audit } from './audit-data.ts'
import { AuditTools, type FilterValues } from './audit-tools.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './audit-screen.module.css'

export const AuditScreen = () => {
  const [{ search, page, filters }, changeQuery] = useTableQuery({
    sorts: ['newest'],
    filters: auditFilterNames,
  })
  const filter = parseAuditFilter(search, filters)
  const view = useLiveData(audit, filter)
  const { data: list } = view
  const changeFilters = (change: FilterValues) => changeQuery({ filters: { ...filters, ...change } })
  const clear = () => changeQuery({ search: '', filters: noFilter })
  return (
    <div className={`${frames.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>{t('common.audit')}</h1>
        <LiveConnectionPill view={view} subject={t('common.listSubject')} />
        <div className={css.exports}>
          <ExportButtons kind="audit" query={toQuery(filter)} />
        </div>
        <p className={css.about}>{t('adminAudit.intro')}</p>
      </header>
      <AuditTools
        filter={filter}
        search={search}
        onSearch={(text) => changeQuery({ search: text, filters: { ...filters, actor: '' } })}
        onChange={changeFilters}
      />
      <NarrowedTo
        filter={filter}
        newest={list?.entries[0]}
        isOneActor={filters.actor !== ''}
        onClear={() => changeFilters({ actor: '', subject: '' })}
      />
      {list && list.arrivals.length > 0 && (
        // The entries that arrived after the list was loaded.
        <PendingChangesBar onPress={() => audit.at(filter).change(showArrivals)}>
          {t(list.replacement === undefined ? 'adminAudit.showNew' : 'adminAudit.showManyNew', {
            count: list.arrivals.length,
          })}
        </PendingChangesBar>
      )}
      <People of={list?.entries.flatMap(({ actor }) => actor ?? []) ?? []}>
        <DataTable
          label={t('common.audit')}
          view={toTableView(view, ({ entries }) => entries, { failed: t('adminAudit.couldNotLoad') })}
          definition={auditRow}
          // New entries are held back by the bar above; an entry never changes.
          holds="nothing"
          classes={auditClasses}
          cardHeight={70}
          filterKey={JSON.stringify(filter)}
          paging={{
            ...toPaging(view, page, changeQuery),
            summary: (count) =>
              list?.nextCursor === null
                ? t('common.showingOf', { count, total: list.entries.length })
                : t('common.showing', { count }),
          }}
          empty={
            isFiltered(filter) ? (
              <NoMatches title={t('adminAudit.noMatch')} onClear={clear} />
            ) : (
              <EmptyState title={t('adminAudit.none')}>{t('adminAudit.appearHere')}</EmptyState>
            )
          }
        />
      </People>
    </div>
  )
}

type NarrowedToProps = {
  filter: AuditFilter
  /** The newest entry of the list, which has the names. */
  newest: AuditEntry | undefined
  isOneActor: boolean
  onClear: () => void
}

/** The person or thing that the list is narrowed to, with a way back. */
const NarrowedTo = ({ filter, newest, isOneActor, onClear }: NarrowedToProps) => {
  const isOneSubject = filter.subject !== ''
  if (!isOneActor && !isOneSubject) return null
  const actor = newest?.actor ? formatName(newest.actor.name) : t('adminAudit.oneUser')
  const subject = newest ? formatName(newest.subject.name) : t('adminAudit.oneSubject', { kind: filter.kind })
  const tags = {
    strong: (text: ReactNode) => <strong dir="auto">{text}</strong>,
    all: (text: ReactNode) => (
      <button type="button" className={css.back} onClick={onClear}>
        {text}
      </button>
    ),
  }
  return (
    <p className={words.soft} role="status">
      {isOneActor && isOneSubject && (
        <span>{t.rich('adminAudit.entriesByAndAbout', { actor, subject, ...tags })}</span>
      )}
      {isOneActor && !isOneSubject && <span>{t.rich('adminAudit.entriesBy', { actor, ...tags })}</span>}
      {!isOneActor && <span>{t.rich('adminAudit.entriesAbout', { subject, ...tags })}</span>}
    </p>
  )
}
