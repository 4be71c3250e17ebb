// The user's projects of the current run by day, updated live, each with its state, its rating and what can be done with it. The URL has the
// search and the filters.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Plus, MessageCircle, Heart } from 'lucide-react'
import { useToday, useCurrentDay } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { t, formatScore, formatName } from '../../shared/i18n/t.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { paths } from '../../shared/navigation/router.ts'
import { FilteredProjects } from '../../shared/projects/list/filtered-projects.tsx'
import {
  MadeWith,
  ProjectLink,
  ProjectLinks,
  Screenshot,
  ReadMore,
} from '../../shared/projects/project-parts.tsx'
import { useSession } from '../../shared/session/session.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { ownSubmissions, type Submissions } from '../../shared/submissions/own-submissions.ts'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { StatusBadge, Card } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonCards, EmptyState, Loaded } from '../../shared/ui/feedback/states.tsx'
import { StarRating } from '../../shared/ui/rating/star-rating.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import css from './my-projects.module.css'

export const MyProjectsScreen = () => {
  const view = useLiveData(ownSubmissions)
  const isRefused = view.error instanceof RequestFailed && view.error.hasServerMessage
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <header className={css.header}>
        <BackLink to={paths.dashboard} label={t('common.dashboard')} className={css.back} />
        <h1>{t('common.myProjectsMyProjects')}</h1>
        <ButtonLink to={paths.submitProject} kind="primary" className={css.new} icon={<Plus />}>
          {t('myProjects.newProject')}
        </ButtonLink>
        <div className={css.summary}>
          {view.state === 'ready' && <p>{formatSummary(view.data)}</p>}
          <LiveConnectionPill view={view} subject={t('common.projectsSubject')} />
        </div>
      </header>
      <Loaded
        view={view}
        loading={<SkeletonCards />}
        failed={t(isRefused ? 'common.projectsFailed' : 'myProjects.fetchError')}
        advice={t('common.checkConnection')}
        empty={
          <EmptyState
            inCard
            title={t('common.noProjects')}
            text={t('myProjects.noProjectsText')}
            link={{ to: paths.submitProject, kind: 'today', children: t('myProjects.submitFirst') }}
          />
        }
      >
        {({ projects }) => (
          <>
            <ThirtyDays projects={projects} />
            <FilteredProjects
              label={t('common.myProjectsMyProjects')}
              projects={projects}
              classes={{ list: layout.stack20, group: css.group, day: css.day }}
            >
              {(project) => <OwnProjectCard project={project} />}
            </FilteredProjects>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Summarizes the projects: "17 submitted, 15 approved, 1 pending, 1 rejected. Average 4.5." */
function formatSummary({ projects, counts }: Submissions): string {
  const parts = [
    t('common.submitted', { count: counts.all }),
    counts.approved > 0 && t('common.countApproved', { count: counts.approved }),
    counts.submitted > 0 && t('myProjects.countPending', { count: counts.submitted }),
    counts.rejected > 0 && t('myProjects.countRejected', { count: counts.rejected }),
  ]
  const text = `${parts.filter(Boolean).join(', ')}.`
  const rated = projects.filter(({ ratingCount }) => ratingCount > 0)
  if (rated.length === 0) return text
  const average = rated.reduce((sum, { averageRating }) => sum + averageRating, 0) / rated.length
  return `${text} ${t('myProjects.average', { average: formatScore(average) })}`
}

const ThirtyDays = ({ projects }: { projects: readonly ProjectCard[] }) => {
  const today = useToday()
  const wide = useWideLayout()
  const name = useSession(({ session }) => ('user' in session ? session.user.fullName : t('myProjects.you')))
  return (
    <section className={wide ? css.panel : undefined} aria-label={t('common.yourThirtyDays')}>
      <HeatStrip days={projectDayMarks(projects, today)} size="xl" personName={name} table={wide} />
      <p className={css.legend}>
        <span>{t('common.day', { day: 1 })}</span>
        {wide && <span>{t('myProjects.stripLegend')}</span>}
        <span>{t('common.day', { day: 30 })}</span>
      </p>
      <CertificateLink projects={projects} />
    </section>
  )
}

export const OwnProjectCard = ({ project }: { project: ProjectCard }) => {
  const { projectName, status, rejectionReason, averageRating, likes, comments } = project
  return (
    <Card as="article" padding="none" className={css.card}>
      <Screenshot project={project} />
      <div className={css.words}>
        <header className={css.head}>
          <h3 dir="auto">
            <ProjectLink projectId={project._id} className={css.name}>
              {formatName(projectName)}
            </ProjectLink>
          </h3>
          <Time at={project.submissionDate} />
        </header>
        <p className={layout.facts}>
          <StatusBadge status={status} />
          {averageRating > 0 ? (
            <StarRating value={averageRating} count={project.ratingCount} />
          ) : (
            <span>{t('common.notRatedYet')}</span>
          )}
          {likes > 0 && (
            <span className={css.figure}>
              <Heart size={15} />
              {t('myProjects.likes', { count: likes })}
            </span>
          )}
          {comments > 0 && (
            <span className={css.figure}>
              <MessageCircle size={15} />
              {t('myProjects.comments', { count: comments })}
            </span>
          )}
        </p>
        {status === 'rejected' && (
          <p className={css.reason}>
            {rejectionReason ? t('common.reasonIs', { reason: rejectionReason }) : t('common.noReason')}
          </p>
        )}
        <ReadMore text={project.description} subject={projectName} />
        <MadeWith project={project} />
        <Actions project={project} />
      </div>
    </Card>
  )
}

/** A project can be revised and withdrawn until it is approved. */
const Actions = ({ project }: { project: ProjectCard }) => {
  const { _id: projectId, day, status } = project
  const ended = useCurrentDay((challenge) => challenge.ended)
  const name = formatName(project.projectName)
  const params = { projectId }
  return (
    <div className={css.actions}>
      {status !== 'approved' && !ended && (
        <span className={css.changes}>
          <ButtonLink to={paths.reviseProject(day)} kind="quiet">
            {t('myProjects.revise')}
          </ButtonLink>
          <ConfirmedButton
            kind="quiet"
            label={t('myProjects.withdraw')}
            title={t('myProjects.withdrawQuestion', { project: name })}
            description={t('myProjects.withdrawText', { day })}
            isDangerous
            failureText={t('myProjects.notWithdrawn')}
            run={() => ownSubmissions.after(request('DELETE', '/api/projects/:projectId', { params }))}
            doneText={t('myProjects.withdrawn', { project: name, day })}
          />
        </span>
      )}
      <span className={css.links}>
        <ProjectLinks project={project} kind="quiet" />
        <ButtonLink to={paths.projectRatings(projectId)}>{t('common.viewFeedback')}</ButtonLink>
      </span>
    </div>
  )
}
