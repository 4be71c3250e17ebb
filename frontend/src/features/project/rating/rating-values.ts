import type { OwnRating, SubmitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import { z } from 'zod'
import { t } from '../../../shared/i18n/t.ts'
import { formatList } from '../../../shared/format/format-list.ts'
import { inSentence } from '../../../shared/i18n/locale.ts'

/** The four criteria that a participant must rate, with the words of the form. */
export const requiredCriteria = [
  ['functionality', t('common.functionality')],
  ['design', t('common.design')],
  ['creativity', t('common.creativity')],
  ['code', t('common.codeQuality')],
] as const

const stars = z.int().min(0).max(5)

/** The form of a participant: 0 means not rated, for `overall` that it follows the mean of the others. */
export const ratingForm = z.object({
  functionality: stars,
  design: stars,
  creativity: stars,
  code: stars,
  overall: stars,
  comment: z.string().trim().max(5000, t('project.commentTooLong')),
})
export type RatingValues = z.infer<typeof ratingForm>

/** Returns the mean of the criteria that are rated so far, in whole stars; 0 without any. */
export function meanOfCriteria(values: Omit<RatingValues, 'comment' | 'overall'>): number {
  const rated = requiredCriteria.map(([key]) => values[key]).filter((value) => value > 0)
  return rated.length === 0 ? 0 : Math.round(rated.reduce((sum, value) => sum + value, 0) / rated.length)
}

/** Returns the stars for `overall` that the form shows and sends: those of the user, otherwise the mean of the others. */
export const overallOf = (values: RatingValues): number => values.overall || meanOfCriteria(values)

/** The initial values of the form: the earlier rating, if there is one. */
export function initialRating(rating: OwnRating | null): RatingValues {
  const four = {
    functionality: rating?.criteria.functionality ?? 0,
    design: rating?.criteria.design ?? 0,
    creativity: rating?.criteria.innovation ?? 0,
    code: rating?.criteria.codeQuality ?? 0,
  }
  const given = rating?.criteria.completeness ?? 0
  const overall = given === meanOfCriteria(four) ? 0 : given
  return { ...four, overall, comment: rating?.feedback ?? '' }
}

/** Returns the request for the values of the form; both kinds of ratings share one call (decisions, section 5). */
export const toRatingRequest = (projectId: string, values: RatingValues): SubmitRatingRequest => {
  const { functionality, design, creativity, code, comment } = values
  return {
    projectId,
    criteria: {
      functionality,
      design,
      innovation: creativity,
      codeQuality: code,
      completeness: overallOf(values),
    },
    feedback: comment,
  }
}

/** Says what is missing: "Rate design and code to submit". Returns undefined once all four criteria are rated. */
export function formatMissing(values: RatingValues): string | undefined {
  const missing = requiredCriteria.filter(([key]) => values[key] === 0).map(([, label]) => inSentence(label))
  return missing.length === 0 ? undefined : t('project.rateToSubmit', { criteria: formatList(missing) })
}
