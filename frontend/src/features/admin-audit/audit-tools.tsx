import { auditActions } from '@thirty/contracts/rules/audit-actions.ts'
import { FilterGroup } from '../../shared/ui/controls/filter-group.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { Select } from '../../shared/ui/select/select.tsx'
import { TableSearch } from '../../shared/ui/table/table-search.tsx'
import { actionsAbout } from './audit-filter.ts'
import type { AuditFilter } from './audit-filter.ts'
import css from './audit-screen.module.css'

const kinds = [
  { value: '', label: 'All' },
  { value: 'challenge', label: 'Challenge' },
  { value: 'backup', label: 'Backups' },
  { value: 'project', label: 'Projects' },
  { value: 'user', label: 'Users' },
  { value: 'discussion', label: 'Discussions' },
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

/** The filters. */
export const AuditTools = ({ filter, search, onSearch, onChange }: AuditToolsProps) => {
  const { kind, action, from, to } = filter
  const changeKind = (next: AuditFilter['kind']) => {
    const keepsAction = actionsAbout(next).some((known) => known === action)
    onChange({ kind: next, subject: '', ...(!keepsAction && { action: '' }) })
  }
  return (
    <div className={css.tools}>
      <FilterGroup label="About" options={kinds} value={kind} onValueChange={changeKind} />
      <div className={css.fields}>
        <TableSearch label="Find an actor" search={search} onSearch={onSearch} />
        <Select
          label="Action"
          labelHidden
          options={[
            { value: allActions, label: 'All actions' },
            ...actionsAbout(kind).map((value) => ({ value, label: auditActions[value].label })),
          ]}
          value={action === '' ? allActions : action}
          onValueChange={(next) => onChange({ action: next === allActions ? '' : next })}
        />
        <DayField label="From" value={from} onChange={(next) => onChange({ from: next })} />
        <DayField label="To" value={to} onChange={(next) => onChange({ to: next })} />
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
    icon={<span className={css.prefix}>{label}</span>}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)
