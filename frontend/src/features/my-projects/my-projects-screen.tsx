import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../../app/paths.ts'
import { errorMessage, RequestFailed } from '../../shared/http/request-failed.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { FilteredProjects } from '../../shared/projects/list/filtered-projects.tsx'
import layout from '../../shared/styles/layout.module.css'
import { ownSubmissionsStore } from '../../shared/submissions/own-submissions.ts'
import type { Submissions } from '../../shared/submissions/own-submissions.ts'
import { BackLink } from '../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonCards } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { ProjectGroups } from './list/project-groups.tsx'
import { formatSummary } from './summary.ts'
import { ThirtyDays } from './thirty-days.tsx'
import css from './my-projects.module.css'

/** The user's projects of the current run by day, updated live. The URL has the search and the filters. */
export const MyProjectsScreen = () => {
  const view = ownSubmissionsStore.use((store) => store.view)
  useEffect(() => {
    const stop = ownSubmissionsStore.follow()
    void ownSubmissionsStore.load(undefined)
    return stop
  }, [])
  const submissions = view.state === 'ready' ? view.data : undefined
  return (
    <div className={`${layout.page} ${css.screen}`}>
      <Header submissions={submissions} />
      {view.state === 'loading' && <SkeletonCards />}
      {view.state === 'failed' && <LoadFailure error={view.error} />}
      {submissions && submissions.projects.length === 0 && <NoProjects />}
      {submissions && submissions.projects.length > 0 && <LoadedProjects submissions={submissions} />}
    </div>
  )
}

const Header = ({ submissions }: { submissions: Submissions | undefined }) => (
  <header className={css.header}>
    <BackLink to={paths.dashboard} label="Dashboard" className={css.back} />
    <h1>My projects</h1>
    <ButtonLink
      to={paths.submitProject}
      kind="primary"
      className={css.new}
      icon={<Plus aria-hidden="true" />}
    >
      New Project
    </ButtonLink>
    <div className={css.summary}>
      {submissions && submissions.projects.length > 0 && <p>{formatSummary(submissions)}</p>}
      <LiveConnectionPill store={ownSubmissionsStore} subject="projects" />
    </div>
  </header>
)

const LoadFailure = ({ error }: { error: unknown }) => {
  const isRefused = error instanceof RequestFailed && error.hasServerMessage
  return (
    <ErrorState
      title={isRefused ? 'Failed to fetch projects' : 'An error occurred while fetching projects'}
      onRetry={() => void ownSubmissionsStore.load(undefined)}
    >
      {errorMessage(error, 'Check your connection and try again.')}
    </ErrorState>
  )
}

const NoProjects = () => (
  <Card>
    <EmptyState
      title="No projects yet"
      action={
        <ButtonLink to={paths.submitProject} kind="today">
          Submit Your First Project
        </ButtonLink>
      }
    >
      Your projects appear here by day, with their reviews and ratings.
    </EmptyState>
  </Card>
)

const LoadedProjects = ({ submissions: { projects } }: { submissions: Submissions }) => (
  <>
    <ThirtyDays projects={projects} />
    <FilteredProjects label="My projects" projects={projects}>
      {(shown) => <ProjectGroups projects={shown} />}
    </FilteredProjects>
  </>
)
