import { signInErrors } from './sign-in-settings.ts'
import type { EnvironmentVariables } from './environment-variables.ts'
import { parseEventStoreAddress, isOnThisMachine, parseRedisAddress } from './engine-address.ts'
import { parseSmtpAddress } from '../mail/smtp-address.ts'

/** What a value alone does not show: a sentence for each fault, naming its variable and never its value. */
export const configErrors = (given: EnvironmentVariables): string[] => [
  ...sharedFaults(given),
  ...engineFaults(given),
  // A projector has neither pictures nor mail nor sign-in, but may be told the settings of all.
  ...(given.ROLE === 'projector' ? [] : [...servingFaults(given), ...signInErrors(given)]),
  ...(given.NODE_ENV === 'production' ? productionFaults(given) : []),
]

/** Several processes share what one keeps for itself. */
function sharedFaults(given: EnvironmentVariables): string[] {
  if (given.ROLE === 'all') return []
  const isSigning = given.ROLE === 'web' && given.NODE_ENV === 'production'
  return [
    ...missing(given, ['EVENTSTORE_URL', 'REDIS_URL'], `when ROLE is ${given.ROLE}`),
    ...(isSigning
      ? missing(
          given,
          ['JWT_SECRET', 'ADMIN_REGISTRATION_KEY'],
          'in production, when several processes share the work',
        )
      : []),
  ]
}

function servingFaults(given: EnvironmentVariables): string[] {
  return [
    ...(given.S3_ENDPOINT === undefined
      ? []
      : missing(given, ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], 'when S3_ENDPOINT is')),
    // No mail server takes letters from an address that we made up.
    ...(given.SMTP_URL === undefined ? [] : missing(given, ['MAIL_FROM'], 'when SMTP_URL is')),
  ]
}

function engineFaults({ EVENTSTORE_URL, DEBUG = '' }: EnvironmentVariables): string[] {
  // The client of EventStoreDB prints the address it was given when its debugging is on.
  return EVENTSTORE_URL !== undefined && /(^|[\s,])(\*|esdb)/.test(DEBUG)
    ? ['DEBUG must not name esdb, which would print EVENTSTORE_URL with its password.']
    : []
}

function productionFaults(given: EnvironmentVariables): string[] {
  return [
    ...(Buffer.byteLength(given.ADMIN_REGISTRATION_KEY ?? 'x'.repeat(32)) < 32
      ? ['ADMIN_REGISTRATION_KEY must have at least 32 bytes in production.']
      : []),
    ...(given.RATE_LIMIT === 'off' ? ['RATE_LIMIT must be on in production.'] : []),
    ...knownPasswords(given),
    ...(given.ALLOW_INSECURE_ENGINES === 'on' ? [] : openEngines(given)),
  ]
}

/** With these, engines come out of their boxes or stand in examples. */
const known: ReadonlySet<string> = new Set([
  'admin',
  'changeit',
  'changeme',
  'foobared',
  'minio123',
  'minioadmin',
  'password',
  'redis',
  'secret',
])

function knownPasswords({
  EVENTSTORE_URL,
  REDIS_URL,
  SMTP_URL,
  S3_SECRET_ACCESS_KEY,
}: EnvironmentVariables): string[] {
  const passwords = {
    EVENTSTORE_URL: parseEventStoreAddress(EVENTSTORE_URL ?? '')?.password,
    REDIS_URL: parseRedisAddress(REDIS_URL ?? '')?.password,
    SMTP_URL: parseSmtpAddress(SMTP_URL ?? '')?.password,
    S3_SECRET_ACCESS_KEY,
  }
  return Object.entries(passwords).flatMap(([name, password]) =>
    known.has(password?.toLowerCase() ?? '')
      ? [`${name} must not hold a password that everybody knows, in production.`]
      : [],
  )
}

const unless = 'in production, unless it is on this machine or ALLOW_INSECURE_ENGINES is on'

function openEngines({ EVENTSTORE_URL, REDIS_URL }: EnvironmentVariables): string[] {
  const log = parseEventStoreAddress(EVENTSTORE_URL ?? '')
  const views = parseRedisAddress(REDIS_URL ?? '')
  return [
    ...(log && !log.isEncrypted && !isOnThisMachine(log)
      ? [`EVENTSTORE_URL must not turn tls off ${unless}.`]
      : []),
    ...(views && views.password === undefined && !isOnThisMachine(views)
      ? [`REDIS_URL must hold a password ${unless}.`]
      : []),
  ]
}

const missing = (
  given: EnvironmentVariables,
  names: readonly (keyof EnvironmentVariables)[],
  when: string,
): string[] => names.filter((name) => given[name] === undefined).map((name) => `${name} must be set ${when}.`)
