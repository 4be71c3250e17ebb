import { z } from 'zod'
import { certificateResponse, ownCertificateResponse } from '../../api/challenge/certificates.ts'
import { get } from '../endpoint-definition.ts'

/** An unknown or malformed code is a 404, not a 400. */
const codeParams = z.object({ code: z.string().max(100) })

/** Certificates of participants who completed all thirty days (decision 0066). */
export const certificateEndpoints = {
  mine: get('/api/certificates/mine', {
    summary: 'My certificate of the current run, or how far I am',
    access: 'participants',
    limit: 'ledger',
    response: ownCertificateResponse,
    errors: ['busy'],
  }),
  ofCode: get('/api/certificates/:code', {
    summary: 'Verify the certificate with a code',
    access: 'everyone',
    limit: 'certificate',
    params: codeParams,
    response: certificateResponse,
    errors: ['certificate-not-found', 'busy'],
  }),
}
