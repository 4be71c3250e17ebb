// Signs messages to webhooks, as the Standard Webhooks specification says, and creates the secrets for it.

import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** Returns a new secret in the form of the specification: `whsec_` and base64. */
export const createSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/** `timestamp` in seconds since 1970. */
export type SignedMessage = { id: string; timestamp: number; body: string }

/**
 * Returns the headers of the Standard Webhooks specification, version 1.0, with a signature for each secret. A receiver accepts a
 * message if one of the signatures fits.
 */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const content = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
