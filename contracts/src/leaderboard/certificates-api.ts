import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { queryResponse } from '../endpoints/responses.ts'
import { certificateCodePattern } from './certificate.ts'
import { get } from '../endpoints/endpoint-definition.ts'

const certificateCode = z.string().regex(certificateCodePattern)

/**
 * A certificate as everybody with its code may see it. `name` is that of today. `completedAt` is ISO time; `points` and `rank` are
 * those at that moment, among `participants` with a project that counts; `rank` is null if the scoring excluded the participant then. `ended` is null while it is valid, and `pending` is then how many of its projects wait for review; `replacedBy` is then
 * the code of a later one of the same run. `isCurrentRun`: whether the run that it belongs to is the current one.
 * `timeZone` is that of the challenge, in which its dates are shown.
 */
export const certificate = z.object({
  code: certificateCode,
  name: z.string(),
  nameCodes,
  run: z.int(),
  completedAt: z.string(),
  points: z.number(),
  rank: z.int().nullable(),
  participants: z.int(),
  /** Why and when (ISO) the thirty projects no longer all counted. */
  ended: z.object({ at: z.string(), day: z.int(), reason: z.enum(['rejected', 'withdrawn']) }).nullable(),
  pending: z.int(),
  replacedBy: certificateCode.nullable(),
  isCurrentRun: z.boolean(),
  /** Set if its projects are from a backup file without a known signature: this installation has not issued it, and its code proves nothing. */
  imported: z.literal(true).optional(),
  timeZone: z.string(),
})
export type Certificate = z.infer<typeof certificate>

/**
 * The certificate of the caller in the current run, null while it is not reached. `days` are the days whose projects count.
 * `earlier` has the valid certificates of other runs, newest run first.
 */
export const ownCertificateResponse = queryResponse.extend({
  days: z.array(z.int()),
  certificate: certificate.nullable(),
  earlier: z.array(z.object({ code: certificateCode, run: z.int(), completedAt: z.string() })),
})
export type OwnCertificateResponse = z.infer<typeof ownCertificateResponse>

export const certificateEndpoints = {
  mine: get('/api/certificates/mine', 'participants', {
    summary: 'My certificate of the current run, or how far I am',
    limit: 'ledger',
    response: ownCertificateResponse,
  }),
  ofCode: get('/api/certificates/:code', 'everyone', {
    summary: 'Verify the certificate with a code',
    limit: 'certificate',
    response: queryResponse.extend({ certificate }),
    errors: ['certificate-not-found'],
  }),
}
