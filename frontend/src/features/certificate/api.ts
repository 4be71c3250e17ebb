import type { Certificate, OwnCertificateResponse } from '@thirty/contracts/leaderboard/certificates-api.ts'
import { request } from '../../shared/http/http.ts'

/** Returns the own certificate, or how far the user is. */
export const fetchOwnCertificate = (signal: AbortSignal): Promise<OwnCertificateResponse> =>
  request('GET', '/api/certificates/mine', { signal })

/** Returns the certificate with a code. Throws `RequestFailed` with status 404 for an unknown or forged one. */
export const fetchCertificate = async (code: string, signal: AbortSignal): Promise<Certificate> =>
  (await request('GET', '/api/certificates/:code', { params: { code }, signal })).certificate
