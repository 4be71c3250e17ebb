import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * Verifies a message as receivers do, with the library of the specification, and returns it. Throws if no signature fits, or if the
 * message is older than five minutes by the clock of this process.
 */
export function verifyWebhook(
  secret: string,
  { body, headers }: { body: string; headers: IncomingHttpHeaders },
): unknown {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Webhook(secret).verify(body, Object.fromEntries(texts))
}
