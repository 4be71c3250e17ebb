import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { criterionLabels } from '@thirty/contracts/rules/ratings.ts'
import type { SubmitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { CriteriaRadar } from '../../shared/charts/ratings/criteria-radar.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { StarInput } from '../../shared/ui/rating/star-input.tsx'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'
import { submitRating } from './api.ts'
import { ScorePreview } from './score-preview.tsx'
import { countRated, emptyCriteria, formatUnratedNote } from './rating.ts'
import css from './rating-form.module.css'

type RatingFormProps = { projectId: string; onSubmitted: (response: SubmitRatingResponse) => void }

/** Stars for the five criteria, the resulting score, and feedback for the participant. */
export const RatingForm = ({ projectId, onSubmitted }: RatingFormProps) => {
  const [criteria, setCriteria] = useState(emptyCriteria)
  const [feedback, setFeedback] = useState('')
  const { pending, failure, run } = useFormSubmit('Failed to submit rating. Please try again.')
  const ratedCount = countRated(criteria)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (ratedCount === 0) return
    const response = await run(() => submitRating({ projectId, criteria, feedback }))
    if (response) onSubmitted(response)
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <header className={css.head}>
        <div>
          <h2>Rate Project</h2>
          <p>Press 1 to 5 to rate the focused row.</p>
        </div>
        <ScorePreview criteria={criteria} />
      </header>
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
              disabled={pending}
              onValueChange={(stars) => setCriteria((previous) => ({ ...previous, [key]: stars }))}
            />
          </div>
        ))}
      </div>
      <TextArea
        label="Feedback"
        name="feedback"
        placeholder="Provide constructive feedback about this project..."
        rows={4}
        maxLength={5000}
        value={feedback}
        onChange={(event) => setFeedback(event.target.value)}
      />
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      <div className={css.action}>
        <Button
          type="submit"
          kind="primary"
          size="large"
          wide
          busy={pending}
          busyText="Submitting..."
          disabled={pending || ratedCount === 0}
          reason={ratedCount === 0 ? 'Please provide ratings for at least one criterion' : undefined}
        >
          Submit Rating
        </Button>
      </div>
      {ratedCount > 0 && <p className={css.note}>{formatUnratedNote(criteria)}</p>}
    </form>
  )
}
