import type { OwnRating, SubmitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { criteria } from '../../../shared/charts/ratings/criteria.ts'
import { t } from '../../../shared/i18n/t.ts'
import { formatList } from '../../../shared/format/format-list.ts'
import { inSentence } from '../../../shared/i18n/locale.ts'

/** The criteria that a participant must rate. The stars for `completeness` are their overall rating. */
export const requiredCriteria = criteria.filter(({ key }) => key !== 'completeness')

/** 0 means not rated, for the overall rating that it follows the mean of the others. */
export type RatingValues = Criteria & { comment: string }

/** Returns the mean of the required criteria that are rated so far, in whole stars; 0 without any. */
export function meanOfCriteria(values: Criteria): number {
  const rated = requiredCriteria.map(({ key }) => values[key]).filter((value) => value > 0)
  return rated.length === 0 ? 0 : Math.round(rated.reduce((sum, value) => sum + value, 0) / rated.length)
}

/** Returns the overall stars that the form shows and sends: what the user chose, otherwise the mean of the others. */
export const overallOf = (values: Criteria): number => values.completeness || meanOfCriteria(values)

/** The initial values of the form: the earlier rating, if there is one. */
export function initialRating(rating: OwnRating | null): RatingValues {
  const given = rating?.criteria ?? perCriterion(() => 0)
  const completeness = given.completeness === meanOfCriteria(given) ? 0 : given.completeness
  return { ...given, completeness, comment: rating?.feedback ?? '' }
}

/** Returns the request for the values of the form. Admins send the same. An overall rating that is not chosen is the mean of the criteria. */
export const toRatingRequest = (
  projectId: string,
  { comment, ...given }: RatingValues,
): SubmitRatingRequest => ({
  projectId,
  criteria: { ...given, completeness: overallOf(given) },
  feedback: comment,
})

/** Says what is missing: "Rate design and code to submit". Returns undefined once all required criteria are rated. */
export function formatMissing(values: Criteria): string | undefined {
  const missing = requiredCriteria
    .filter(({ key }) => values[key] === 0)
    .map(({ label }) => inSentence(label))
  return missing.length === 0 ? undefined : t('project.rateToSubmit', { criteria: formatList(missing) })
}
