// The form with which participants rate a project: stars for the required criteria, an overall rating, which begins at their mean, and an
// optional comment.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type {
  OwnRating,
  SubmitRatingResponse,
  SubmitRatingRequest,
} from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { request } from '../../../shared/http/http.ts'
import { LeaveQuestion } from '../../../shared/ui/dialog/leave-question.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton, FormMessages, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { StarInput } from '../../../shared/ui/rating/star-input.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { criteria } from '../../../shared/charts/ratings/criteria.ts'
import { formatList } from '../../../shared/format/format-list.ts'
import { inSentence } from '../../../shared/i18n/locale.ts'
import type { RatingValues } from './rating-schema.ts'
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

/** The criteria that a participant must rate. The stars for `completeness` are their overall rating. */
const requiredCriteria = criteria.filter(({ key }) => key !== 'completeness')

/** Returns the mean of the required criteria that are rated so far, in whole stars; 0 without any. */
function meanOfCriteria(values: Criteria): number {
  const rated = requiredCriteria.map(({ key }) => values[key]).filter((value) => value > 0)
  return rated.length === 0 ? 0 : Math.round(rated.reduce((sum, value) => sum + value, 0) / rated.length)
}

/** Returns the overall stars that the form shows and sends: what the user chose, otherwise the mean of the others. */
const overallOf = (values: Criteria): number => values.completeness || meanOfCriteria(values)

/** The initial values of the form: the earlier rating, if there is one. */
function initialRating(rating: OwnRating | null): RatingValues {
  const given = rating?.criteria ?? perCriterion(() => 0)
  const completeness = given.completeness === meanOfCriteria(given) ? 0 : given.completeness
  return { ...given, completeness, comment: rating?.feedback ?? '' }
}

/** Returns the request for the values of the form. Admins send the same. An overall rating that is not chosen is the mean of the criteria. */
const toRatingRequest = (projectId: string, { comment, ...given }: RatingValues): SubmitRatingRequest => ({
  projectId,
  criteria: { ...given, completeness: overallOf(given) },
  feedback: comment,
})

/** Says what is missing: "Rate design and code to submit". Returns undefined once all required criteria are rated. */
function formatMissing(values: Criteria): string | undefined {
  const missing = requiredCriteria
    .filter(({ key }) => values[key] === 0)
    .map(({ label }) => inSentence(label))
  return missing.length === 0 ? undefined : t('project.rateToSubmit', { criteria: formatList(missing) })
}
