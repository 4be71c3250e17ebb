import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { z } from 'zod'
import { t } from '../../../shared/i18n/t.ts'
import type { RatingValues } from './rating-form.tsx'

const stars = z.int().min(0).max(5)

/** The values of the form with which participants rate a project. That of admins has its own schema (`features/admin-rating`). */
export const communityRatingForm: z.ZodType<RatingValues, RatingValues> = z.object({
  ...perCriterion(() => stars),
  comment: z.string().trim().max(5000, t('project.commentTooLong')),
})
