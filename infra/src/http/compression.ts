// Sends the responses of endpoints with gzip if they are large enough and the caller accepts it, and tells proxies which responses must not
// be compressed. A caller that shares one compressed page among many readers asks `negotiateGzip`, and compresses it by itself.
// `frontend-router.ts` compresses the pages of the frontend.
//
// Not the package `compression`: it replaces the methods of each response, decides by path and type instead of by endpoint, and cannot send
// a page that is compressed already. A response with a token or addresses beside text of others has `compression: 'never'` in its
// definition; a spec demands it for each field of `secretFields`. A secret under another name needs it by hand. Lists with addresses are
// compressed anyway: a page of another site cannot send requests with a session, whose token is in a header.

import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'

/** Smaller bodies fit into one packet of the network with or without compression. */
const minBytes = 1_000
/**
 * Larger bodies are compressed by the thread pool, which hashes passwords, too. Smaller ones take less than a millisecond
 * and would only wait there.
 */
const maxSyncBytes = 64_000
const options = { level: constants.Z_BEST_SPEED }
const gzipInPool = promisify(gzip)

/** Returns whether a body of this size is to be sent with gzip, and adds the header `Vary` if that depends on the caller. */
export function negotiateGzip(request: Request, response: Response, bytes: number): boolean {
  if (bytes <= minBytes) return false
  response.vary('Accept-Encoding')
  return request.acceptsEncodings('gzip') === 'gzip'
}

/** Tells proxies, which compress on their own, to send a response as it is (RFC 9111, 5.2.2.6). */
export function forbidCompression(response: Response): void {
  const caching = String(response.getHeader('Cache-Control') ?? '')
  if (caching.includes('no-transform')) return
  response.setHeader('Cache-Control', caching === '' ? 'no-transform' : `${caching}, no-transform`)
}

/** Sends a body of which all other headers are set, with gzip if it is large enough and the caller accepts it. */
export async function sendCompressed(request: Request, response: Response, text: string): Promise<void> {
  if (!negotiateGzip(request, response, Buffer.byteLength(text))) return void response.end(text)
  const body = Buffer.from(text)
  const compressed = body.length <= maxSyncBytes ? gzipSync(body, options) : await gzipInPool(body, options)
  response.setHeader('Content-Encoding', 'gzip')
  response.end(compressed)
}
