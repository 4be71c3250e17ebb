// Schemas of a `Scoring`, which is in `scoring.ts`: browsers use that file without the schemas.

import { z } from 'zod'
import { rule } from '../texts/text.ts'
import { maxExcluded, maxWeight } from './scoring.ts'
import { userIdPattern } from '../projects/project-id.ts'

const isWithOneDecimal = (value: number): boolean => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9

const weight = z
  .number()
  .min(0, rule('weightTooLow'))
  .max(maxWeight, rule('weightTooHigh', { count: maxWeight }))
  .refine(isWithOneDecimal, rule('weightTooFine'))

export const weightsSchema = z
  .strictObject({ projects: weight, quality: weight, streak: weight })
  .refine(({ projects, quality, streak }) => projects + quality + streak > 0, rule('noWeight'))

/** Ids of participants who are not ranked, each once. */
export const excludedSchema = z
  .array(z.string().regex(userIdPattern, 'Not a valid id of a participant'))
  .max(maxExcluded, rule('excludedLimit', { count: maxExcluded }))
  .refine((ids) => new Set(ids).size === ids.length, rule('excludedTwice'))

const finite = z.number().min(0).max(5)
const ratingScale = z.object({ ratings: z.int().nonnegative(), mean: finite, deviation: finite })

/** A `Scoring` that admins can apply, and that a backup file can contain. */
export const scoringSchema = z.object({
  weights: weightsSchema,
  excluded: excludedSchema,
  scales: z.object({ all: ratingScale, byReviewer: z.record(z.string(), ratingScale) }).optional(),
})
