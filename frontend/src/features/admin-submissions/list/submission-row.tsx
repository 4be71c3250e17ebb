// A submission in the list: a row on wide screens, a card on phones.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { useStore } from 'zustand'
import { ConflictBadge, useConflictWith } from '../../../shared/judging/own-judging.tsx'
import { ClaimBadge } from '../../../shared/reviews/claims.tsx'
import { Allowed } from '../../../shared/team/permissions.tsx'
import { StatusBadge } from '../../../shared/ui/display/surfaces.tsx'
import { ChallengeDayBadge } from '../../../shared/challenge/challenge-marks.tsx'
import { Screenshot } from '../../../shared/projects/project-parts.tsx'
import { FullDate, Time, useServerNow, formatWaitingTime } from '../../../shared/ui/display/time.tsx'
import { ReviewButtons } from '../review/review-buttons.tsx'
import { view } from '../review/review-state.ts'
import { submissions, useSubmissionFilter } from '../submissions-data.ts'
import { toggleSelected, useSelection } from '../selection/selection.ts'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { Checkbox } from '../../../shared/ui/forms/choice.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { t, formatName } from '../../../shared/i18n/t.ts'
import { Avatar, PersonName } from '../../../shared/people/people.tsx'
import { useAfter } from '../../../shared/ui/use-after.ts'
import css from './submission-row.module.css'

/** How long a row that another admin changed stays highlighted, in milliseconds. */
const highlightMs = 2000

type SubmissionRowProps = { project: ProjectCard; selected: boolean; layout: 'row' | 'card' }

export const SubmissionRow = ({ project, selected, layout }: SubmissionRowProps) => {
  const { _id: id, user } = project
  const isConflicted = useConflictWith(user._id) !== undefined
  useEndOfHighlight(id)
  return (
    <>
      {layout === 'row' && (
        <span className={css.pick}>
          <Allowed to="review-projects">
            <SelectBox project={project} />
          </Allowed>
        </span>
      )}
      <Screenshot className={css.picture} project={project} />
      <div className={css.words}>
        <h2 className={css.title}>
          <button
            type="button"
            dir="auto"
            data-submission={id}
            aria-current={selected || undefined}
            onClick={() => view(id)}
          >
            <FullText text={formatName(project.projectName)} />
          </button>
        </h2>
        <p className={css.person}>
          <Avatar id={user._id} name={user.fullName} image={user.profileImage} size={20} />
          <PersonName as="span" className={css.name} person={user} />
          <span className={css.time}>
            <SubmissionTime project={project} />
          </span>
        </p>
        {project.status === 'submitted' && <ClaimBadge projectId={id} />}
        {project.status === 'submitted' && isConflicted && (
          <span>
            <ConflictBadge />
          </span>
        )}
      </div>
      <span className={css.day}>
        <ChallengeDayBadge day={project.day} short />
      </span>
      {layout === 'card' && <p className={css.text}>{project.description}</p>}
      <span className={css.status} data-status={project.status}>
        <StatusBadge status={project.status} />
      </span>
      <div className={css.actions}>
        <Allowed to="review-projects">{layout === 'card' && <SelectBox project={project} />}</Allowed>
        <ReviewButtons project={project} size={layout === 'row' ? 'line' : 'wide'} />
      </div>
    </>
  )
}

/** Selects a pending submission. One that another admin has reviewed meanwhile stays selected, and can be removed. */
const SelectBox = ({ project: { _id: id, projectName, status } }: { project: ProjectCard }) => {
  const isSelected = useSelection(({ ids }) => ids.includes(id))
  const isFull = useSelection(({ ids }) => ids.length >= maxReviewsAtOnce)
  if (status !== 'submitted' && !isSelected) return null
  return (
    <span className={css.box}>
      <Checkbox
        label={
          <VisuallyHidden>
            {t('adminSubmissions.selectProject', { project: formatName(projectName) })}
          </VisuallyHidden>
        }
        checked={isSelected}
        disabled={isFull && !isSelected}
        onChange={() => toggleSelected(id)}
      />
    </span>
  )
}

/** How long a pending submission has been waiting; the time of submission for others. */
const SubmissionTime = ({ project: { waitingSince, submissionDate } }: { project: ProjectCard }) => {
  const now = useServerNow(10_000)
  if (waitingSince === undefined) return <Time at={submissionDate} />
  const since = Date.parse(waitingSince)
  return (
    <FullText as="time" dateTime={waitingSince} text={<FullDate at={since} />}>
      {formatWaitingTime(since, now)}
    </FullText>
  )
}

/** Ends the highlight of a row that another admin changed. */
function useEndOfHighlight(id: string): void {
  const filter = useSubmissionFilter()
  const isHighlighted = useStore(submissions.at(filter), ({ data }) => data?.recentlyChanged.includes(id))
  const end = () =>
    submissions.at(filter).change((list) => ({
      ...list,
      recentlyChanged: list.recentlyChanged.filter((changedId) => changedId !== id),
    }))
  useAfter(isHighlighted ? highlightMs : undefined, end)
}
