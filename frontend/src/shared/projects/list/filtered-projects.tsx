import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { ReactNode } from 'react'
import { Card } from '../../ui/display/card.tsx'
import { NoMatches } from '../../ui/feedback/states.tsx'
import { useTableQuery } from '../../ui/table/use-table-query.ts'
import { t } from '../messages/t.ts'
import { BackToTop } from './back-to-top.tsx'
import { filterProjects } from './project-filter.ts'
import { ProjectFilters } from './project-filters.tsx'

/** More projects than this have a button back to the top (specification, section 9). */
const maxWithoutBackToTop = 5

type FilteredProjectsProps = {
  /** Names the search to screen readers. */
  label: string
  projects: readonly ProjectCard[]
  /** Shows the projects that match, at least one. */
  children: (shown: readonly ProjectCard[]) => ReactNode
}

/** A list of projects with search and filters, which are in the URL. */
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
          <NoMatches title={t('noProjectMatches')} onClear={clear} />
        </Card>
      ) : (
        children(shown)
      )}
      {shown.length > maxWithoutBackToTop && <BackToTop />}
    </>
  )
}
