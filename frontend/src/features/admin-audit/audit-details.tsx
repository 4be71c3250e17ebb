import type { AuditEntry, AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { formatDate, formatClockTime } from '../../shared/format/format-time.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import css from './audit-details.module.css'

/** What changed, when exactly, and links to more about the same actor or subject. */
export const AuditDetails = ({ entry }: { entry: AuditEntry }) => {
  const { actor, subject, run, at, position } = entry
  return (
    <>
      <Changes entry={entry} />
      <div className={css.foot}>
        <p className={css.facts}>
          <span>{formatExact(at)}</span>
          {run !== null && <span>Run {run}</span>}
          <span>Position {Number(position).toLocaleString('en')}</span>
        </p>
        <span className={css.actions}>
          {actor && <FilterLink filters={{ actor: actor._id, search: '' }}>Only by {actor.name}</FilterLink>}
          {subject.kind !== 'challenge' && (
            <FilterLink filters={{ kind: subject.kind, subject: subject.id }}>
              Only about this {subject.kind}
            </FilterLink>
          )}
        </span>
      </div>
    </>
  )
}

/** Adds filters to those in the URL; an empty text removes one. */
const FilterLink = ({ filters, children }: { filters: Record<string, string>; children: ReactNode }) => {
  const [parameters] = useSearchParams()
  const next = new URLSearchParams(parameters)
  next.delete('page')
  for (const [name, value] of Object.entries(filters)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return (
    <ButtonLink to={`${paths.admin.audit}?${next}`} size="small" icon={<Filter aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}

const Changes = ({ entry: { before, after, summary } }: { entry: AuditEntry }) => {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return <p className={css.note}>There are no values to compare.</p>
  return (
    <table className={css.changes}>
      <caption>
        <VisuallyHidden>Before and after: {summary}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} data-changed={before[field] !== after[field] || undefined}>
            <th scope="row">{formatField(field)}</th>
            <td>
              <Value value={before[field]} />
            </td>
            <td>
              <Value value={after[field]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Value = ({ value }: { value: AuditRecord[string] | undefined }) => {
  if (value === undefined || value === null)
    return (
      <>
        <span aria-hidden="true" className={css.none}>
          –
        </span>
        <VisuallyHidden>none</VisuallyHidden>
      </>
    )
  return <span dir="auto">{formatValue(value)}</span>
}

/** Returns `startsAt` as "Starts at". */
const formatField = (field: string): string => {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

function formatValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en')
  return isoTime.test(value) ? formatExact(value) : value
}

const formatExact = (iso: string): string =>
  `${formatDate(Date.parse(iso))}, ${formatClockTime(Date.parse(iso))}`
