// The forms of environment variables: text that is checked, with an error that completes a sentence about the variable.
import { isIP } from 'node:net'
import { parseEventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import proxyAddress from 'proxy-addr'
import { z } from 'zod'
import { parseMailbox, parseSmtpAddress } from '../mail/mail-addresses.ts'
import { fileSignerOf } from '../portable-file/signature.ts'
import { vapidKeysOf } from '../push/vapid-keys.ts'
import { parseEventStoreAddress, parseRedisAddress } from './engine-address.ts'

export const text = z.string()
const validatedText = (error: string, isValid: (value: string) => boolean) => text.refine(isValid, { error })

export const address = (...schemes: string[]) =>
  validatedText(
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    (value) => schemes.some((scheme) => value.startsWith(`${scheme}://`) && URL.canParse(value)),
  )
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })

/** Shells take quotation marks away, and files of variables often keep them. */
export const plainText = validatedText(
  'must not be blank, nor have quotation marks or spaces around it',
  (value) => /^[^\s"'](?:.*[^\s"'])?$/.test(value),
)
const wholeNumber = (of: string, from: number, to: number) =>
  validatedText(
    `must be ${of} from ${from} to ${to}`,
    (value) => /^\d{1,5}$/.test(value) && Number(value) >= from && Number(value) <= to,
  )
export const port = wholeNumber('a port', 0, 65_535)
export const eventStore = validatedText(
  'must be an address that starts with esdb://, esdb+discover://, kurrentdb:// or kurrentdb+discover://',
  (value) => parseEventStoreAddress(value) !== undefined,
)
export const redis = validatedText(
  'must be an address that starts with redis:// or rediss://',
  (value) => parseRedisAddress(value) !== undefined,
)
export const smtp = validatedText(
  'must be an address such as smtps://user:password@mail.example:465 or smtp://mail.example:587, without a path',
  (value) => parseSmtpAddress(value) !== undefined,
)
export const mailbox = (example: string) =>
  validatedText(`must be one address, such as ${example}`, (value) => parseMailbox(value) !== undefined)
export const seconds = wholeNumber('a number of seconds', 1, 3_600)
export const hours = wholeNumber('a number of hours', 0, 720)
export const timezone = validatedText('must be the name of a time zone, such as Europe/Berlin', isTimezone)
export const origin = (example: string) =>
  validatedText(`must be an http or https address without a path, such as ${example}`, isOrigin)
export const proxies = validatedText(
  'must be a list of addresses, networks or the names loopback, linklocal and uniquelocal, such as 10.0.0.0/8,127.0.0.1',
  isProxyList,
).transform(splitList)
export const eventNetworks = validatedText(
  'must be addresses or networks that are not larger than /8 (IPv6: /16), and an end within 30 days, such as 203.0.113.0/24,2001:db8::/48@2026-12-01T18:00Z',
  // Compose passes a variable that is not set as an empty one.
  (value) => value === '' || parseEventNetworks(value, Date.now()) !== undefined,
).transform((value) => parseEventNetworks(value, Date.now()) ?? null)
export const vapidPrivateKey = validatedText(
  'must be a private key of 32 bytes in base64url, such as `npx web-push generate-vapid-keys` prints',
  (value) => vapidKeysOf(value) !== undefined,
)
export const fileSigningKey = validatedText(
  'must be a private key of 32 bytes in base64url',
  (value) => fileSignerOf(value) !== undefined,
)
export const atLeast = (bytes: number) =>
  validatedText(`must have at least ${bytes} bytes`, (value) => Buffer.byteLength(value) >= bytes)

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { pathname, search, hash, username, password } = new URL(value)
  return pathname === '/' && search + hash + username + password === ''
}

/** The networks that Express knows by name. */
const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** `proxy-addr` also takes "1" as the address 0.0.0.1, which nobody means. */
const isProxy = (part: string): boolean =>
  namedNetworks.includes(part) || isIP(part.split('/', 1)[0] ?? '') !== 0

function isProxyList(list: string): boolean {
  try {
    proxyAddress.compile(splitList(list))
    return splitList(list).every(isProxy)
  } catch {
    return false
  }
}
