// The screen on which an admin rates a project: the project on the left and its rating on the right; on phones the rating is below. It is
// opened from the submissions or from a user's projects, and leads to the next project without a rating of this admin.

import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { NextUnratedResponse } from '@thirty/contracts/judging/statistics-api.ts'
import { useDeferredValue, useState, useEffect, useRef } from 'react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { request } from '../../shared/http/http.ts'
import { isNotFound } from '../../shared/http/request-failed.ts'
import { CalibrationBanner, ConflictNote, useOwnJudging } from '../../shared/judging/own-judging.tsx'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { usePageTitle, paths, useParams, useNavigate } from '../../shared/navigation/router.ts'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { ClaimWarning, useClaim } from '../../shared/reviews/claims.tsx'
import { useMay } from '../../shared/team/permissions.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import {
  SkeletonForm,
  SkeletonProjectHead,
  SkeletonText,
  EmptyState,
} from '../../shared/ui/feedback/states.tsx'
import { usePageShortcut, useSingleKeyShortcuts } from '../../shared/preferences/single-key-shortcuts.ts'
import { KeyHint } from '../../shared/ui/controls/key-hint.tsx'
import { asksBeforeLeaving, LeaveDialog, skipLeaveQuestion } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { JudgingActions } from './judging-actions.tsx'
import { ProjectDetails, screenshotSizes } from './project-details.tsx'
import { RatingForm, RatingSubmitted } from './rating-form.tsx'
import { t } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import details from './project-details.module.css'
import css from './rate-project-screen.module.css'

/** A project, and the rating that this admin has given it, null without one. The form begins with it. */
type RatedProject = { project: ProjectCard; ownRating: OwnRating | null }

const ratedProject = liveData<RatedProject, string>({
  load: async (projectId, signal) => {
    const options = { params: { projectId }, signal } as const
    const [{ project }, { rating }] = await Promise.all([
      request('GET', '/api/projects/:projectId', options),
      request('GET', '/api/ratings/project/:projectId/mine', options),
    ])
    return { project, ownRating: rating }
  },
  isAlwaysFresh: true,
  failedText: t('common.projectFailed'),
})

export const RateProjectScreen = () => {
  const { projectId = '' } = useParams()
  const { state, data, message, error, reload } = useLiveData(ratedProject, projectId)
  usePageTitle(data && t('adminRating.rateNamed', { project: data.project.projectName }))
  // The project takes long to render on a slow phone: React does it in short steps, between which the page answers.
  const shown = useDeferredValue(data !== undefined) ? data : undefined
  return (
    <div className={`${frames.admin} ${css.screen}`}>
      {state !== 'failed' && !shown && <Outline />}
      {state === 'failed' && (
        <NotFound onRetry={reload}>
          {isNotFound(error) ? t('adminRating.withdrawnOrEarlier') : message}
        </NotFound>
      )}
      {shown && <ProjectAndRating key={projectId} {...shown} onReload={reload} />}
    </div>
  )
}

/** Returns the path from which the screen was opened. */
function useBackPath(): string {
  const { userId } = useParams()
  return userId === undefined ? paths.admin.submissions : paths.admin.userProjects(userId)
}

const BackToProjects = () => (
  <ButtonLink to={useBackPath()} kind="quiet" size="small" icon={<ArrowLeft />}>
    {t('adminRating.backToProjects')}
  </ButtonLink>
)

type ProjectAndRatingProps = RatedProject & {
  /** Shows the project as it is now. */
  onReload: () => void
}

