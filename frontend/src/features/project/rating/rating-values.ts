import type { OwnRating, SubmitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import { z } from 'zod'
import { t } from '../messages/t.ts'
import { formatList } from '../../../shared/format/format-list.ts'
import { inSentence } from '../../../shared/i18n/locale.ts'

/** The four criteria that a participant must rate, with the words of the form. */
export const requiredCriteria = [
  ['functionality', t('functionality')],
  ['design', t('design')],
  ['creativity', t('creativity')],
  ['code', t('code')],
] as const

const stars = z.int().min(0).max(5)

/** The form of a participant: 0 means not rated. */
export const ratingForm = z.object({
  functionality: stars,
  design: stars,
  creativity: stars,
  code: stars,
  overall: stars,
  comment: z.string().trim().max(5000, t('commentTooLong')),
})
export type RatingValues = z.infer<typeof ratingForm>

/** The initial values of the form: the earlier rating, if there is one. */
export const initialRating = (rating: OwnRating | null): RatingValues => ({
  functionality: rating?.criteria.functionality ?? 0,
  design: rating?.criteria.design ?? 0,
  creativity: rating?.criteria.innovation ?? 0,
  code: rating?.criteria.codeQuality ?? 0,
  overall: rating?.criteria.completeness ?? 0,
  comment: rating?.feedback ?? '',
})

/** Returns the request for the values of the form; both kinds of ratings share one call (decisions, section 5). */
export const toRatingRequest = (
  projectId: string,
  { functionality, design, creativity, code, overall, comment }: RatingValues,
): SubmitRatingRequest => ({
  projectId,
  criteria: { functionality, design, innovation: creativity, codeQuality: code, completeness: overall },
  feedback: comment,
})

/** Says what is missing: "Rate design and code to submit". Returns undefined once all four criteria are rated. */
export function formatMissing(values: RatingValues): string | undefined {
  const missing = requiredCriteria.filter(([key]) => values[key] === 0).map(([, label]) => inSentence(label))
  return missing.length === 0 ? undefined : t('rateToSubmit', { criteria: formatList(missing) })
}
