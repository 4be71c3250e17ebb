// The screen of the audit: who did what, in every run. Actions of admins, and what matters for the security of accounts.

import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import type { ReactNode } from 'react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { People } from '../../shared/people/people.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/live-indicator.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { useTableQuery, TableSearch } from '../../shared/ui/table/table-query.tsx'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import {
  auditFilterNames,
  parseAuditFilter,
  toQuery,
  actionsAbout,
  type AuditFilter,
  arrivalsOf,
  audit,
  showArrivals,
} from './audit-data.ts'
import { auditClasses, auditRow } from './audit-row.tsx'
import { actions } from './audit-actions.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import words from '../../shared/styles/words.module.css'
import css from './audit-screen.module.css'

export const AuditScreen = () => {
  const [{ search, ...filters }, changeQuery, { clear }] = useTableQuery({
    filters: auditFilterNames,
  })
  const filter = parseAuditFilter(search, filters)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  const view = useLiveData(audit, filter)
  const { data: list } = view
  const { arrivals, hasGap } = arrivalsOf(list)
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
      <AuditTools filter={filter} onChange={changeQuery} />
      <NarrowedTo
        filter={filter}
        newest={list?.entries[0]}
        isOneActor={filters.actor !== ''}
        onClear={() => changeQuery({ actor: '', subject: '' })}
      />
      {arrivals.length > 0 && (
        <PendingChangesBar onPress={() => audit.at(filter).change(showArrivals)}>
          {t(hasGap ? 'adminAudit.showManyNew' : 'adminAudit.showNew', { count: arrivals.length })}
        </PendingChangesBar>
      )}
      <People of={list?.entries.flatMap(({ actor }) => actor ?? []) ?? []}>
        <DataTable
          label={t('common.audit')}
          rows={list?.entries}
          view={view}
          failed={t('adminAudit.couldNotLoad')}
          definition={auditRow}
          // New entries are held back by the bar above; an entry never changes.
          holds="nothing"
          classes={auditClasses}
          cardHeight={70}
          filterKey={JSON.stringify(filter)}
          paging={{
            summary: (count) =>
              list?.nextCursor === null
                ? t('common.showingOf', { count, total: list.entries.length })
                : t('common.showing', { count }),
          }}
          noMatch={isFiltered && { title: t('adminAudit.noMatch'), onClear: clear }}
          empty={<EmptyState title={t('adminAudit.none')}>{t('adminAudit.appearHere')}</EmptyState>}
        />
      </People>
    </div>
  )
}

const kinds = [
  { value: '', label: t('common.all') },
  { value: 'challenge', label: t('common.challenge') },
  { value: 'backup', label: t('common.backups') },
  { value: 'project', label: t('common.projects') },
  { value: 'user', label: t('common.users') },
  { value: 'invitation', label: t('common.invitations') },
  { value: 'discussion', label: t('common.discussions') },
  { value: 'text', label: t('common.savedTexts') },
  { value: 'data', label: t('adminAudit.data') },
  { value: 'webhook', label: t('common.webhooks') },
] as const

type AuditToolsProps = {
  filter: AuditFilter
  onChange: (filters: Partial<Record<keyof AuditFilter, string>>) => void
}

/** The filters of the audit, and the search for an actor. */
const AuditTools = ({ filter, onChange }: AuditToolsProps) => {
  const { kind, action, from, to } = filter
  const changeKind = (next: AuditFilter['kind']) => {
    const keepsAction = actionsAbout(next).some((known) => known === action)
    onChange({ kind: next, subject: '', ...(!keepsAction && { action: '' }) })
  }
  return (
    <div className={css.tools}>
      <FilterGroup label={t('adminAudit.about')} options={kinds} value={kind} onValueChange={changeKind} />
      <div className={css.fields}>
        <TableSearch label={t('adminAudit.findActor')} ends={['actor']} />
        <Select
          label={t('adminAudit.action')}
          labelHidden
          options={[
            { value: '', label: t('adminAudit.allActions') },
            ...actionsAbout(kind).map((value) => ({ value, label: actions[value].label })),
          ]}
          value={action}
          onValueChange={(next) => onChange({ action: next })}
        />
        <DayField label={t('adminAudit.from')} value={from} onChange={(next) => onChange({ from: next })} />
        <DayField label={t('adminAudit.to')} value={to} onChange={(next) => onChange({ to: next })} />
      </div>
    </div>
  )
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void }

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <Field
    type="date"
    label={label}
    labelHidden
    icon={<span className={words.faint}>{label}</span>}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)

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
