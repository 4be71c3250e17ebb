// The screen on which an admin rates a project: the project on the left and its rating on the right; on phones the rating is below. It is
// opened from the submissions or from a user's projects, and leads to the next project without a rating of this admin.

import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { NextUnratedResponse } from '@thirty/contracts/judging/statistics-api.ts'
import { useState, useRef, type ComponentProps } from 'react'
import { ArrowLeft, ArrowRight, Scale, UserX } from 'lucide-react'
import { request } from '../../shared/http/http.ts'
import { isNotFound } from '../../shared/http/request-failed.ts'
import { changeCalibration, declareConflict } from '../../shared/judging/judging-requests.ts'
import {
  CalibrationBanner,
  ConflictNote,
  formatRatingsOfWanted,
  ownJudging,
  useOwnJudging,
} from '../../shared/judging/own-judging.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { usePageTitle, paths, useParams, useNavigate } from '../../shared/navigation/router.ts'
import { ScreenshotOutline } from '../../shared/projects/screenshot-outline.tsx'
import { ClaimWarning, useClaim } from '../../shared/reviews/claims.tsx'
import { Allowed, useMay } from '../../shared/team/permissions.tsx'
import { Button, ButtonLink } from '../../shared/ui/controls/button.tsx'
import { Card, Banner, KeyHint } from '../../shared/ui/display/surfaces.tsx'
import {
  SkeletonForm,
  SkeletonProjectHead,
  SkeletonText,
  EmptyState,
} from '../../shared/ui/feedback/states.tsx'
import { usePageShortcut, useSingleKeyShortcuts } from '../../shared/preferences/single-key-shortcuts.ts'
import { asksBeforeLeaving, LeaveDialog, skipLeaveQuestion } from '../../shared/ui/rating/star-input.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { useToastedSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { ProjectDetails, screenshotSizes } from './project-details.tsx'
import { RatingForm, RatingSubmitted } from './rating-form.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import frames from '../../shared/styles/frames.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import details from './project-details.module.css'
import judgingCss from './judging-actions.module.css'
import css from './rate-project-screen.module.css'

