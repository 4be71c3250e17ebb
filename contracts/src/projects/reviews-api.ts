// The endpoint that reviews several projects at once, and what became of each.

import { z } from 'zod'
import { post } from '../endpoints/endpoint-definition.ts'
import { commandResponse } from '../endpoints/responses.ts'
import { laterChange, seenVersion } from './later-changes-api.ts'
import { reviewRequest } from './api.ts'
import { maxReviewsAtOnce } from '../saved-texts/saved-texts.ts'

/**
 * One decision about several projects. All of them get the same reason; with `fillPlaceholders`, its placeholders stand for the participant,
 * the name and the day of each project. `versions`: the version of each project that the admin saw, by project id.
 */
export const reviewManyRequest = reviewRequest.omit({ version: true }).extend({
  versions: z
    .record(z.string().max(100), seenVersion)
    .refine(
      (versions) => Object.keys(versions).length <= maxReviewsAtOnce,
      `At most ${maxReviewsAtOnce} versions`,
    )
    .optional(),
  fillPlaceholders: z.boolean().optional(),
  projectIds: z
    .array(z.string().max(100))
    .min(1, 'Select at least one project')
    .max(maxReviewsAtOnce, `Select at most ${maxReviewsAtOnce} projects`)
    .refine((ids) => new Set(ids).size === ids.length, 'Select each project once'),
})
export type ReviewManyRequest = z.infer<typeof reviewManyRequest>

/** The last review of a project, by an admin. */
export const pastReview = laterChange
  .omit({ what: true, version: true, reason: true, average: true })
  .extend({ status: z.enum(['approved', 'rejected']) })

/**
 * What happened to one project of the request. `reviewed`: the decision was recorded. `already-reviewed`: an admin was
 * first, as `review` says. `withdrawn`: its owner withdrew it. `not-found`: there is no such project in the current run.
 * `conflict-of-interest`: the admin has one with its owner. `revised`: its owner revised it after the admin had seen it, as `change` says.
 * `conflict`: others changed it at the same time; try again.
 */
const reviewOutcome = z.discriminatedUnion('outcome', [
  z.object({
    projectId: z.string(),
    outcome: z.enum(['reviewed', 'withdrawn', 'not-found', 'conflict', 'conflict-of-interest']),
  }),
  z.object({ projectId: z.string(), outcome: z.literal('already-reviewed'), review: pastReview }),
  z.object({ projectId: z.string(), outcome: z.literal('revised'), change: laterChange }),
])
export type ReviewOutcome = z.infer<typeof reviewOutcome>

export const reviewEndpoints = {
  reviewMany: post('/api/admin/reviews', 'review-projects', {
    summary: 'Approve or reject up to 100 projects; the response says what happened to each',
    limit: 'command',
    body: reviewManyRequest,
    /** The outcomes are in the order of the request. */
    response: commandResponse.extend({ outcomes: z.array(reviewOutcome) }),
  }),
}
