import proxyAddress from 'proxy-addr'
import { z } from 'zod'
import { signInVariables } from './sign-in-settings.ts'
import { parseEventStoreAddress, parseRedisAddress } from './engine-address.ts'
import { parseMailbox } from '../mail/mailbox.ts'
import { parseSmtpAddress } from '../mail/smtp-address.ts'

const text = z.string()
const validatedText = (error: string, isValid: (value: string) => boolean) => text.refine(isValid, { error })

const address = (...schemes: string[]) =>
  validatedText(
    `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    (value) => schemes.some((scheme) => value.startsWith(`${scheme}://`) && URL.canParse(value)),
  )
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` })

const port = validatedText(
  'must be a port from 0 to 65535',
  (value) => /^\d{1,5}$/.test(value) && Number(value) < 65_536,
)
const eventStore = validatedText(
  'must be an address that starts with esdb:// or esdb+discover://',
  (value) => parseEventStoreAddress(value) !== undefined,
)
const redis = validatedText(
  'must be an address that starts with redis:// or rediss://',
  (value) => parseRedisAddress(value) !== undefined,
)
const smtp = validatedText(
  'must be an address such as smtps://user:password@mail.example:465 or smtp://mail.example:587, without a path',
  (value) => parseSmtpAddress(value) !== undefined,
)
const mailbox = validatedText(
  'must be one address, such as Thirty <thirty@mail.example>',
  (value) => parseMailbox(value) !== undefined,
)
const seconds = validatedText('must be a number of seconds from 1 to 3600', isSecondsInRange)
const timezone = validatedText('must be the name of a time zone, such as Europe/Berlin', isTimezone)
const origin = validatedText(
  'must be an http or https address without a path, such as https://thirty.example',
  isOrigin,
)
const proxies = validatedText(
  'must be a list of addresses or networks, such as 10.0.0.0/8,127.0.0.1',
  isProxyList,
)
const atLeast = (bytes: number) =>
  validatedText(`must have at least ${bytes} bytes`, (value) => Buffer.byteLength(value) >= bytes)

/** Every environment variable of the product, with its form and its default. */
export const environmentVariables = z.object({
  NODE_ENV: text.optional(),
  PORT: port.default('3000').transform(Number),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.default('').transform(splitList),
  DATA_DIR: text.default('./data'),
  ROLE: oneOf('all', 'web', 'projector').default('all'),
  EVENTSTORE_URL: eventStore.optional(),
  REDIS_URL: redis.optional(),
  /** Allows engines without encryption or password in production, on a trusted network. */
  ALLOW_INSECURE_ENGINES: oneOf('on', 'off').default('off'),
  S3_ENDPOINT: address('http', 'https').optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  JWT_SECRET: atLeast(32).optional(),
  ADMIN_REGISTRATION_KEY: atLeast(8).optional(),
  CHALLENGE_TIMEZONE: timezone.default('UTC'),
  SMTP_URL: smtp.optional(),
  MAIL_FROM: mailbox.optional(),
  ...signInVariables,
  RATE_LIMIT: oneOf('on', 'off').default('on'),
  METRICS_TOKEN: atLeast(16).optional(),
  ALLOWED_LAG_SECONDS: seconds.default('15').transform(Number),
  /** Read by libraries of the product. */
  DEBUG: text.optional(),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('info'),
})
export type EnvironmentVariables = z.infer<typeof environmentVariables>

/**
 * Variables that must not be empty. Any other empty variable counts as not set, because Compose files pass unset
 * variables as empty ones.
 */
export const nonEmptyVariables: readonly string[] = ['JWT_SECRET', 'ADMIN_REGISTRATION_KEY']

function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function isSecondsInRange(value: string): boolean {
  return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 3_600
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

function isProxyList(list: string): boolean {
  try {
    proxyAddress.compile(splitList(list))
    return true
  } catch {
    return false
  }
}
