// The form with which participants rate a project: stars for the required criteria, an overall rating, which begins at their mean, and an
// optional comment.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating, SubmitRatingResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { request } from '../../../shared/http/http.ts'
import { LeaveQuestion } from '../../../shared/ui/dialog/leave-question.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../../shared/ui/forms/submit-button.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { StarInput } from '../../../shared/ui/rating/star-input.tsx'
import {
  formatMissing,
  initialRating,
  meanOfCriteria,
  overallOf,
  requiredCriteria,
  toRatingRequest,
} from './rating-values.ts'
import { t } from '../../../shared/i18n/t.ts'
import words from '../../../shared/styles/words.module.css'
import css from './rating.module.css'

type RatingFormProps = {
  project: ProjectCard
  /** The user's earlier rating, which a new one replaces. */
  ownRating: OwnRating | null
  onSubmitted: (response: SubmitRatingResponse) => void
}

export const RatingForm = ({ project, ownRating, onSubmitted }: RatingFormProps) => {
  const form = useForm({
    schema: async () => (await import('./rating-schema.ts')).communityRatingForm,
    defaultValues: initialRating(ownRating),
    failureText: t('common.ratingFailed'),
    unsent: `rating-${project._id}`,
    fieldErrors: ({ errors: { feedback } }) => (feedback ? { comment: feedback } : {}),
    send: (values) => request('POST', '/api/ratings/submit', { body: toRatingRequest(project._id, values) }),
    onDone: onSubmitted,
  })
  const values = form.fields.watch()
  const missing = formatMissing(values)
  const overall = form.control('completeness')
  const isMean = overall.value === 0
  return (
    <form className={css.form} {...form.props}>
      <p className={words.quiet}>{t('project.beKind')}</p>
      {ownRating && (
        <p className={words.quiet}>
          {t.rich('common.ratedBefore', { time: () => <Time at={ownRating.createdAt} exact="date" /> })}
        </p>
      )}
      {requiredCriteria.map(({ key, label }) => {
        const { value, onValueChange } = form.control(key)
        return (
          <StarInput
            key={key}
            name={key}
            label={label}
            value={value}
            onValueChange={onValueChange}
            disabled={form.pending}
          />
        )
      })}
      <div className={css.overall}>
        <StarInput
          name="overall"
          label={t('common.overall')}
          hint={isMean ? t('project.overallIsMean') : t('project.overallIsSet')}
          value={overallOf(values)}
          onValueChange={overall.onValueChange}
          disabled={form.pending}
        />
        {!isMean && (
          <Button
            size="small"
            disabled={form.pending}
            onClick={(event) => {
              // The button goes.
              const stars = event.currentTarget.parentElement?.querySelector('input')
              overall.onValueChange(0)
              stars?.focus()
            }}
          >
            {t('project.useMean', { stars: meanOfCriteria(values) })}
          </Button>
        )}
      </div>
      <TextArea
        {...form.text('comment')}
        label={t('common.comment')}
        optional
        placeholder={t('project.whatWorked')}
        rows={4}
        maxLength={5000}
      />
      <FormMessages form={form} />
      <LeaveQuestion asks={form.fields.formState.isDirty && !form.pending} />
      <SubmitButton
        form={form}
        size="large"
        wide
        busyText={t('common.submitting')}
        disabled={form.pending || missing !== undefined}
        reason={missing}
      >
        {t('common.submitRating')}
      </SubmitButton>
    </form>
  )
}
