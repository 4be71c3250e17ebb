// Filters a list of projects by a search, a language and a day. On phones the last two are in a sheet.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CountBadge } from '../../ui/display/badge.tsx'
import { Select } from '../../ui/select/select.tsx'
import { TableSearch } from '../../ui/table/table-search.tsx'
import { useWideLayout } from '../../ui/use-wide-layout.ts'
import { t } from '../../i18n/t.ts'
import { anyOption, dayOptions, languageOptions, type ProjectFilter } from './project-filter.ts'
import layout from '../../styles/layout.module.css'
import css from './list.module.css'

type ProjectFiltersProps = {
  /** Names the search to screen readers. */
  label: string
  /** All projects of the list, which give the options. */
  projects: readonly ProjectCard[]
  filter: ProjectFilter
  onChange: (change: Partial<ProjectFilter>) => void
  onClear: () => void
}

export const ProjectFilters = ({ label, filter, onClear, ...props }: ProjectFiltersProps) => {
  const wide = useWideLayout()
  const isActive = Object.values(filter).some((value) => value !== '')
  return (
    <div className={css.filters} role="search" aria-label={label}>
      <span className={css.search}>
        <TableSearch
          label={t('projects.searchProjects')}
          search={filter.search}
          onSearch={(search) => props.onChange({ search })}
        />
      </span>
      {wide ? <Selects filter={filter} {...props} /> : <FilterSheet filter={filter} {...props} />}
      {isActive && (
        <Button kind="quiet" onClick={onClear}>
          {t('common.clearAll')}
        </Button>
      )}
    </div>
  )
}

type SelectsProps = Omit<ProjectFiltersProps, 'label' | 'onClear'> & { labelHidden?: boolean }

const Selects = ({ projects, filter, onChange, labelHidden = true }: SelectsProps) => (
  <>
    <Select
      label={t('common.language')}
      labelHidden={labelHidden}
      value={filter.language === '' ? anyOption : filter.language}
      options={languageOptions(projects)}
      onValueChange={(value) => onChange({ language: value === anyOption ? '' : value })}
    />
    <Select
      label={t('common.dayLabel')}
      labelHidden={labelHidden}
      value={filter.day === '' ? anyOption : filter.day}
      options={dayOptions(projects)}
      onValueChange={(value) => onChange({ day: value === anyOption ? '' : value })}
    />
  </>
)

const FilterSheet = (props: SelectsProps) => {
  const [open, setOpen] = useState(false)
  const { language, day } = props.filter
  const count = [language, day].filter(Boolean).length
  return (
    <>
      <Button icon={<SlidersHorizontal />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{t('projects.filters')}</span> {count > 0 && <CountBadge count={count} />}
      </Button>
      {open && (
        <Dialog onClose={() => setOpen(false)} placement="sheet" title={t('projects.filters')}>
          <div className={layout.stack20}>
            <Selects {...props} labelHidden={false} />
            <Button kind="primary" size="large" wide onClick={() => setOpen(false)}>
              {t('projects.showProjects')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
