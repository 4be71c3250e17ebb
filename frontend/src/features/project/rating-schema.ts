import { perCriterion, type Criteria } from '@thirty/contracts/judging/ratings.ts'
import { z } from 'zod'
import { t } from '../../shared/i18n/t.ts'

/** 0 means not rated, for the overall rating that it follows the mean of the others. */
export type RatingValues = Criteria & { comment: string }

const stars = z.int().min(0).max(5)

/** The values of the form with which participants rate a project. The form of admins has its own schema (`features/admin-rating`). */
export const communityRatingForm: z.ZodType<RatingValues, RatingValues> = z.object({
  ...perCriterion(() => stars),
  comment: z.string().trim().max(5000, t('project.commentTooLong')),
})
