// The feedback and the ratings of a project, open to everybody.

import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  Link,
  useLocation,
  useNavigate,
  useParams,
  paths,
  useLinkedPath,
} from '../../shared/navigation/router.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import type { LiveView } from '../../shared/live/live-types.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { LoadedThing } from '../../shared/live/loaded.tsx'
import { isAdminSession, useSession } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonBoard, SkeletonRows } from '../../shared/ui/feedback/states.tsx'
import { feedbackData, type Feedback } from './feedback-data.ts'
import { FeedbackHeader } from './feedback-header.tsx'
import { FeedbackList } from './feedback-list.tsx'
import {
  KindsOfRatings,
  NeighbouringDays,
  RatingDistribution,
  ScoreByCriterion,
} from './feedback-figures.tsx'
import { t } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import layout from '../../shared/styles/layout.module.css'
import hidden from '../../shared/ui/visually-hidden.module.css'
import css from './feedback.module.css'

export const FeedbackScreen = () => {
  const { projectId = '' } = useParams()
  const isVisitor = useIsVisitor()
  const view = useLiveData(feedbackData, { projectId, isVisitor })
  const homePath = useHomePath()
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink homePath={homePath} />
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
          children: t(isVisitor ? 'feedback.notPublicOrIncomplete' : 'common.withdrawnOrIncomplete'),
          action: isVisitor ? (
            <>
              <LogInLink kind="primary" />
              <ButtonLink to={homePath}>{t('common.startPage')}</ButtonLink>
            </>
          ) : (
            <ButtonLink to={homePath} kind="primary">
              {t('common.dashboard')}
            </ButtonLink>
          ),
        }}
      >
        {(feedback) => <ShownFeedback feedback={feedback} view={view} isVisitor={isVisitor} />}
      </LoadedThing>
    </div>
  )
}

const useIsVisitor = () => useSession(({ session }) => session.kind === 'visitor')

const useHomePath = () => {
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  if (useIsVisitor()) return paths.landing
  return isAdmin ? paths.admin.leaderboard : paths.dashboard
}

/** Goes one step back in the history; to the start page if the screen is its first entry. */
const BackLink = ({ homePath }: { homePath: string }) => {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <Link
      to={homePath}
      className={layout.backLink}
      onClick={(event) => {
        // The router gives the first entry this key.
        if (key === 'default') return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <ArrowLeft size={16} />
      {t('common.back')}
    </Link>
  )
}

/** Leads to the login, and from there back here. */
const LogInLink = (look: Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'size'>) => (
  <ButtonLink to={paths.logIn} state={{ from: useLinkedPath() }} {...look}>
    {t('common.logIn')}
  </ButtonLink>
)

type ShownFeedbackProps = { feedback: Feedback; view: LiveView<Feedback>; isVisitor: boolean }

const ShownFeedback = ({ feedback, view, isVisitor }: ShownFeedbackProps) => (
  <>
    <FeedbackHeader
      feedback={feedback}
      pill={!isVisitor && <LiveConnectionPill view={view} subject={t('feedback.ratingsSubject')} />}
    />
    {/* The link of a project leads visitors here. */}
    {isVisitor && (
      <Banner kind="info" action={<LogInLink size="small" />}>
        {t('feedback.visitorsSeeRatings')}
      </Banner>
    )}
    {feedback.ratingCount > 0 && (
      <ScoreByCriterion
        averages={feedback.averages}
        day={{ day: feedback.project.day, averages: feedback.dayAverages }}
      />
    )}
    <div className={frames.rail}>
      <FeedbackList feedback={feedback} view={view} />
      {(feedback.ratingCount > 0 || feedback.neighbours.length > 0) && (
        <aside className={layout.stack20} aria-label={t('feedback.figures')}>
          {feedback.ratingCount > 0 && (
            <>
              <SectionCard title={t('common.spread')} padding="medium">
                <div className={css.spread}>
                  <RatingDistribution counts={feedback.spread} />
                </div>
              </SectionCard>
              <KindsOfRatings official={feedback.official} community={feedback.community} />
            </>
          )}
          <NeighbouringDays projects={feedback.neighbours} />
        </aside>
      )}
    </div>
  </>
)
