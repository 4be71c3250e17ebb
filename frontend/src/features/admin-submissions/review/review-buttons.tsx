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

/** `size`: `line` is small, for a row of the list; `wide` fills the available width. */
export const ReviewButtons = ({ project, size }: { project: ProjectCard; size: 'line' | 'wide' }) => {
  const { _id: id, projectName, status } = project
  const pendingStatus = usePendingReviews((pending) => pending[id])
  const mayReview = useMay('review-projects')
  const canUndo = useDelayedApprovals((delayed) => id in delayed)
  const isConflicted = useConflictWith(project.user._id) !== undefined
  const isLine = size === 'line'
  const names = { project: projectName }
  const look = { size: isLine ? 'small' : 'medium', wide: !isLine } as const
  if (status === 'approved')
    return (
      <>
        <RatedNote project={project} />
        <ButtonLink
          to={paths.admin.rateProject(id)}
          kind={isLine ? 'quiet' : 'primary'}
          wide={!isLine}
          aria-label={mayReview ? undefined : t('common.viewNamed', names)}
        >
          {t(mayReview ? 'common.rateProject' : 'common.view')}
        </ButtonLink>
      </>
    )
  if (status === 'rejected' || !mayReview || (isConflicted && !canUndo))
    return (
      isLine && (
        <Button kind="quiet" aria-label={t('common.viewNamed', names)} onClick={() => view(id)}>
          {t('common.view')}
        </Button>
      )
    )
  if (canUndo)
    return (
      <Button
        {...look}
        icon={<Undo2 />}
        aria-label={t('adminSubmissions.undoApproval', names)}
        // The second press of a double click on "Approve" is none on this button.
        onClick={({ detail }) => detail < 2 && undoApproval(id)}
      >
        {t('common.undo')}
      </Button>
    )
  const rejectProps = {
    kind: 'danger-outline',
    icon: <X />,
    disabled: pendingStatus !== undefined,
    onClick: () => reject(project),
  } as const
  const rejectLabel = t('adminSubmissions.rejectProject', names)
  return (
    <div className={isLine ? css.line : css.pair}>
      <Button
        {...look}
        kind={isLine ? 'approve-outline' : 'approve'}
        icon={<Check />}
        aria-label={t('adminSubmissions.approveProject', names)}
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

/** Says that a project has a rating, or how many of several wanted ones: then without stars, which admins do not see before they rate. */
const RatedNote = ({ project }: { project: ProjectCard }) => {
  const { ratingCount, averageRating, officialRatings = 0 } = project
  const wanted = useOwnJudging()?.wantedRatings
  if (wanted === undefined || (wanted === 1 && ratingCount === 0)) return null
  return (
    <span className={css.rated}>
      {wanted > 1
        ? formatRatingsOfWanted(officialRatings, wanted)
        : t('adminSubmissions.rated', { score: formatScore(averageRating) })}
    </span>
  )
}
