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
import { isAdminSession, useSession } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonBoard, SkeletonRows } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/feedback/states.tsx'
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
  const name = view.data?.project.projectName
  const missing = view.state === 'failed' ? failureTitle(view.error) : undefined
  usePageTitle(name === undefined ? missing : t('feedback.ratingsOf', { project: name }))
  return (
    <div className={`${frames.page} ${css.screen}`}>
      <BackLink />
      {view.data ? (
        <LoadedFeedback feedback={view.data} view={view} isVisitor={isVisitor} />
      ) : (
        <>
          <h1 className={hidden.visuallyHidden}>{t('common.feedbackAndRatings')}</h1>
          {view.state === 'failed' ? (
            <Failure error={view.error} onRetry={view.reload} />
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

const useIsVisitor = () => useSession(({ session }) => session.kind === 'visitor')

const useHomePath = () => {
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  if (useIsVisitor()) return paths.landing
  return isAdmin ? paths.admin.leaderboard : paths.dashboard
}

/** Goes one step back in the history; to the start page if the screen is its first entry. */
const BackLink = () => {
  const homePath = useHomePath()
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

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const isVisitor = useIsVisitor()
  const homePath = useHomePath()
  const from = useLinkedPath()
  if (isNotFound(error)) {
    return (
      <EmptyState
        title={failureTitle(error)}
        action={
          isVisitor ? (
            <>
              <ButtonLink to={paths.logIn} state={{ from }} kind="primary">
                {t('common.logIn')}
              </ButtonLink>
              <ButtonLink to={homePath}>{t('common.startPage')}</ButtonLink>
            </>
          ) : (
            <ButtonLink to={homePath} kind="primary">
              {t('common.dashboard')}
            </ButtonLink>
          )
        }
      >
        {t(isVisitor ? 'feedback.notPublicOrIncomplete' : 'common.withdrawnOrIncomplete')}
      </EmptyState>
    )
  }
  return (
    <ErrorState title={failureTitle(error)} onRetry={onRetry}>
      {errorMessage(error, t('common.projectUnavailable'))}
    </ErrorState>
  )
}
