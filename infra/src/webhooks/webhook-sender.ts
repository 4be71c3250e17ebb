// Posts messages to the addresses of webhooks.
//
// Somebody enters the address of a webhook. It could point into our own network, so all addresses of a name must be
// public, and the connection uses exactly these. No redirects, no proxy, no credentials. `standardwebhooks` computes
// SHA-256 in JavaScript and sends nothing; it verifies our signatures in the specs.

import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { errorCode } from '../system-errors.ts'
import { post, AddressNotPublic, isPublicAddress, publicLookup } from '../push/public-lookup.ts'

/**
 * `status` is null without a response; `error` says why, or why it was cut. `response` is the beginning of its body, `retryAfter` its
 * header `Retry-After`.
 */
export type SendResult = {
  status: number | null
  retryAfter: string | null
  error: SendError | null
  response: string
  durationMs: number
}
export type SendError = 'timeout' | 'connection' | 'tls' | 'name' | 'not-public' | 'address'

export type OutgoingMessage = { address: string; body: string; headers: Readonly<Record<string, string>> }

/** Sends a message once. Never rejects, unless `signal` is aborted. */
export type SendWebhook = (message: OutgoingMessage, signal?: AbortSignal) => Promise<SendResult>

export type WebhookSenderOptions = {
  /** Addresses in private networks are contacted, too. */
  allowPrivate: boolean
  userAgent: string
  /** Resolves names; those on the public internet only when missing. */
  lookup?: LookupFunction
  timeoutMs?: number
  ca?: string | Buffer
}

/** Bytes of a response that are read; the connection is closed after them. */
const maxResponseBytes = 16_384

/**
 * Returns a function that posts JSON. The addresses that a name leads to are checked when the connection is made, which uses exactly
 * these. Redirects are not followed, no proxy is used, and certificates are verified.
 */
export function webhookSender(options: WebhookSenderOptions): SendWebhook {
  const { allowPrivate, userAgent, timeoutMs = 15_000, ca } = options
  const resolve = options.lookup ?? (allowPrivate ? lookup : publicLookup)
  return async ({ address, body, headers }, signal) => {
    const since = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const sent: Omit<SendResult, 'durationMs'> = { status: null, retryAfter: null, error: null, response: '' }
    try {
      const url = new URL(address)
      const hostname = url.hostname.replaceAll(/^\[|\]$/g, '')
      // A connection to an IP address resolves no name.
      if (!allowPrivate && isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw new AddressNotPublic()
      const answer = await post(url, {
        body,
        lookup: resolve,
        signal: AbortSignal.any(signal ? [timeout, signal] : [timeout]),
        headers: {
          ...headers,
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': userAgent,
          accept: '*/*',
        },
        ...(ca !== undefined && { ca }),
      })
      sent.status = answer.statusCode ?? null
      sent.retryAfter = answer.headers['retry-after'] ?? null
      sent.response = await readBeginning(answer)
    } catch (error) {
      if (signal?.aborted) throw error
      sent.error = timeout.aborted ? 'timeout' : errorOf(error)
    }
    return { ...sent, durationMs: Math.round(performance.now() - since) }
  }
}

/** Reads the beginning of a body and closes the connection. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer) {
    // Safe: without an encoding, a response consists of buffers.
    const bytes = part as Buffer
    parts.push(bytes)
    length += bytes.length
    if (length >= maxResponseBytes) break
  }
  answer.destroy()
  return Buffer.concat(parts).subarray(0, maxResponseBytes).toString('utf8')
}

function errorOf(error: unknown): SendError {
  if (error instanceof AddressNotPublic) return 'not-public'
  const code = errorCode(error)
  if (code === 'ERR_INVALID_URL') return 'address'
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'name'
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME)/.test(code)
    ? 'tls'
    : 'connection'
}
