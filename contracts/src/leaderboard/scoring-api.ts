// Endpoints for the scoring of the run, and for what another one would change (decision 0101).

import { z } from 'zod'
import { nameCodes, personSummary } from '../accounts/person-summary-api.ts'
import { maxReasonLength, maxExcluded, maxWeight } from './scoring.ts'
import { rule } from '../texts/text.ts'
import { commandResponse, position, liveResponse, positionPattern } from '../endpoints/responses.ts'
import { requiredText } from '../endpoints/shown-text.ts'
import { get, post } from '../endpoints/endpoint-definition.ts'
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

const weightInQuery = z.coerce.number().optional()

/**
 * A scoring to compare with the current one; missing fields are as in the current one. `excluded`: ids of participants, separated by
 * commas. `normalise`: `on` computes the scales of the reviewers from the official ratings of now.
 */
const whatIfQuery = z.strictObject({
  projects: weightInQuery,
  quality: weightInQuery,
  streak: weightInQuery,
  excluded: z
    .string()
    .max(4_000)
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(excludedSchema)
    .optional(),
  normalise: z.enum(['on', 'off']).optional(),
})
export type WhatIfQuery = z.infer<typeof whatIfQuery>

const weights = z.object({ projects: z.number(), quality: z.number(), streak: z.number() })
const scoring = z.object({ weights, excluded: z.array(personSummary), normalised: z.boolean() })

/** A participant in both leaderboards; null while not ranked with a project. */
export const whatIfRow = personSummary.extend({
  rankNow: z.int().nullable(),
  rankAfter: z.int().nullable(),
  pointsNow: z.number().nullable(),
  pointsAfter: z.number().nullable(),
})
export type WhatIfRow = z.infer<typeof whatIfRow>

/** Of the ranked participants with a project. */
const whatIfFigures = z.object({ participants: z.int(), averagePoints: z.number() })

/**
 * The leaderboard with another scoring beside the one in force. `version` names the scoring in force: it repeats it who applies another
 * one. `changedBy` is null before the first change, `before` the scoring that an undo would apply. `top` are the first rows with the
 * other scoring; `moved` the participants whose rank changes, the largest moves first, and how many there are. `position` is the place
 * in the log at which it was computed.
 */
export const whatIfResponse = liveResponse.extend({
  inForce: scoring.extend({
    version: position,
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
    nameCodes,
    reason: z.string().nullable(),
    before: scoring.nullable(),
  }),
  other: scoring.extend({ isSame: z.boolean(), reviewers: z.int() }),
  now: whatIfFigures,
  after: whatIfFigures,
  podium: z.object({ now: z.array(whatIfRow), after: z.array(whatIfRow) }),
  top: z.array(whatIfRow),
  moved: z.object({ total: z.int(), up: z.int(), down: z.int(), first: z.array(whatIfRow) }),
})
export type WhatIfResponse = z.infer<typeof whatIfResponse>

const reason = requiredText(rule('hideReasonRequired'), maxReasonLength)
const seen = { version: z.string().regex(positionPattern, 'Not a valid version of a scoring'), reason }

/**
 * Applies a scoring. `position` is the place in the log of the comparison that the admin saw: with `normalise: 'on'`, the scales of the
 * reviewers are computed there; without `normalise` they stay as they are. `version` is the version of the scoring in force.
 */
export const applyScoringRequest = z.strictObject({
  weights: weightsSchema,
  excluded: excludedSchema,
  normalise: z.enum(['on', 'off']).optional(),
  position: z.string().regex(positionPattern, 'Not a valid position in the log'),
  ...seen,
})
export type ApplyScoringRequest = z.infer<typeof applyScoringRequest>

export const scoringResponse = commandResponse.extend({ version: position, backupId: z.string() })

const change = { errors: ['changed-meanwhile', 'quota-reached'] } as const

export const scoringEndpoints = {
  whatIf: get('/api/admin/what-if', 'view-admin-area', {
    summary: 'Who would move with another scoring; nothing changes',
    query: whatIfQuery,
    response: whatIfResponse,
    errors: ['invalid-fields'],
  }),
  apply: post('/api/admin/scoring', 'run-challenge', {
    ...change,
    summary: 'Back up the run, and compute all its points with another scoring',
    body: applyScoringRequest,
    response: scoringResponse,
  }),
  undo: post('/api/admin/scoring/undo', 'run-challenge', {
    ...change,
    summary: 'Apply the scoring that was in force before the latest change',
    body: z.strictObject(seen),
    response: scoringResponse,
  }),
}
