// The actions of a submission. Only a pending one can be reviewed, and by nobody with a conflict of interest.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Check, Undo2, X } from 'lucide-react'
import { paths } from '../../../shared/navigation/router.ts'
import { useMay } from '../../../shared/team/permissions.tsx'
import { Button, ButtonLink } from '../../../shared/ui/controls/button.tsx'
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx'
import {
  useConflictWith,
  useOwnJudging,
  formatRatingsOfWanted,
} from '../../../shared/judging/own-judging.tsx'
import { approve, reject, undoApproval, useDelayedApprovals } from './reviews.tsx'
import { usePendingReviews, view } from './review-state.ts'
import { t, formatScore } from '../../../shared/i18n/t.ts'
import css from './review-buttons.module.css'

type ReviewButtonsProps = {
  project: ProjectCard
  /** `line`: small, for a row of the list. `wide`: fills the available width. */
  size: 'line' | 'wide'
}

export const ReviewButtons = ({ project, size }: ReviewButtonsProps) => {
  const pendingStatus = usePendingReviews((pending) => pending[project._id])
  const mayReview = useMay('review-projects')
  const canUndo = useDelayedApprovals((delayed) => project._id in delayed)
  const isConflicted = useConflictWith(project.user._id) !== undefined
  if (project.status === 'approved') return <RateLink project={project} size={size} />
  if (project.status === 'rejected' || !mayReview || (isConflicted && !canUndo)) {
    if (size === 'wide') return null
    return (
      <Button
        kind="quiet"
        aria-label={t('common.viewNamed', { project: project.projectName })}
        onClick={() => view(project._id)}
      >
        {t('common.view')}
      </Button>
    )
  }
  if (canUndo) return <UndoButton project={project} size={size} />
  const isLine = size === 'line'
  const rejectProps = {
    kind: 'danger-outline',
    icon: <X />,
    disabled: pendingStatus !== undefined,
    onClick: () => reject(project),
  } as const
  const rejectLabel = t('adminSubmissions.rejectProject', { project: project.projectName })
  return (
    <div className={isLine ? css.line : css.pair}>
      <Button
        kind={isLine ? 'approve-outline' : 'approve'}
        size={isLine ? 'small' : 'medium'}
        wide={!isLine}
        icon={<Check />}
        aria-label={t('adminSubmissions.approveProject', { project: project.projectName })}
        busy={pendingStatus === 'approved'}
        busyText={t('adminSubmissions.approving')}
        disabled={pendingStatus === 'rejected'}
        onClick={() => approve(project)}
      >
        {t('common.approve')}
      </Button>
      {isLine ? (
        <IconButton {...rejectProps} className={css.square} label={rejectLabel} />
      ) : (
        <Button {...rejectProps} wide aria-label={rejectLabel}>
          {t('common.reject')}
        </Button>
      )}
    </div>
  )
}

/** Takes an approval back. The second press of a double click on "Approve" is none on this button. */
const UndoButton = ({ project, size }: ReviewButtonsProps) => (
  <Button
    size={size === 'line' ? 'small' : 'medium'}
    wide={size === 'wide'}
    icon={<Undo2 />}
    aria-label={t('adminSubmissions.undoApproval', { project: project.projectName })}
    onClick={({ detail }) => detail < 2 && undoApproval(project._id)}
  >
    {t('common.undo')}
  </Button>
)

/** Leads to the rating, and says whether the project has one, or how many of several that are wanted. */
const RateLink = ({ project, size }: ReviewButtonsProps) => {
  const mayRate = useMay('review-projects')
  return (
    <>
      <RatedNote project={project} />
      <ButtonLink
        to={paths.admin.rateProject(project._id)}
        kind={size === 'line' ? 'quiet' : 'primary'}
        wide={size === 'wide'}
        aria-label={mayRate ? undefined : t('common.viewNamed', { project: project.projectName })}
      >
        {mayRate ? t('common.rateProject') : t('common.view')}
      </ButtonLink>
    </>
  )
}

/** Without stars while several ratings are wanted: admins rate without a look at the others. */
const RatedNote = ({ project }: { project: ProjectCard }) => {
  const { ratingCount, averageRating, officialRatings = 0 } = project
  const wanted = useOwnJudging()?.wantedRatings
  if (wanted !== undefined && wanted > 1)
    return <span className={css.rated}>{formatRatingsOfWanted(officialRatings, wanted)}</span>
  if (wanted === undefined || ratingCount === 0) return null
  return (
    <span className={css.rated}>{t('adminSubmissions.rated', { score: formatScore(averageRating) })}</span>
  )
}
