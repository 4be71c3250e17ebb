import { z } from 'zod'
import { maxExcluded, maxWeight } from './scoring.ts'

const isWithOneDecimal = (value: number): boolean => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9

const weight = z
  .number()
  .min(0, 'A weight must be at least 0.')
  .max(maxWeight, `A weight must be at most ${maxWeight}.`)
  .refine(isWithOneDecimal, 'A weight can have at most one decimal.')

export const weightsSchema = z
  .strictObject({ projects: weight, quality: weight, streak: weight })
  .refine(
    ({ projects, quality, streak }) => projects + quality + streak > 0,
    'At least one weight must be above 0.',
  )

/** Ids of participants who are not ranked, each once. */
export const excludedSchema = z
  .array(z.string().regex(/^[0-9a-f-]{36}$/, 'Not a valid id of a participant'))
  .max(maxExcluded, `At most ${maxExcluded} participants can be excluded.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A participant is listed twice.')

const finite = z.number().min(0).max(5)
const ratingScale = z.object({ ratings: z.int().nonnegative(), mean: finite, deviation: finite })

/** A `Scoring` that admins can apply, and that a backup file can contain. */
export const scoringSchema = z.object({
  weights: weightsSchema,
  excluded: excludedSchema,
  scales: z.object({ all: ratingScale, byReviewer: z.record(z.string(), ratingScale) }).optional(),
})
