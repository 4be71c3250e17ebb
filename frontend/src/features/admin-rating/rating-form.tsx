import { criterionLabels } from '@thirty/contracts/rules/ratings.ts'
import { submitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { StarInput } from '../../shared/ui/rating/star-input.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { submitRating } from './api.ts'
import { ScorePreview } from './score-preview.tsx'
import { countRated, emptyCriteria, formatUnratedNote } from './rating.ts'
import css from './rating-form.module.css'

type RatingFormProps = {
  projectId: string
  /** The earlier rating of this admin, which a new one replaces. */
  ownRating: OwnRating | null
  onSubmitted: (response: SubmitRatingResponse) => void
}

const ratingForm = submitRatingRequest
  .omit({ projectId: true })
  .extend({ feedback: submitRatingRequest.shape.feedback.unwrap() })

/** Stars for the five criteria, the resulting score, and feedback for the participant. */
export const RatingForm = ({ projectId, ownRating, onSubmitted }: RatingFormProps) => {
  const form = useForm({
    schema: ratingForm,
    defaultValues: { criteria: ownRating?.criteria ?? emptyCriteria, feedback: ownRating?.feedback ?? '' },
    failureText: 'Failed to submit rating. Please try again.',
    send: (rating) => submitRating({ projectId, ...rating }),
    onDone: onSubmitted,
  })
  const criteria = form.control('criteria').value
  const ratedCount = countRated(criteria)

  return (
    <form className={css.form} {...form.props}>
      <header className={css.head}>
        <div>
          <h2>Rate Project</h2>
          <p>Press 1 to 5 to rate the focused row.</p>
        </div>
        <ScorePreview criteria={criteria} />
      </header>
      {ownRating && (
        <p className={css.note}>
          You rated this project <Time at={ownRating.createdAt} exact="date" />. A new rating replaces that
          one.
        </p>
      )}
      <div className={css.radar}>
        <CriteriaRadar values={ratedCount > 0 ? criteria : null} table={false} />
      </div>
      <div className={css.rows}>
        {criterionLabels.map(([key, name]) => (
          <div key={key} className={css.row}>
            <span className={css.name} aria-hidden="true">
              {name}
            </span>
            <StarInput
              label={name}
              labelHidden
              value={criteria[key]}
              disabled={form.pending}
              onValueChange={form.control(`criteria.${key}`).onValueChange}
            />
          </div>
        ))}
      </div>
      <TextArea
        {...form.text('feedback')}
        label="Feedback"
        placeholder="Provide constructive feedback about this project..."
        rows={4}
        maxLength={5000}
      />
      <FormMessages form={form} />
      <div className={css.action}>
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          busy={form.pending}
          busyText="Submitting..."
          disabled={form.pending || ratedCount === 0}
          reason={ratedCount === 0 ? 'Please provide ratings for at least one criterion' : undefined}
        >
          Submit Rating
        </Button>
      </div>
      {ratedCount > 0 && <p className={css.note}>{formatUnratedNote(criteria)}</p>}
    </form>
  )
}
