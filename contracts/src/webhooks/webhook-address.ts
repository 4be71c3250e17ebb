// Which addresses webhooks may have.

import { say, type Text } from '../texts/text.ts'
import { isPublicName } from '../notifications/push-address.ts'
import { maxWebhookAddressLength } from './webhooks.ts'

/** What an installation allows. `http`: also addresses without TLS. `private`: also private networks and IP addresses. */
export type AllowedAddresses = { http: boolean; private: boolean }

/** Ports below this belong to other services, such as mail, except the two of the web. */
const firstFreePort = 1024

/**
 * Returns what is wrong with the address of a webhook, as a sentence; `undefined` if it can be used. Where its name leads is checked
 * at each delivery.
 */
export function webhookAddressError(text: string, allowed: AllowedAddresses): Text | undefined {
  if (text.length > maxWebhookAddressLength)
    return say('atMostCharacters', { count: maxWebhookAddressLength })
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return say('webhookAddressForm')
  const { protocol, port, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && !allowed.http) return say('webhookAddressHttps')
  if (username + password !== '') return say('webhookAddressPassword')
  if (/#/.test(text)) return say('webhookAddressFragment')
  if (!allowed.private && !isPublicName(hostname)) return say('webhookAddressPublic')
  const isFree = port === '' || port === '443' || port === '80' || Number(port) >= firstFreePort
  return isFree ? undefined : say('webhookAddressPort')
}
