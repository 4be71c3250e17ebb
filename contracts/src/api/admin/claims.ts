import { z } from 'zod'

/** The id that a browser gives to a tab. */
const tabId = z.string().regex(/^[\w-]{8,64}$/, 'Not a valid id of a tab')
export const claimRequest = z.strictObject({ tab: tabId })

/**
 * An admin who has a project open to decide about it. It warns other admins and locks nothing. `since` and `until` are ISO times;
 * it ends at `until` unless the admin's tab renews it.
 */
export const claim = z.object({
  projectId: z.string(),
  by: z.object({ _id: z.string(), fullName: z.string() }),
  since: z.string(),
  until: z.string(),
})
export type Claim = z.infer<typeof claim>

/** All claims. A higher `version` is newer. `at` is the time (ISO) of the same clock as `since` and `until`. */
const claims = { claims: z.array(claim), version: z.int(), at: z.iso.datetime() }
export const claimsChanged = z.strictObject(claims)
export type Claims = z.infer<typeof claimsChanged>

export const claimsResponse = z.object({ success: z.literal(true), ...claims })
