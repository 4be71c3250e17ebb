// What changed, when exactly, and links to more about the same actor or subject.

import type { AuditEntry, AuditRecord } from '@thirty/contracts/audit/api.ts'
import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { formatDateWithClockTime } from '../../shared/format/format-time.ts'
import { useNameOf } from '../../shared/people/people.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { withParameters } from '../../shared/ui/table/use-table-query.ts'
import { fieldLabel, formatValue } from './audit-fields.ts'
import { summaryText } from './summary-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './audit-details.module.css'

export const AuditDetails = ({ entry }: { entry: AuditEntry }) => {
  const { actor, subject, run, at, position } = entry
  const nameOf = useNameOf()
  return (
    <>
      <Changes entry={entry} />
      <div className={css.foot}>
        <p className={css.facts}>
          <span>{formatDateWithClockTime(Date.parse(at))}</span>
          {run !== null && <span>{t('adminAudit.run', { run })}</span>}
          <span>{t('adminAudit.position', { position: Number(position) })}</span>
        </p>
        <span className={layout.cluster8}>
          {actor && (
            <FilterLink filters={{ actor: actor._id, search: '' }}>
              {t('adminAudit.onlyBy', { name: nameOf(actor) })}
            </FilterLink>
          )}
          {subject.kind !== 'challenge' && (
            <FilterLink filters={{ kind: subject.kind, subject: subject.id }}>
              {t('adminAudit.onlyAbout', { kind: subject.kind })}
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
  const next = withParameters(parameters, { page: '', ...filters })
  return (
    <ButtonLink to={`${paths.admin.audit}?${next}`} size="small" icon={<Filter aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}

const Changes = ({ entry }: { entry: AuditEntry }) => {
  const { before, after } = entry
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return <p className={words.quiet}>{t('adminAudit.noValues')}</p>
  return (
    <table className={css.changes}>
      <caption>
        <VisuallyHidden>{t('adminAudit.beforeAndAfter', { summary: summaryText(entry) })}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('adminAudit.field')}</th>
          <th scope="col">{t('adminAudit.before')}</th>
          <th scope="col">{t('adminAudit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} data-changed={before[field] !== after[field] || undefined}>
            <th scope="row">{fieldLabel(field)}</th>
            <td>
              <Value field={field} value={before[field]} entry={entry} />
            </td>
            <td>
              <Value field={field} value={after[field]} entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ValueProps = { field: string; value: AuditRecord[string] | undefined; entry: AuditEntry }

const Value = ({ field, value, entry }: ValueProps) => {
  if (value === undefined || value === null)
    return (
      <>
        <span aria-hidden="true" className={words.pale}>
          –
        </span>
        <VisuallyHidden>{t('adminAudit.noValue')}</VisuallyHidden>
      </>
    )
  return <span dir="auto">{formatValue(field, value, entry)}</span>
}
