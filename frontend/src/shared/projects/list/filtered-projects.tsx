// A list of projects with search and filters, which are in the URL.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ReactNode } from 'react'
import { Card } from '../../ui/display/card.tsx'
import { NoMatches } from '../../ui/feedback/states.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { t } from '../../i18n/t.ts'
import { filterProjects } from './project-filter.ts'
import { ProjectFilters } from './project-filters.tsx'
import { ArrowUp } from 'lucide-react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import css from './list.module.css'

/** More projects than this have a button back to the top. */
const maxWithoutBackToTop = 5

type FilteredProjectsProps = {
  /** Names the search to screen readers. */
  label: string
  projects: readonly ProjectCard[]
  /** Shows the projects that match, at least one. */
  children: (shown: readonly ProjectCard[]) => ReactNode
}

export const FilteredProjects = ({ label, projects, children }: FilteredProjectsProps) => {
  const [{ search, filters }, changeQuery] = useTableQuery({
    sorts: ['day'],
    filters: ['language', 'day'],
  })
  const shown = filterProjects(projects, { search, ...filters })
  const clear = () => changeQuery({ search: '', filters: { language: '', day: '' } })
  return (
    <>
      <ProjectFilters
        label={label}
        projects={projects}
        filter={{ search, ...filters }}
        onChange={({ search: text, ...change }) =>
          changeQuery({ ...(text !== undefined && { search: text }), filters: { ...filters, ...change } })
        }
        onClear={clear}
      />
      {shown.length === 0 ? (
        <Card>
          <NoMatches title={t('projects.noProjectMatches')} onClear={clear} />
        </Card>
      ) : (
        children(shown)
      )}
      {shown.length > maxWithoutBackToTop && <BackToTop />}
    </>
  )
}

/** Scrolls a long list back to its beginning and moves the focus there. */
const BackToTop = () => {
  const scroll = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }
  return (
    <span className={css.top}>
      <IconButton label={t('projects.backToTop')} icon={<ArrowUp />} onClick={scroll} />
    </span>
  )
}
