// The screen of the audit: who did what, in every run. Actions of admins, and what matters for the security of accounts. Live messages only
// say that there is more, so the newest entries are loaded and held back.

import type { AuditEntry, AuditResponse } from '@thirty/contracts/audit/api.ts'
import type { AuditAction } from '@thirty/contracts/audit/audit-actions.ts'
import { auditSubjectKinds, type AuditSubjectKind } from '@thirty/contracts/audit/subject-kinds.ts'
import type { ReactNode } from 'react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { request } from '../../shared/http/http.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { liveData, pagesOf, reloads, useLiveData } from '../../shared/live/live-data.ts'
import { People } from '../../shared/people/people.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/live-indicator.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { useTableQuery, TableSearch } from '../../shared/ui/table/table-query.tsx'
import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { auditClasses, auditRow } from './audit-row.tsx'
import { actions } from './audit-actions.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import words from '../../shared/styles/words.module.css'
import css from './audit-screen.module.css'

/** The filters in the URL, beside the search. Dates are days, as `2026-03-01`. */
const filterNames = ['actor', 'action', 'kind', 'subject', 'from', 'to'] as const
type Filters = Record<(typeof filterNames)[number], string>

export const AuditScreen = () => {
  const [{ search, ...filters }, change, { clear }] = useTableQuery({ filters: filterNames })
  const query = auditQuery(search, filters)
  const isFiltered = Object.values(query).some((value) => value !== undefined)
  const view = useLiveData(audit, query)
  const { data: list } = view
  const { arrivals, hasGap } = arrivalsOf(list)
  return (
    <div className={`${frames.admin} ${css.screen}`}>
      <header className={css.head}>
        <h1>{t('common.audit')}</h1>
        <LiveConnectionPill view={view} subject={t('common.listSubject')} />
        <div className={css.exports}>
          <ExportButtons kind="audit" query={query} />
        </div>
        <p className={css.about}>{t('adminAudit.intro')}</p>
      </header>
      <AuditTools {...{ query, filters, change }} />
      <NarrowedTo {...{ query, filters, change }} newest={list?.entries[0]} />
      {arrivals.length > 0 && (
        <PendingChangesBar onPress={() => audit.at(query).change(showArrivals)}>
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
          filterKey={JSON.stringify(query)}
          paging={{
            summary: (count) =>
              list?.nextCursor === null
                ? t('common.showingOf', { count, total: list.entries.length })
                : t('common.showing', { count }),
          }}
          noMatch={isFiltered && { title: t('adminAudit.noMatch'), onClear: clear }}
          empty={{ title: t('adminAudit.none'), text: t('adminAudit.appearHere') }}
        />
      </People>
    </div>
  )
}

// Safe: these are the keys of the object.
const actionIds = Object.keys(actions) as AuditAction[]

/** Returns the actions about a kind of subject; all actions without one. */
export const actionsAbout = (kind?: AuditSubjectKind): readonly AuditAction[] =>
  actionIds.filter((action) => kind === undefined || actions[action].about === kind)

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Returns the query of the endpoint for the search and the filters of the URL, without values that the server would refuse. A chosen actor
 * replaces the search. Days begin and end in the time zone of the browser.
 */
export const auditQuery = (search: string, { actor, action, kind, subject, from, to }: Filters) => ({
  actor: actor || search.trim() || undefined,
  action: actionIds.find((known) => known === action),
  subjectKind: auditSubjectKinds.find((known) => known === kind),
  subject: subject || undefined,
  from: isDay(from) ? new Date(`${from}T00:00:00`).toISOString() : undefined,
  to: isDay(to) ? new Date(`${to}T23:59:59.999`).toISOString() : undefined,
})
type AuditQuery = ReturnType<typeof auditQuery>

/** Some entries, newest first, and the cursor of older ones. */
type AuditPage = Pick<AuditResponse, 'entries' | 'nextCursor' | 'position' | 'epoch'>

/** The entries on screen. `newest`: the first page as it was loaded since, which waits to be shown. */
export type AuditList = AuditPage & { newest?: AuditPage }

const pages = pagesOf('entries', {
  pageSize: 100,
  // As many as the first page of the table shows: the server looks at a limited part of the log at a time.
  minRows: 22,
  fetchPage: (query: AuditQuery, page, signal) =>
    request('GET', '/api/admin/audit', { query: { ...query, ...page }, signal }),
  idOf: ({ id }) => id,
})

export const audit = liveData<AuditList, AuditQuery>({
  // The newest entries, however many are shown.
  load: (query, signal) => pages.load(query, signal, undefined),
  merge: holdBack,
  // Only admins receive the message.
  reloadDelayMs: 500,
  loadMore: pages.loadMore,
  messages: { 'audit.changed': reloads },
})

/** Adds the first page as it is now. The list never jumps; only if it is empty, the page is shown at once. */
export function holdBack(list: AuditList, newest: AuditPage): AuditList {
  const { position, epoch } = newest
  return list.entries.length === 0 ? newest : { ...list, position, epoch, newest }
}

/** Returns the entries that wait to be shown. `hasGap`: more arrived than were loaded. */
export function arrivalsOf(list?: AuditList): { arrivals: readonly AuditEntry[]; hasGap: boolean } {
  const loaded = list?.newest?.entries ?? []
  const index = loaded.findIndex(({ id }) => id === list?.entries[0]?.id)
  return index === -1
    ? { arrivals: loaded, hasGap: loaded.length > 0 }
    : { arrivals: loaded.slice(0, index), hasGap: false }
}

/** Shows the arrivals: above the list, or, if there is a gap, in its place. */
export function showArrivals(list: AuditList): AuditList {
  const { newest, ...shown } = list
  const { arrivals, hasGap } = arrivalsOf(list)
  return hasGap && newest ? newest : { ...shown, entries: [...arrivals, ...shown.entries] }
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
  query: AuditQuery
  filters: Filters
  change: (filters: Partial<Filters>) => void
}

/** The filters of the audit, and the search for an actor. */
const AuditTools = ({ query: { subjectKind, action }, filters, change }: AuditToolsProps) => {
  const changeKind = (kind: AuditSubjectKind | '') => {
    const keepsAction = actionsAbout(kind || undefined).some((known) => known === action)
    change({ kind, subject: '', ...(!keepsAction && { action: '' }) })
  }
  return (
    <div className={css.tools}>
      <FilterGroup
        label={t('adminAudit.about')}
        options={kinds}
        value={subjectKind ?? ''}
        onValueChange={changeKind}
      />
      <div className={css.fields}>
        <TableSearch label={t('adminAudit.findActor')} ends={['actor']} />
        <Select
          label={t('adminAudit.action')}
          labelHidden
          options={[
            { value: '', label: t('adminAudit.allActions') },
            ...actionsAbout(subjectKind).map((value) => ({ value, label: actions[value].label })),
          ]}
          value={action ?? ''}
          onValueChange={(next) => change({ action: next })}
        />
        {days.map(({ name, label }) => (
          <Field
            key={name}
            type="date"
            label={label}
            labelHidden
            icon={<span className={words.faint}>{label}</span>}
            value={filters[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
    </div>
  )
}

const days = [
  { name: 'from', label: t('adminAudit.from') },
  { name: 'to', label: t('adminAudit.to') },
] as const

type NarrowedToProps = AuditToolsProps & { newest: AuditEntry | undefined }

/** The person or thing that the list is narrowed to, with a way back. `newest`: the newest entry of the list, which has the names. */
const NarrowedTo = ({ query, filters, change, newest }: NarrowedToProps) => {
  const { subjectKind: kind = '' } = query
  const isOneActor = filters.actor !== ''
  const isOneSubject = query.subject !== undefined
  if (!isOneActor && !isOneSubject) return null
  const actor = newest?.actor ? formatName(newest.actor.name) : t('adminAudit.oneUser')
  const subject = newest ? formatName(newest.subject.name) : t('adminAudit.oneSubject', { kind })
  const tags = {
    all: (text: ReactNode) => (
      <button type="button" className={css.back} onClick={() => change({ actor: '', subject: '' })}>
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
