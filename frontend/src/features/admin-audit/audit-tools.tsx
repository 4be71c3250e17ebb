// The filters of the audit, and the search for an actor.

import { FilterGroup } from '../../shared/ui/controls/segments.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { TableSearch } from '../../shared/ui/table/table-search.tsx'
import { actions } from './audit-actions.ts'
import { actionsAbout, type AuditFilter } from './audit-filter.ts'
import { t } from '../../shared/i18n/t.ts'
import words from '../../shared/styles/words.module.css'
import css from './audit-screen.module.css'

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

/** The list box needs a value for "no filter". */
const allActions = 'all'

export type FilterValues = Partial<Record<keyof AuditFilter, string>>

type AuditToolsProps = {
  filter: AuditFilter
  search: string
  onSearch: (search: string) => void
  onChange: (filters: FilterValues) => void
}

export const AuditTools = ({ filter, search, onSearch, onChange }: AuditToolsProps) => {
  const { kind, action, from, to } = filter
  const changeKind = (next: AuditFilter['kind']) => {
    const keepsAction = actionsAbout(next).some((known) => known === action)
    onChange({ kind: next, subject: '', ...(!keepsAction && { action: '' }) })
  }
  return (
    <div className={css.tools}>
      <FilterGroup label={t('adminAudit.about')} options={kinds} value={kind} onValueChange={changeKind} />
      <div className={css.fields}>
        <TableSearch label={t('adminAudit.findActor')} search={search} onSearch={onSearch} />
        <Select
          label={t('adminAudit.action')}
          labelHidden
          options={[
            { value: allActions, label: t('adminAudit.allActions') },
            ...actionsAbout(kind).map((value) => ({ value, label: actions[value].label })),
          ]}
          value={action === '' ? allActions : action}
          onValueChange={(next) => onChange({ action: next === allActions ? '' : next })}
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
