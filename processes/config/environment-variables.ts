// Every environment variable of the product, with its form and its default, and the files of the secrets that are not set. The error of a
// form completes a sentence about the variable.

import { parseEventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import { parseEventStoreAddress, parseRedisAddress } from '@thirty/infra/config/engine-address.ts'
import { signInVariables } from '@thirty/infra/config/sign-in-settings.ts'
import { parseProxies } from '@thirty/infra/http/rate-limits/client-address.ts'
import { parseMailbox, parseSmtpAddress } from '@thirty/infra/mail/mail-addresses.ts'
import { fileSignerOf } from '@thirty/infra/portable-file/signature.ts'
import { vapidKeysOf } from '@thirty/infra/push/vapid-keys.ts'
import { z } from 'zod'

const text = z.string()
/** A text that stays one, and of which `parse` returns something. */
const textOf = (error: string, parse: (value: string) => unknown) =>
  text.refine((value) => parse(value) !== undefined, { error })
/** What `parse` returns of a text. */
const valueOf = <Value>(error: string, parse: (value: string) => Value | undefined) =>
  text.transform((value, context) => {
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    context.addIssue({ code: 'custom', message: error })
    return z.NEVER
  })
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })
/** Shells take quotation marks away, and files of variables often keep them. */
const plainText = text.regex(/^[^\s"'](?:.*[^\s"'])?$/, {
  error: 'must not be blank, nor have quotation marks or spaces around it',
})
const wholeNumber = (of: string, from: number, to: number) =>
  valueOf(`must be ${of} from ${from} to ${to}`, (value) =>
    /^\d{1,5}$/.test(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined,
  )
const atLeast = (bytes: number) =>
  text.refine((value) => Buffer.byteLength(value) >= bytes, { error: `must have at least ${bytes} bytes` })

export const environmentVariables = {
  NODE_ENV: oneOf('production', 'development', 'test').optional(),
  PORT: wholeNumber('a port', 0, 65_535).default(3_000),
  HOST: plainText.default('127.0.0.1'),
  PUBLIC_URL: valueOf(
    'must be an http or https address without a path, such as https://thirty.example',
    parseOrigin,
  ).optional(),
  TRUST_PROXY: valueOf(
    'must be a list of addresses, networks or the names loopback, linklocal and uniquelocal, such as 10.0.0.0/8,127.0.0.1',
    parseProxies,
  ).default([]),
  DATA_DIR: plainText.default('./data'),
  ROLE: oneOf('all', 'web', 'projector').default('all'),
  EVENTSTORE_URL: textOf(
    'must be an address that starts with esdb://, esdb+discover://, kurrentdb:// or kurrentdb+discover://',
    parseEventStoreAddress,
  ).optional(),
  REDIS_URL: textOf(
    'must be an address that starts with redis:// or rediss://',
    parseRedisAddress,
  ).optional(),
  /** Allows engines without encryption or password in production, on a trusted network. */
  ALLOW_INSECURE_ENGINES: oneOf('on', 'off').default('off'),
  S3_ENDPOINT: textOf('must be an address that starts with http:// or https://', parseHttpAddress).optional(),
  S3_BUCKET: plainText.optional(),
  S3_REGION: plainText.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  JWT_SECRET: atLeast(32).optional(),
  ADMIN_REGISTRATION_KEY: atLeast(8).optional(),
  RESERVATION_KEY: atLeast(32).optional(),
  VAPID_PRIVATE_KEY: textOf(
    'must be a private key of 32 bytes in base64url, such as `npx web-push generate-vapid-keys` prints',
    vapidKeysOf,
  ).optional(),
  BACKUP_SIGNING_KEY: textOf('must be a private key of 32 bytes in base64url', fileSignerOf).optional(),
  /** Allows webhooks to addresses of private networks. */
  WEBHOOK_PRIVATE_ADDRESSES: oneOf('on', 'off').default('off'),
  CHALLENGE_TIMEZONE: textOf('must be the name of a time zone, such as Europe/Berlin', parseTimezone).default(
    'UTC',
  ),
  SMTP_URL: valueOf(
    'must be an address such as smtps://user:password@mail.example:465 or smtp://mail.example:587, without a path',
    parseSmtpAddress,
  ).optional(),
  MAIL_FROM: valueOf('must be one address, such as Thirty <thirty@mail.example>', parseMailbox).optional(),
  ...signInVariables,
  RATE_LIMIT: oneOf('on', 'off').default('on'),
  EVENT_NETWORKS: valueOf(
    'must be addresses or networks that are not larger than /8 (IPv6: /16), and an end within 30 days, such as 203.0.113.0/24,2001:db8::/48@2026-12-01T18:00Z',
    (value) => parseEventNetworks(value, Date.now()),
  ).optional(),
  METRICS_TOKEN: atLeast(16).optional(),
  ALLOWED_LAG_SECONDS: wholeNumber('a number of seconds', 1, 3_600).default(15),
  SELF_CHECK_HOURS: wholeNumber('a number of hours', 0, 720).default(24),
  /** Read by libraries of the product. */
  DEBUG: text.optional(),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('info'),
}
export type EnvironmentVariables = z.infer<z.ZodObject<typeof environmentVariables>>

/**
 * The secrets that an installation makes for itself, unless they are set: the file of each in the data folder. 32 random bytes are a
 * private key, too.
 */
export const secretFiles = {
  JWT_SECRET: 'jwt-secret',
  ADMIN_REGISTRATION_KEY: 'admin-registration-key',
  RESERVATION_KEY: 'reservation-key',
  VAPID_PRIVATE_KEY: 'vapid-private-key',
  BACKUP_SIGNING_KEY: 'backup-signing-key',
} as const satisfies { [Name in keyof EnvironmentVariables]?: string }
export type SecretVariable = keyof typeof secretFiles

// Safe: these are the keys of the constant above.
export const secretVariables = Object.keys(secretFiles) as SecretVariable[]

function parseHttpAddress(value: string): URL | undefined {
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined
}

function parseOrigin(value: string): URL | undefined {
  const url = parseHttpAddress(value)
  if (url === undefined) return undefined
  const { origin, pathname, search, hash, username, password } = url
  // A `?` or `#` with nothing behind it is left out.
  return pathname === '/' && search + hash + username + password === '' ? new URL(origin) : undefined
}

function parseTimezone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
