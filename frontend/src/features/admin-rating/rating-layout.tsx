// The two parts of the screen on which an admin rates: the project on the left and its rating on the right; on phones
// the rating is below the project.

import { useEffect, useState } from 'react'
import type { OwnJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { useParams } from '../../shared/navigation/router.ts'
import { CalibrationBanner } from '../../shared/judging/calibration-banner.tsx'
import { ConflictNote } from '../../shared/judging/conflict-note.tsx'
import { useOwnJudging } from '../../shared/judging/own-judging.ts'
import { ClaimWarning } from '../../shared/reviews/claim-note.tsx'
import { followClaims } from '../../shared/reviews/claims.ts'
import { useClaim } from '../../shared/reviews/use-claim.ts'
import { useMay } from '../../shared/team/permissions.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { BackToProjects } from './back-to-projects.tsx'
import { JudgingActions } from './judging-actions.tsx'
import { NextUnrated } from './next-unrated.tsx'
import { ProjectDetails } from './project-details.tsx'
import { RatingForm } from './rating-form.tsx'
import { RatingSubmitted } from './rating-submitted.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './rating-layout.module.css'

type RatingLayoutProps = {
  project: ProjectCard
  ownRating: OwnRating | null
  backPath: string
  /** Shows the project as it is now. */
  onReload: () => void
}

export const RatingLayout = ({ project, ownRating, backPath, onReload }: RatingLayoutProps) => {
  const mayReview = useMay('review-projects')
  useClaim(mayReview ? project._id : undefined)
  useEffect(followClaims, [])
  const own = useOwnJudging(project._id)
  const conflict = own?.project?.conflict
  const { userId = project.user._id } = useParams()
  const [submitted, setSubmitted] = useState<SubmitRatingResponse>()
  const [isRatingUnsent, setIsRatingUnsent] = useState(false)
  const [isGoingOn, setIsGoingOn] = useState(false)
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
        <BackToProjects path={backPath} />
        {mayReview && (
          <NextUnrated
            projectId={project._id}
            isRatingUnsent={isRatingUnsent && !submitted}
            onGoOn={() => setIsGoingOn(true)}
          />
        )}
      </div>
      <ProjectDetails project={project} hasProgress={own !== undefined && !(mayReview && isBlind(own))} />
      <Card as="aside" padding="none" className={css.rating} aria-label={t('common.rating')}>
        {submitted ? (
          <RatingSubmitted average={submitted.average} userId={userId} redirects={!isGoingOn} />
        ) : closed ? (
          <div className={css.closed}>{closed}</div>
        ) : (
          <RatingForm
            project={project}
            isReadOnly={!mayReview}
            ownRating={ownRating}
            onSubmitted={setSubmitted}
            isGoingOn={isGoingOn}
            onReload={onReload}
            onDirtyChange={setIsRatingUnsent}
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
