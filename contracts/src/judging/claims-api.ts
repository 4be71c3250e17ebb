// Endpoints of claims: an admin who has a project open claims it, and the other admins see the claim.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { queryResponse } from '../endpoints/responses.ts'
import { get, put, del } from '../endpoints/endpoint-definition.ts'

/** `tab`: the id that a browser gives to a tab. */
const claimRequest = z.strictObject({ tab: z.string().regex(/^[\w-]{8,64}$/, 'Not a valid id of a tab') })

/**
 * An admin who has a project open to decide about it. It warns other admins and locks nothing. `since` and `until` are ISO times;
 * it ends at `until` unless the admin's tab renews it.
 */
export const claim = z.object({
  projectId: z.string(),
  by: z.object({ _id: z.string(), fullName: z.string(), nameCodes }),
  since: z.string(),
  until: z.string(),
})
export type Claim = z.infer<typeof claim>

/** All claims. A higher `version` is newer. `at` is the time (ISO) of the same clock as `since` and `until`. */
export const claimsChanged = z.strictObject({
  claims: z.array(claim),
  version: z.int(),
  at: z.iso.datetime(),
})
export type Claims = z.infer<typeof claimsChanged>

const claimsResponse = queryResponse.extend(claimsChanged.shape)

export const claimEndpoints = {
  all: get('/api/admin/claims', 'view-admin-area', {
    summary: 'Which admin has which project open to decide about it',
    response: claimsResponse,
  }),
  claim: put('/api/admin/claims/:projectId', 'review-projects', {
    summary:
      'Show the other admins for ten minutes that I have this project open, in place of the last one of this tab',
    body: claimRequest,
    response: claimsResponse,
  }),
  release: del('/api/admin/claims', 'review-projects', {
    summary: 'Show the other admins that this tab has no project open any more',
    body: claimRequest,
    response: claimsResponse,
  }),
}
