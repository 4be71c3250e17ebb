import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { ArrowRight } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { truncateText } from '../../shared/format/truncate-text.ts'
import { request } from '../../shared/http/http.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { ButtonAnchor, ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { CountBadge } from '../../shared/ui/display/badge.tsx'
import { Screenshot } from '../../shared/ui/display/screenshot.tsx'
import { SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { StatusAction } from './status-action.tsx'
import css from './user-details.module.css'

const shownCount = 2

/** The newest projects of a user, and what an admin can do with the account. */
export const UserDetails = ({ user }: { user: Person }) => (
  <>
    <div className={css.head}>
      <h3>Recent Projects</h3>
      <CountBadge count={user.submissions} />
      <span className={css.actions}>
        <StatusAction user={user} />
        <ButtonLink
          to={paths.admin.userProjects(user._id)}
          size="small"
          iconEnd={<ArrowRight aria-hidden="true" />}
        >
          View All Projects
        </ButtonLink>
      </span>
    </div>
    <RecentProjects user={user} />
  </>
)

const RecentProjects = ({ user: { _id: userId, submissions } }: { user: Person }) => {
  const load = useLoadState({
    // Another number of submissions loads the list again.
    queryKey: ['recent-projects', userId, submissions],
    queryFn: (signal) =>
      request('GET', '/api/projects/user/:userId', {
        params: { userId },
        query: { limit: shownCount },
        area: 'admin',
        signal,
      }),
    fallback: 'Failed to fetch projects',
  })
  if (load.state === 'loading') return <SkeletonRows count={shownCount} label="Loading projects" />
  if (load.state === 'failed')
    return <ErrorState compact heading="h3" title={load.message} retryLabel="Retry" onRetry={load.retry} />
  const { projects, counts } = load.value
  const hiddenCount = counts.all - projects.length
  if (projects.length === 0) return <p className={css.note}>No recent projects found</p>
  return (
    <>
      <ul className={css.projects}>
        {projects.map((project) => (
          <RecentProject key={project._id} project={project} />
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className={css.note}>
          {hiddenCount === 1 ? '1 more project not shown' : `${hiddenCount} more projects not shown`}
        </p>
      )}
    </>
  )
}

const RecentProject = ({ project }: { project: ProjectCard }) => (
  <li className={css.project}>
    <Screenshot src={project.thumbnailUrl} projectName={project.projectName} />
    <div className={css.words}>
      <h4 className={css.title}>
        <span className={css.projectName} dir="auto" title={project.projectName}>
          {project.projectName}
        </span>
        <small>Day {project.day}</small>
      </h4>
      <p dir="auto">{truncateText(project.description, 100)}</p>
      <p className={css.links}>
        <ButtonAnchor href={project.liveLink} target="_blank" size="small" kind="quiet">
          Live Demo
        </ButtonAnchor>
        <ButtonAnchor href={project.repoLink} target="_blank" size="small" kind="quiet">
          Repository
        </ButtonAnchor>
      </p>
    </div>
  </li>
)
