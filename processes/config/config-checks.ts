// Checks rules of the configuration that involve several variables or the environment. The form of a single variable is checked in
// `environment-variables.ts`.

import {
  parseEventStoreAddress,
  isOnThisMachine,
  isPublicHost,
  parseRedisAddress,
} from '@thirty/infra/config/engine-address.ts'
import { signInErrors } from '@thirty/infra/config/sign-in-settings.ts'
import { parseSmtpAddress } from '@thirty/infra/mail/mail-addresses.ts'
import { secretVariables, type EnvironmentVariables } from './environment-variables.ts'

type Errors = Iterable<string>

/** Returns one sentence for each error; it names the variable, never its value. */
export const configErrors = (variables: EnvironmentVariables): string[] => [...errorsIn(variables)]

function* errorsIn(variables: EnvironmentVariables): Errors {
  const { ROLE, NODE_ENV, SMTP_URL, EVENTSTORE_URL, DEBUG = '' } = variables
  const isProduction = NODE_ENV === 'production'
  // Several processes need shared engines and secrets.
  if (ROLE !== 'all') yield* missing(variables, ['EVENTSTORE_URL', 'REDIS_URL'], `when ROLE is ${ROLE}`)
  if (ROLE === 'web' && isProduction)
    yield* missing(variables, secretVariables, 'in production, when several processes share the work')
  // With debugging on, the client of EventStoreDB prints its address, including the password.
  if (EVENTSTORE_URL !== undefined && /(^|[\s,])(\*|esdb)/.test(DEBUG))
    yield 'DEBUG must not name esdb, which would print EVENTSTORE_URL with its password.'
  // A projector uses neither images nor mail nor sign-in, but may receive the same settings as the other processes.
  if (ROLE !== 'projector') {
    yield* bucketErrors(variables)
    // No mail server accepts mail from the default address.
    if (SMTP_URL !== undefined) yield* missing(variables, ['MAIL_FROM'], 'when SMTP_URL is')
    yield* signInErrors(variables)
  }
  if (isProduction) yield* productionErrors(variables)
}

/** A bucket is set up completely or not at all: a part of it would leave the images on the disk of one process. */
function* bucketErrors(variables: EnvironmentVariables): Errors {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const given = names.find((name) => variables[name] !== undefined)
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (given !== undefined) yield* missing(variables, needed, `when ${given} is`)
}

/** A random key of 32 bytes has more different characters, also when it is written in hex. */
const minDifferentCharacters = 8

/** Default passwords of engines, and passwords from examples. */
const commonPasswords: ReadonlySet<string> = new Set(
  'admin changeit changeme foobared minio123 minioadmin password redis secret'.split(' '),
)

const exception = 'in production, unless it is on this machine or ALLOW_INSECURE_ENGINES is on'

function* productionErrors(variables: EnvironmentVariables): Errors {
  const { ADMIN_REGISTRATION_KEY, PUBLIC_URL, RATE_LIMIT, SMTP_URL = '', S3_SECRET_ACCESS_KEY } = variables
  const eventStore = parseEventStoreAddress(variables.EVENTSTORE_URL ?? '')
  const redis = parseRedisAddress(variables.REDIS_URL ?? '')
  if (ADMIN_REGISTRATION_KEY !== undefined && Buffer.byteLength(ADMIN_REGISTRATION_KEY) < 32)
    yield 'ADMIN_REGISTRATION_KEY must have at least 32 bytes in production.'
  // Without encryption, everybody between browser and server reads passwords and tokens.
  const publicUrl = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
  if (publicUrl?.protocol === 'http:' && isPublicHost(publicUrl.hostname))
    yield 'PUBLIC_URL must start with https:// in production, unless its host is in a private network.'
  for (const name of [...secretVariables, 'METRICS_TOKEN'] as const) {
    const secret = variables[name]
    if (secret !== undefined && new Set(secret).size < minDifferentCharacters)
      yield `${name} must have at least ${minDifferentCharacters} different characters in production.`
  }
  if (RATE_LIMIT === 'off') yield 'RATE_LIMIT must be on in production.'
  const passwords = {
    EVENTSTORE_URL: eventStore?.password,
    REDIS_URL: redis?.password,
    SMTP_URL: parseSmtpAddress(SMTP_URL)?.password,
    S3_SECRET_ACCESS_KEY,
  }
  for (const [name, password = ''] of Object.entries(passwords))
    if (commonPasswords.has(password.toLowerCase()))
      yield `${name} must not hold a password that everybody knows, in production.`
  if (variables.ALLOW_INSECURE_ENGINES === 'on') return
  if (eventStore && !eventStore.isEncrypted && !isOnThisMachine(eventStore))
    yield `EVENTSTORE_URL must not turn tls off ${exception}.`
  if (redis && redis.password === undefined && !isOnThisMachine(redis))
    yield `REDIS_URL must hold a password ${exception}.`
}

function* missing(
  variables: EnvironmentVariables,
  names: readonly (keyof EnvironmentVariables)[],
  when: string,
): Errors {
  for (const name of names) if (variables[name] === undefined) yield `${name} must be set ${when}.`
}
