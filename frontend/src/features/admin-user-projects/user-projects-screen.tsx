// All projects of one participant in the current run, for admins to look through and to rate.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Star } from 'lucide-react'
import { useParams, paths, usePageTitle } from '../../shared/navigation/router.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData, liveData } from '../../shared/live/live-data.ts'
import { FilteredProjects } from '../../shared/projects/list/filtered-projects.tsx'
import { Avatar } from '../../shared/people/people.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { Card, Chips, StatusBadge } from '../../shared/ui/display/surfaces.tsx'
import { EmptyState, Skeleton, SkeletonText, Loaded } from '../../shared/ui/feedback/states.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import { useToday } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { ProjectLinks, Screenshot, ReadMore } from '../../shared/projects/project-parts.tsx'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { useMay } from '../../shared/team/permissions.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { request } from '../../shared/http/http.ts'
import {
  submissionLimit,
  submissionRules,
  type Submissions,
} from '../../shared/submissions/own-submissions.ts'
import words from '../../shared/styles/words.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './user-projects-screen.module.css'

/** The submissions of one participant in the current run, by user id, updated live. */
const projectsOfUser = liveData<Submissions, string>({
  load: (userId, signal) => {
    const options = { params: { userId }, query: { limit: submissionLimit }, signal }
    return request('GET', '/api/projects/user/:userId', options)
  },
  // Admins receive the submissions of everybody.
  messages: (userId) => submissionRules(({ user }) => user._id === userId),
  isEmpty: ({ projects }) => projects.length === 0,
  failedText: t('common.checkConnection'),
})

export const UserProjectsScreen = () => {
  const { userId = '' } = useParams()
  const view = useLiveData(projectsOfUser, userId)
  const today = useToday()
  const owner = view.data?.projects[0]?.user
  usePageTitle(owner && t('common.projectsOf', { name: formatName(owner.fullName) }))
  return (
    <AdminPage
      back={{ to: paths.admin.users, label: t('adminUserProjects.backToUsers') }}
      title={t('adminUserProjects.userProjects')}
      actions={
        <>
          <LiveConnectionPill view={view} subject={t('common.projectsSubject')} />
          {view.state === 'loading' && (
            // As high as the days, so that nothing moves when they are there.
            <span className={css.days}>
              <Skeleton shape="strip" height="60px" />
            </span>
          )}
          {view.state === 'ready' && (
            <section className={css.days} aria-label={t('adminUserProjects.daysOfUser')}>
              <HeatStrip
                days={projectDayMarks(view.data.projects, today)}
                size="l"
                personName={owner?.fullName ?? ''}
                table={false}
              />
              <p className={layout.scale}>
                <span>{t('adminUserProjects.firstDay')}</span>
                <span>{t('adminUserProjects.lastDay')}</span>
              </p>
            </section>
          )}
        </>
      }
      note={
        <span className={css.owner}>
          {owner && (
            <>
              <Avatar id={owner._id} name={owner.fullName} image={owner.profileImage} size={26} />
              <strong dir="auto">{formatName(owner.fullName)}</strong>
            </>
          )}
          <span className={words.anywhere}>
            {/* A prerendered page, which is loading, is the same for every user. */}
            {view.state === 'loading' ? '\u00A0' : t('adminUserProjects.viewingAll', { id: userId })}
          </span>
        </span>
      }
    >
      <Loaded
        view={view}
        loading={
          // The first page has the screenshot of the newest project already, while it is loading a little higher than later: by rounding,
          // the image in its final place must not become the larger paint, which would then come late.
          <div className={css.groups}>
            <Card padding="none" className={css.card}>
              <ScreenshotOutline sizes="100vw" ratio="2 / 1.02" />
              <div className={css.outline}>
                <SkeletonText />
              </div>
            </Card>
          </div>
        }
        failed={t('common.projectsFailed')}
        empty={<EmptyState inCard title={t('common.noProjects')} text={t('adminUserProjects.noneOfUser')} />}
      >
        {({ projects }) => (
          <FilteredProjects
            key={userId}
            label={t('adminUserProjects.projectsOfUser')}
            projects={projects}
            classes={{ list: css.groups, group: css.group, day: css.day, title: css.brief }}
            formatCount={(count) => t('adminUserProjects.showing', { count })}
          >
            {(project) => <UserProjectCard project={project} />}
          </FilteredProjects>
        )}
      </Loaded>
    </AdminPage>
  )
}

const UserProjectCard = ({ project }: { project: ProjectCard }) => (
  <Card as="article" padding="none" className={css.card}>
    <Screenshot project={project} ratio="2 / 1" />
    <div className={css.words}>
      <header className={css.head}>
        <h3 dir="auto">{formatName(project.projectName)}</h3>
        <StatusBadge status={project.status} />
      </header>
      <p className={words.faint}>
        {t.rich('adminUserProjects.submittedAt', {
          time: () => <Time at={project.submissionDate} exact="minute" />,
        })}
      </p>
      <ReadMore text={project.description} subject={project.projectName} />
      <Chips text={project.languages} />
    </div>
    <p className={css.actions}>
      {/* Admins who may not rate only read. */}
      <ButtonLink
        to={paths.admin.rateProject(project._id)}
        kind="primary"
        size="small"
        className={css.rate}
        icon={<Star />}
      >
        {t(useMay('review-projects') ? 'common.rateProject' : 'adminUserProjects.viewRating')}
      </ButtonLink>
      <ProjectLinks project={project} live={t('adminUserProjects.demo')} size="small" />
    </p>
  </Card>
)
