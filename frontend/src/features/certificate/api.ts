import { request } from '../../shared/http/http.ts'

/** Returns the user's certificate, or how far the user is. */
export const fetchOwnCertificate = (signal: AbortSignal) =>
  request('GET', '/api/certificates/mine', { signal })

/** Returns the certificate with a code. Throws `RequestFailed` with status 404 for an unknown or forged one. */
export const fetchCertificate = async (code: string, signal: AbortSignal) =>
  (await request('GET', '/api/certificates/:code', { params: { code }, signal })).certificate