/** A project, and the rating that this admin has given it, null without one. The form begins with it. */
const ratedProject = liveData({
  load: async (projectId: string, signal) => {
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
  usePageTitle(
    state === 'failed'
      ? t('serverTexts.projectNotFound')
      : data && t('adminRating.rateNamed', { project: data.project.projectName }),
  )
  return (
    <div className={`${frames.admin} ${css.screen}`}>
      {state === 'loading' && <Outline />}
      {state === 'failed' && (
        <div className={css.plate} role="alert">
          <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
          <EmptyState
            title={t('serverTexts.projectNotFound')}
            text={isNotFound(error) ? t('adminRating.withdrawnOrEarlier') : message}
            action={
              <span className={css.actions}>
                <BackToProjects kind="primary" />
                <Button onClick={reload}>{t('common.tryAgain')}</Button>
              </span>
            }
          />
        </div>
      )}
      {data && <ProjectAndRating key={projectId} {...data} onReload={reload} />}
    </div>
  )
}

/** Leads to the screen from which this one was opened. */
const BackToProjects = (look: Omit<ComponentProps<typeof ButtonLink>, 'to'>) => {
  const { userId } = useParams()
  return (
    <ButtonLink
      {...look}
      to={userId === undefined ? paths.admin.submissions : paths.admin.userProjects(userId)}
    >
      {t('adminRating.backToProjects')}
    </ButtonLink>
  )
}

type ProjectAndRatingProps = Pick<ComponentProps<typeof RatingForm>, 'project' | 'ownRating' | 'onReload'>

const ProjectAndRating = ({ project, ownRating, onReload }: ProjectAndRatingProps) => {
  const mayReview = useMay('review-projects')
  useClaim(mayReview ? project._id : undefined)
  const own = useOwnJudging(project._id)
  const judged = own?.project
  const { userId = project.user._id } = useParams()
  const [submitted, setSubmitted] = useState<SubmitRatingResponse>()
  const [hasGoneOn, setHasGoneOn] = useState(false)
  /** Why it cannot be rated. */
  const closed =
    project.status === 'rejected' ? (
      <Banner kind="warning">{t('common.notRateable')}</Banner>
    ) : (
      judged?.conflict && <ConflictNote user={project.user} conflict={judged.conflict} />
    )
  /** An admin who may rate must not see yet how others rated the project. */
  const isBlind =
    mayReview && (own?.wantedRatings ?? 1) > 1 && judged && !judged.isRatedByMe && !judged.conflict
  return (
    <div className={css.columns}>
      <div className={css.calibration}>
        <CalibrationBanner projectId={project._id} />
      </div>
      <div className={css.back}>
        <BackToProjects kind="quiet" size="small" icon={<ArrowLeft />} />
        {mayReview && <NextUnrated projectId={project._id} onGoOn={() => setHasGoneOn(true)} />}
      </div>
      <ProjectDetails project={project} hasProgress={own !== undefined && !isBlind} />
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
        {own && judged && <JudgingActions {...judged} project={project} wantedRatings={own.wantedRatings} />}
        <ClaimWarning projectId={project._id} />
      </Card>
    </div>
  )
}

type JudgingActionsProps = Pick<OwnJudgingResponse, 'wantedRatings'> &
  NonNullable<OwnJudgingResponse['project']> & { project: ProjectCard }

/** Below the form: how many of the wanted ratings the project has, and the buttons for calibration and for a conflict of interest. */
const JudgingActions = ({ project, wantedRatings, ...judged }: JudgingActionsProps) => {
  const { ratingCount, isRatedByMe, isCalibration, conflict } = judged
  const { user, status } = project
  const { button } = useToastedSubmit(t('adminRating.calibrationFailed'))
  const toggleCalibration = async () => {
    await ownJudging.after(changeCalibration(project._id, !isCalibration))
    const text = t(isCalibration ? 'adminRating.calibrationRemoved' : 'adminRating.calibrationAdded')
    toast({ kind: 'success', text })
  }
  return (
    <div className={judgingCss.actions}>
      {wantedRatings > 1 && (
        <p className={judgingCss.note}>
          <strong>{formatRatingsOfWanted(ratingCount, wantedRatings)}</strong>
          {!isRatedByMe && conflict === null && ratingCount > 0 && <span>{t('adminRating.blindNote')}</span>}
        </p>
      )}
      <Allowed to="run-challenge">
        {(status !== 'rejected' || isCalibration) && (
          <Button kind="quiet" size="small" icon={<Scale />} {...button(toggleCalibration)}>
            {t(isCalibration ? 'adminRating.removeFromCalibration' : 'adminRating.addToCalibration')}
          </Button>
        )}
      </Allowed>
      <Allowed to="review-projects">
        {conflict === null && user._id !== ownUserId() && (
          <ConfirmedButton
            kind="quiet"
            size="small"
            icon={<UserX />}
            label={t('common.declareConflict')}
            title={t('adminRating.declareQuestion', { name: formatName(user.fullName) })}
            description={t('adminRating.declareText')}
            failureText={t('common.conflictNotDeclared')}
            run={() => ownJudging.after(declareConflict({ participant: user._id }))}
            doneText={t('common.conflictDeclared')}
          />
        )}
      </Allowed>
    </div>
  )
}

/** The screen while the project is loading: what it shows later, in the same places. */
const Outline = () => (
  <div className={css.columns}>
    <h1 className={hidden.visuallyHidden}>{t('adminRating.rateProject')}</h1>
    <div className={css.back}>
      <BackToProjects kind="quiet" size="small" icon={<ArrowLeft />} />
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
  const button = useRef<HTMLButtonElement>(null)
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
    // The button is gone if the admin has left the screen in the meantime.
    if (next === undefined || !button.current) return
    if (next.projectId === null) return void toast({ kind: 'success', text: describeEnd(next) })
    if (wasAsked) skipLeaveQuestion()
    await navigate(paths.admin.rateProject(next.projectId))
  }
  usePageShortcut('n', start)
  return (
    <>
      <Button
        ref={button}
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
