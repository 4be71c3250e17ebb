// Posts push messages and webhooks, each over a separate connection whose address the caller's `lookup` has checked.

import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

type PostOptions = {
  body: string | Buffer | null
  headers: Record<string, string | number>
  lookup: LookupFunction
  signal: AbortSignal
  /** Instead of that of the URL. */
  port?: number
  ca?: string | Buffer
}

/** Posts a body, and resolves when the response begins. The caller must read or destroy it. */
export const post = (url: URL, { body, ...options }: PostOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    // Without an agent each message has its own connection, whose address was just checked.
    const sent = request(url, { ...options, method: 'POST', agent: false }, resolve)
    // Also after the response: closing it early may be reported as an error.
    sent.on('error', reject)
    sent.end(body)
  })
