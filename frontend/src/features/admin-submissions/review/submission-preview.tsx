// The preview of a submission, with what a reviewer needs to know, screenshot first, and the buttons that approve or reject it.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatFirstName, formatProjectName } from '../../../shared/format/format-name.ts'
import { ConflictNote, useConflictWith, useOwnJudging } from '../../../shared/judging/own-judging.tsx'
import { StandingStrip } from '../../../shared/leaderboard/standing-strip.tsx'
import { useStandingForAdmins } from '../../../shared/leaderboard/use-standing-for-admins.ts'
import { ProjectLinks } from '../../../shared/projects/project-links.tsx'
import { ClaimWarning } from '../../../shared/reviews/claims.tsx'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Chips, StatusBadge } from '../../../shared/ui/display/badge.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-day-badge.tsx'
import { Screenshot } from '../../../shared/ui/display/screenshot.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { ReviewButtons } from './review-buttons.tsx'
import { PersonName } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './submission-preview.module.css'

type SubmissionPreviewProps = {
  project: ProjectCard
  /** Opens the next submission to review; undefined if there is no other one. */
  onNext?: (() => void) | undefined
}

export const SubmissionPreview = ({ project, onNext }: SubmissionPreviewProps) => {
  const { user, status } = project
  const conflict = useConflictWith(user._id)
  // Otherwise the colours of the days would say how others rated a project that this admin may still rate.
  const hasStanding = (useOwnJudging()?.wantedRatings ?? 1) === 1
  return (
    <>
      <span className={css.picture}>
        <Screenshot src={project.imageUrl} projectName={project.projectName} eager />
      </span>
      <div className={css.body}>
        <p className={css.marks}>
          <ChallengeDayBadge day={project.day} />
          <StatusBadge status={status} />
        </p>
        <h2 dir="auto">{formatProjectName(project.projectName)}</h2>
        <p className={css.person}>
          <Avatar id={user._id} name={user.fullName} image={user.profileImage} size={26} />
          <strong dir="auto">
            <PersonName person={user} />
          </strong>
          <Time at={project.submissionDate} />
        </p>
        {status === 'rejected' && project.rejectionReason && (
          <Banner kind="danger" title={t('adminSubmissions.reasonIs')}>
            {project.rejectionReason}
          </Banner>
        )}
        <p className={css.text} dir="auto">
          {project.description}
        </p>
        <Chips
          text={[project.languages, project.frameworks].join(',')}
          label={t('adminSubmissions.languagesAndFrameworks')}
        />
        <div className={css.links}>
          <ProjectLinks
            project={project}
            live={t('common.liveDemo')}
            code={t('common.repository')}
            size="small"
          />
        </div>
        {hasStanding && <Standing person={user} />}
        <div className={css.actions}>
          {status === 'submitted' && conflict && <ConflictNote user={user} conflict={conflict} />}
          <ReviewButtons project={project} size="wide" />
          {onNext && (
            <Button kind="quiet" wide onClick={onNext}>
              {t('common.nextToReview')}
            </Button>
          )}
        </div>
        {status === 'submitted' && <ClaimWarning projectId={project._id} />}
      </div>
    </>
  )
}

/** The thirty days of the participant. Omitted if the participant is not ranked. */
const Standing = ({ person }: { person: ProjectCard['user'] }) => {
  const standing = useStandingForAdmins(person._id)
  if (!standing) return null
  const { rank, projectsSubmitted: projects, days } = standing
  const name = formatFirstName(person)
  return (
    <div className={css.standing}>
      <StandingStrip entry={{ name: person.fullName, days }} size="l" table={false} />
      <p className={css.place}>{t('adminSubmissions.standing', { name, place: rank, projects })}</p>
    </div>
  )
}