const ProjectAndRating = ({ project, ownRating, onReload }: ProjectAndRatingProps) => {
  const mayReview = useMay('review-projects')
  useClaim(mayReview ? project._id : undefined)
  const own = useOwnJudging(project._id)
  const conflict = own?.project?.conflict
  const { userId = project.user._id } = useParams()
  const [submitted, setSubmitted] = useState<SubmitRatingResponse>()
  const [hasGoneOn, setHasGoneOn] = useState(false)
  /** Why it cannot be rated. */
  const closed =
    project.status === 'rejected' ? (
      <Banner kind="warning">{t('common.notRateable')}</Banner>
    ) : (
      conflict && <ConflictNote user={project.user} conflict={conflict} />
    )
  return (
    <div className={css.columns}>
      <div className={css.calibration}>
        <CalibrationBanner projectId={project._id} />
      </div>
      <div className={css.back}>
        <BackToProjects />
        {mayReview && <NextUnrated projectId={project._id} onGoOn={() => setHasGoneOn(true)} />}
      </div>
      <ProjectDetails project={project} hasProgress={own !== undefined && !(mayReview && isBlind(own))} />
      <Card as="aside" padding="none" className={css.rating} aria-label={t('common.rating')}>
        {submitted ? (
          <RatingSubmitted average={submitted.average} userId={userId} redirects={!hasGoneOn} />
        ) : closed ? (
          <div className={css.closed}>{closed}</div>
        ) : (
          <RatingForm
            project={project}
            isReadOnly={!mayReview}
            ownRating={ownRating}
            onSubmitted={setSubmitted}
            onReload={onReload}
          />
        )}
        {own && <JudgingActions project={project} own={own} />}
        <ClaimWarning projectId={project._id} />
      </Card>
    </div>
  )
}

/** Whether an admin who may rate must not see yet how others rated the project. */
const isBlind = ({ wantedRatings, project }: OwnJudgingResponse): boolean =>
  wantedRatings > 1 && project !== null && !project.isRatedByMe && project.conflict === null

const NotFound = ({ children, onRetry }: { children: string; onRetry: () => void }) => {
  const backPath = useBackPath()
  usePageTitle(t('serverTexts.projectNotFound'))
  return (
    <div className={css.plate} role="alert">
      <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
      <EmptyState
        title={t('serverTexts.projectNotFound')}
        action={
          <span className={css.actions}>
            <ButtonLink to={backPath} kind="primary">
              {t('adminRating.backToProjects')}
            </ButtonLink>
            <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
          </span>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}

/** The screen while the project is loading: what it shows later, in the same places. */
const Outline = () => (
  <div className={css.columns}>
    <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
    <div className={css.back}>
      <BackToProjects />
    </div>
    <div className={details.project}>
      <SkeletonProjectHead />
      <span className={details.picture}>
        <ScreenshotOutline sizes={screenshotSizes} />
      </span>
      <SkeletonText />
    </div>
    <Card className={css.rating}>
      <SkeletonForm fields={5} />
    </Card>
  </div>
)

/** `onGoOn` is called when the admin continues, before the next project is known. */
const NextUnrated = ({ projectId, onGoOn }: { projectId: string; onGoOn: () => void }) => {
  const navigate = useNavigate()
  const hasKeys = useSingleKeyShortcuts(({ enabled }) => enabled)
  const [isAsking, setIsAsking] = useState(false)
  const isMounted = useRef(false)
  const { pending, run } = useToastedSubmit(t('adminRating.noNextLoaded'))
  // A request reserves the next project for this admin, so the question comes before it.
  const start = () => {
    if (asksBeforeLeaving()) setIsAsking(true)
    else void goOn()
  }
  const goOn = async ({ wasAsked = false } = {}) => {
    setIsAsking(false)
    onGoOn()
    const next = await run(() => request('GET', '/api/admin/next-unrated', { query: { except: projectId } }))
    // The admin may have left the screen in the meantime.
    if (next === undefined || !isMounted.current) return
    if (next.projectId === null) return void toast({ kind: 'success', text: describeEnd(next) })
    if (wasAsked) skipLeaveQuestion()
    await navigate(paths.admin.rateProject(next.projectId))
  }
  usePageShortcut('n', start)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        busy={pending}
        busyText={t('adminRating.nextUnrated')}
        icon={<ArrowRight />}
        onClick={start}
      >
        <span>{t('adminRating.nextUnrated')}</span>
        {hasKeys && <KeyHint>{'N'}</KeyHint>}
      </Button>
      {isAsking && (
        <LeaveDialog onClose={() => setIsAsking(false)} onConfirm={() => void goOn({ wasAsked: true })} />
      )}
    </>
  )
}

/** Says why there is no next project. Projects that still need ratings may have one of this admin. */
function describeEnd({ open, unrated }: NextUnratedResponse): string {
  if (open > 0) return t('adminRating.othersOpen', { count: open })
  return t(unrated > 1 ? 'adminRating.noneForYou' : 'adminRating.allRated')
}
