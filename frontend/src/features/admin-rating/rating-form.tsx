import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { criterionNames } from '@thirty/contracts/api/ratings.ts'
import type { SubmitRatingAnswer } from '@thirty/contracts/api/ratings.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { CriteriaRadar } from '../../shared/pictures/criteria-radar.tsx'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { StarInput } from '../../shared/ui/star-input.tsx'
import { TextArea } from '../../shared/ui/text-area.tsx'
import { submitRating } from './api.ts'
import { LiveScore } from './live-score.tsx'
import { ratedCount, unrated, zerosInWords } from './rating.ts'
import css from './rating-form.module.css'

type RatingFormProps = { projectId: string; onSubmitted: (answer: SubmitRatingAnswer) => void }

/** Five rows of stars with the score they come to, and words for the participant. */
export const RatingForm = ({ projectId, onSubmitted }: RatingFormProps) => {
  const [criteria, setCriteria] = useState(unrated)
  const [feedback, setFeedback] = useState('')
  const { pending, failure, run } = useSubmission('Failed to submit rating. Please try again.')
  const rated = ratedCount(criteria)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (rated === 0) return
    const answer = await run(() => submitRating({ projectId, criteria, feedback }))
    if (answer) onSubmitted(answer)
  }

  return (
    <form className={css.form} onSubmit={(event) => void submit(event)}>
      <header className={css.head}>
        <div>
          <h2>Rate Project</h2>
          <p>Use the number keys 1 to 5 on a row.</p>
        </div>
        <LiveScore criteria={criteria} />
      </header>
      <div className={css.radar}>
        <CriteriaRadar values={rated > 0 ? criteria : null} table={false} />
      </div>
      <div className={css.rows}>
        {criterionNames.map(([key, name]) => (
          <div key={key} className={css.row}>
            <span className={css.name} aria-hidden="true">
              {name}
            </span>
            <StarInput
              label={name}
              labelHidden
              value={criteria[key]}
              disabled={pending}
              onValueChange={(stars) => setCriteria((before) => ({ ...before, [key]: stars }))}
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
          disabled={pending || rated === 0}
          reason={rated === 0 ? 'Please provide ratings for at least one criterion' : undefined}
        >
          Submit Rating
        </Button>
      </div>
      {rated > 0 && <p className={css.note}>{zerosInWords(criteria)}</p>}
    </form>
  )
}
