import { isPublicName } from './push-address.ts'
import { maxWebhookAddressLength } from './webhooks.ts'

/** What an installation allows. `http`: also addresses without TLS. `private`: also private networks and IP addresses. */
export type AllowedAddresses = { http: boolean; private: boolean }

/** Ports below this belong to other services, such as mail, except the two of the web. */
const firstFreePort = 1024

/**
 * Returns what is wrong with the address of a webhook, as a sentence; `undefined` if it can be used. Where its name leads is checked
 * at each delivery.
 */
export function webhookAddressError(text: string, allowed: AllowedAddresses): string | undefined {
  if (text.length > maxWebhookAddressLength) return 'At most 1,000 characters'
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'Enter an address that starts with https://'
  const { protocol, port, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' && !allowed.http) return 'The address must start with https://'
  if (username + password !== '') return 'The address must not contain a username or password'
  if (/#/.test(text)) return 'The address must not have a fragment (#)'
  if (!allowed.private && !isPublicName(hostname)) return 'The address must be a public domain name'
  const isFree = port === '' || port === '443' || port === '80' || Number(port) >= firstFreePort
  return isFree ? undefined : 'The port must be 443 or above 1023'
}
