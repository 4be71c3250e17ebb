// The screen with the ratings of a project, open to everybody: the project, its score, and what `ratings.tsx` shows. Signed-in users receive
// new ratings live.

import { rooms } from '@thirty/contracts/live/live.ts'
import type { ComponentProps, ReactNode } from 'react'
import { ChallengeDayBadge } from '../../shared/challenge/challenge-marks.tsx'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { t, formatName, formatScore } from '../../shared/i18n/t.ts'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { useLiveData, liveData, reloadsOn, pagesOf } from '../../shared/live/live-data.ts'
import { useLinkedPath, useLocation, useNavigate, useParams, paths } from '../../shared/navigation/router.ts'
import { ProjectLinks, Screenshot, ReadMore } from '../../shared/projects/project-parts.tsx'
import { isAdminSession, useSession } from '../../shared/session/session.ts'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { StatusBadge, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonBoard, SkeletonRows, LoadedThing } from '../../shared/ui/feedback/states.tsx'
import { Stars } from '../../shared/ui/rating/star-rating.tsx'
import { Ratings, type Feedback } from './ratings.tsx'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import css from './feedback.module.css'
import head from './feedback-header.module.css'

export const FeedbackScreen = () => {
  const { projectId = '' } = useParams()
  const session = useSession((store) => store.session)
  const isVisitor = session.kind === 'visitor'
  const view = useLiveData(feedbackData, { projectId, isVisitor })
  const userPath = isAdminSession(session) ? paths.admin.leaderboard : paths.dashboard
  const homePath = isVisitor ? paths.landing : userPath
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink
        to={homePath}
        label={t('common.back')}
        onClick={(event) => {
          // The router gives the first entry of the history this key.
          if (key === 'default') return
          event.preventDefault()
          void navigate(-1)
        }}
      />
      {!view.data && <h1 className={hidden.visuallyHidden}>{t('common.feedbackAndRatings')}</h1>}
      <LoadedThing
        view={view}
        nameOf={({ project }) => t('feedback.ratingsOf', { project: project.projectName })}
        loading={
          <>
            <SkeletonBoard />
            <SkeletonRows count={3} label={t('feedback.loading')} />
          </>
        }
        failed={t('common.projectFailed')}
        advice={t('common.projectUnavailable')}
        gone={{
          title: t('serverTexts.projectNotFound'),
          text: t(isVisitor ? 'feedback.notPublicOrIncomplete' : 'common.withdrawnOrIncomplete'),
          action: isVisitor && <LogInLink kind="primary" />,
          link: isVisitor
            ? { to: homePath, children: t('common.startPage') }
            : { to: homePath, kind: 'primary', children: t('common.dashboard') },
        }}
      >
        {(feedback) => (
          <>
            <FeedbackHeader
              feedback={feedback}
              pill={!isVisitor && <LiveConnectionPill view={view} subject={t('feedback.ratingsSubject')} />}
            />
            {/* The link of a project leads visitors here. */}
            <Banner kind="info" action={<LogInLink size="small" />}>
              {isVisitor && t('feedback.visitorsSeeRatings')}
            </Banner>
            <Ratings feedback={feedback} view={view} />
          </>
        )}
      </LoadedThing>
    </div>
  )
}

/** Leads to the login, and from there back here. */
const LogInLink = (look: Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'size'>) => (
  <ButtonLink to={paths.logIn} state={{ from: useLinkedPath() }} {...look}>
    {t('common.logIn')}
  </ButtonLink>
)

const FeedbackHeader = ({ feedback, pill }: { feedback: Feedback; pill: ReactNode }) => {
  const { project, averageRating, ratingCount } = feedback
  return (
    <header className={head.header}>
      <Screenshot className={layout.framed} project={project} isMain />
      <div className={head.words}>
        <p className={head.marks}>
          <ChallengeDayBadge day={project.day} />
          <StatusBadge status={project.status} />
          {pill}
        </p>
        <h1 dir="auto">{formatName(project.projectName)}</h1>
        <p className={head.facts}>
          {t.rich('feedback.submittedBy', {
            name: () => <strong dir="auto">{formatName(project.submittedBy)}</strong>,
            time: () => <Time at={project.submissionDate} exact="date" />,
          })}
        </p>
        <ReadMore text={project.description} subject={project.projectName} />
        <p className={layout.cluster8}>
          <ProjectLinks project={project} size="small" />
        </p>
      </div>
      {ratingCount === 0 ? (
        <p className={head.unrated}>{t('common.notRatedYet')}</p>
      ) : (
        <div className={head.score}>
          <strong className={head.value}>{formatScore(averageRating)}</strong>
          <Stars value={averageRating} size={22} className={head.stars} />
          <span className={head.count}>{t('feedback.ratingCount', { count: ratingCount })}</span>
        </div>
      )}
    </header>
  )
}

type FeedbackKey = { projectId: string; isVisitor: boolean }

const pages = pagesOf('ratings', {
  pageSize: 20,
  fetchPage: ({ projectId }: FeedbackKey, query, signal) =>
    request('GET', '/api/ratings/project/:projectId', { params: { projectId }, query, signal }),
  idOf: ({ id }) => id,
})

const feedbackData = liveData<Feedback, FeedbackKey>({
  ...pages,
  load: async (key, signal, current) => {
    const loaded = await pages.load(key, signal, current)
    return { ...loaded, project: loaded.project ?? (await fetchHiddenProject(key, signal)) }
  },
  // Few people watch one project.
  reloadDelayMs: 100,
  // Only signed-in users may join the room of a project.
  room: ({ projectId, isVisitor }) => (isVisitor ? undefined : rooms.project(projectId)),
  messages: ({ isVisitor }) =>
    isVisitor
      ? {}
      : {
          'project.rated': (data, { items }, reload) => {
            const item = items.findLast(({ projectId }) => projectId === data.project._id)
            if (item === undefined) return data
            // The message has the new figures, but not the rating.
            reload()
            return { ...data, averageRating: item.averageRating, ratingCount: item.ratingCount }
          },
          // After a reset the project belongs to a run that is not shown.
          ...reloadsOn('challenge.changed'),
        },
})

/** Returns a rejected project for signed-in users. Rejects as if it did not exist for visitors, who may not see it. */
async function fetchHiddenProject({ projectId, isVisitor }: FeedbackKey, signal: AbortSignal) {
  const refusal = { code: 'project-not-found', message: t('serverTexts.projectNotFound') } as const
  if (isVisitor) throw new RequestFailed(404, refusal, true)
  return (await request('GET', '/api/projects/:projectId', { params: { projectId }, signal })).project
}
