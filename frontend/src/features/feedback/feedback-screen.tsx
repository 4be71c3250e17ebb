// The feedback and the ratings of a project, open to everybody.

import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate, useParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { errorMessage, isNotFound } from '../../shared/http/request-failed.ts'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import type { LiveView } from '../../shared/live/live-types.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { useLinkedPath } from '../../shared/navigation/requested-path.ts'
import { useSession, type Session } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonBoard, SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
import { feedbackData, type Feedback, type FeedbackKey } from './feedback-data.ts'
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
  const area = useSession(({ session }) => areaOf(session))
  const view = useLiveData(feedbackData, { projectId, area })
  const name = view.data?.project.projectName
  const missing = view.state === 'failed' ? failureTitle(view.error) : undefined
  usePageTitle(name === undefined ? missing : t('feedback.ratingsOf', { project: name }))
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink area={area} />
      {view.data ? (
        <LoadedFeedback feedback={view.data} view={view} isVisitor={area === 'none'} />
      ) : (
        <>
          <h1 className={hidden.visuallyHidden}>{t('common.feedbackAndRatings')}</h1>
          {view.state === 'failed' ? (
            <Failure error={view.error} area={area} onRetry={view.reload} />
          ) : (
            <>
              <SkeletonBoard />
              <SkeletonRows count={3} label={t('feedback.loading')} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Whose token the requests carry. */
function areaOf(session: Session): FeedbackKey['area'] {
  if (session.kind === 'checking') return session.area
  return session.kind === 'visitor' ? 'none' : session.kind
}

const homePaths = { none: paths.landing, user: paths.dashboard, admin: paths.admin.leaderboard } as const

/** Goes one step back in the history; to the start page if the screen is its first entry. */
const BackLink = ({ area }: Pick<FeedbackKey, 'area'>) => {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <Link
      to={homePaths[area]}
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

/** The link of a project leads visitors here. */
const WhatVisitorsSee = () => {
  const from = useLinkedPath()
  return (
    <Banner
      kind="info"
      action={
        <ButtonLink to={paths.logIn} state={{ from }} size="small">
          {t('common.logIn')}
        </ButtonLink>
      }
    >
      {t('feedback.visitorsSeeRatings')}
    </Banner>
  )
}

type LoadedFeedbackProps = { feedback: Feedback; view: LiveView<Feedback>; isVisitor: boolean }

const LoadedFeedback = ({ feedback, view, isVisitor }: LoadedFeedbackProps) => (
  <>
    <FeedbackHeader
      feedback={feedback}
      pill={!isVisitor && <LiveConnectionPill view={view} subject={t('feedback.ratingsSubject')} />}
    />
    {isVisitor && <WhatVisitorsSee />}
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

const failureTitle = (error: unknown): string =>
  t(isNotFound(error) ? 'serverTexts.projectNotFound' : 'common.projectFailed')

type FailureProps = { error: unknown; area: FeedbackKey['area']; onRetry: () => void }

const Failure = ({ error, area, onRetry }: FailureProps) => {
  const from = useLinkedPath()
  if (isNotFound(error)) {
    return (
      <EmptyState
        title={failureTitle(error)}
        action={
          area === 'none' ? (
            <>
              <ButtonLink to={paths.logIn} state={{ from }} kind="primary">
                {t('common.logIn')}
              </ButtonLink>
              <ButtonLink to={homePaths[area]}>{t('common.startPage')}</ButtonLink>
            </>
          ) : (
            <ButtonLink to={homePaths[area]} kind="primary">
              {t('common.dashboard')}
            </ButtonLink>
          )
        }
      >
        {t(area === 'none' ? 'feedback.notPublicOrIncomplete' : 'common.withdrawnOrIncomplete')}
      </EmptyState>
    )
  }
  return (
    <ErrorState title={failureTitle(error)} onRetry={onRetry}>
      {errorMessage(error, t('common.projectUnavailable'))}
    </ErrorState>
  )
}
