// The form with which an admin rates a project: stars for the five criteria, the resulting score, and feedback for the participant.

import { useEffect, useRef, useState } from 'react'
import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { LaterChangeDialog } from '../../shared/reviews/later-change-dialog.tsx'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { formatName } from '../../shared/format/format-name.ts'
import { LeaveQuestion } from '../../shared/ui/dialog/leave-question.tsx'
import { SavedTextField, usedTextId, type InsertedText } from '../../shared/saved-texts/saved-text-field.tsx'
import { ReadOnlyNotice } from '../../shared/team/permissions.tsx'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/form-footer.tsx'
import { StarInput } from '../../shared/ui/rating/star-input.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { submitRating } from './api.ts'
import { ScorePreview } from './score-preview.tsx'
import { countRated, emptyCriteria, formatUnratedNote, ratedCriteria } from './rated-criteria.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './rating-form.module.css'

type RatingFormProps = {
  project: ProjectCard
  /** For an admin who sees the rating and may not give one. */
  isReadOnly?: boolean
  /** The earlier rating of this admin, which a new one replaces. */
  ownRating: OwnRating | null
  onSubmitted: (response: SubmitRatingResponse) => void
  /** Shows the project as it is now. */
  onReload: () => void
  /** Whether the admin has chosen the next project, and was asked. */
  isGoingOn: boolean
  /** Says whether the form has stars or feedback that were not submitted. Stable. */
  onDirtyChange: (isDirty: boolean) => void
}

export const RatingForm = ({
  project,
  isReadOnly = false,
  ownRating,
  onSubmitted,
  isGoingOn,
  onReload,
  onDirtyChange,
}: RatingFormProps) => {
  // Not that of a later load: the form is about what the admin saw when it began.
  const seenVersion = useRef(project.version)
  const inserted = useRef<InsertedText>(undefined)
  const [conflict, setConflict] = useState<LaterChange>()
  const form = useForm({
    schema: async () => (await import('./rating-schema.ts')).officialRatingForm,
    defaultValues: { criteria: ownRating?.criteria ?? emptyCriteria, feedback: ownRating?.feedback ?? '' },
    failureText: t('common.ratingFailed'),
    unsent: isReadOnly ? undefined : `rating-${project._id}`,
    send: (rating) => {
      const savedText = usedTextId(inserted.current, rating.feedback)
      return submitRating({
        projectId: project._id,
        version: seenVersion.current,
        ...rating,
        ...(savedText !== undefined && { savedText }),
      })
    },
    onDone: onSubmitted,
    onFailure: ({ change }) => setConflict(change),
  })
  const { isDirty } = form.fields.formState
  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  const criteria = form.control('criteria').value
  const ratedCount = countRated(criteria)

  return (
    <form className={css.form} {...form.props}>
      <header className={css.head}>
        <div>
          <h2>{isReadOnly ? t('common.rating') : t('adminRating.rateProject')}</h2>
          {!isReadOnly && <p className={css.keys}>{t('adminRating.pressKeys')}</p>}
        </div>
        <ScorePreview criteria={criteria} />
      </header>
      <ReadOnlyNotice permission="review-projects" />
      {ownRating && (
        <p className={css.note}>
          {t.rich('common.ratedBefore', { time: () => <Time at={ownRating.createdAt} exact="date" /> })}
        </p>
      )}
      {(!isReadOnly || ratedCount > 0) && (
        <div className={css.radar}>
          <CriteriaRadar values={ratedCount > 0 ? criteria : null} table={false} />
        </div>
      )}
      <div className={css.rows}>
        {ratedCriteria.map(({ key, label }) => (
          <div key={key} className={css.row}>
            <span className={css.name} aria-hidden="true">
              {label}
            </span>
            <StarInput
              label={label}
              labelHidden
              value={criteria[key]}
              disabled={form.pending || isReadOnly}
              onValueChange={form.control(`criteria.${key}`).onValueChange}
            />
          </div>
        ))}
      </div>
      <SavedTextField
        kind="feedback"
        control={form.control('feedback')}
        values={{
          name: formatName(project.user.fullName),
          project: project.projectName,
          day: String(project.day),
        }}
        onInserted={(text) => {
          inserted.current = text
        }}
        label={t('common.feedback')}
        placeholder={t('adminRating.feedbackHint')}
        disabled={isReadOnly}
      />
      <FormMessages form={form} />
      <LeaveQuestion asks={isDirty && !isReadOnly && !form.pending && !isGoingOn} />
      {!isReadOnly && (
        <div className={css.action}>
          <SubmitButton
            form={form}
            size="large"
            wide
            busyText={t('common.submitting')}
            disabled={form.pending || ratedCount === 0}
            reason={ratedCount === 0 ? t('serverTexts.noCriterion') : undefined}
          >
            {t('common.submitRating')}
          </SubmitButton>
        </div>
      )}
      {ratedCount > 0 && <p className={css.note}>{formatUnratedNote(criteria)}</p>}
      {conflict && (
        <LaterChangeDialog
          projectName={project.projectName}
          change={conflict}
          decision={{ kind: 'rate', average: calculateRatingAverage(criteria) }}
          onDecideAgain={() => {
            seenVersion.current = conflict.version
            setConflict(undefined)
            form.props.ref.current?.requestSubmit()
          }}
          onView={() => {
            seenVersion.current = conflict.version
            setConflict(undefined)
            onReload()
          }}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  )
}
