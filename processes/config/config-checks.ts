// Checks rules of the configuration that involve several variables or the environment. The form of a single variable is checked in
// `environment-variables.ts`.

import {
  parseEventStoreAddress,
  isOnThisMachine,
  isPublicHost,
  parseRedisAddress,
} from '@thirty/infra/config/engine-address.ts'
import { signInErrors } from '@thirty/infra/config/sign-in-settings.ts'
import { parseSmtpAddress } from '@thirty/infra/mail/smtp-address.ts'
import { secretVariables, type EnvironmentVariables } from './environment-variables.ts'

/** Returns one sentence for each error; it names the variable, never its value. */
export const configErrors = (variables: EnvironmentVariables): string[] => [
  ...clusterErrors(variables),
  ...debugErrors(variables),
  // A projector uses neither images nor mail nor sign-in, but may receive the same settings as the other processes.
  ...(variables.ROLE === 'projector' ? [] : [...webErrors(variables), ...signInErrors(variables)]),
  ...(variables.NODE_ENV === 'production' ? productionErrors(variables) : []),
]

/** Several processes need shared engines and secrets. */
function clusterErrors(variables: EnvironmentVariables): string[] {
  if (variables.ROLE === 'all') return []
  const needsSharedSecrets = variables.ROLE === 'web' && variables.NODE_ENV === 'production'
  return [
    ...missingErrors(variables, ['EVENTSTORE_URL', 'REDIS_URL'], `when ROLE is ${variables.ROLE}`),
    ...(needsSharedSecrets
      ? missingErrors(variables, secretVariables, 'in production, when several processes share the work')
      : []),
  ]
}

function webErrors(variables: EnvironmentVariables): string[] {
  return [
    ...bucketErrors(variables),
    // No mail server accepts mail from the default address.
    ...(variables.SMTP_URL === undefined ? [] : missingErrors(variables, ['MAIL_FROM'], 'when SMTP_URL is')),
  ]
}

/** A bucket is set up completely or not at all: a part of it would leave the images on the disk of one process. */
function bucketErrors(variables: EnvironmentVariables): string[] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const given = names.find((name) => variables[name] !== undefined)
  return given === undefined
    ? []
    : missingErrors(variables, ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'], `when ${given} is`)
}

function debugErrors({ EVENTSTORE_URL, DEBUG = '' }: EnvironmentVariables): string[] {
  // With debugging on, the client of EventStoreDB prints its address, including the password.
  return EVENTSTORE_URL !== undefined && /(^|[\s,])(\*|esdb)/.test(DEBUG)
    ? ['DEBUG must not name esdb, which would print EVENTSTORE_URL with its password.']
    : []
}

function productionErrors(variables: EnvironmentVariables): string[] {
  return [
    ...(Buffer.byteLength(variables.ADMIN_REGISTRATION_KEY ?? 'x'.repeat(32)) < 32
      ? ['ADMIN_REGISTRATION_KEY must have at least 32 bytes in production.']
      : []),
    ...publicAddressErrors(variables),
    ...guessableSecretErrors(variables),
    ...(variables.RATE_LIMIT === 'off' ? ['RATE_LIMIT must be on in production.'] : []),
    ...commonPasswordErrors(variables),
    ...(variables.ALLOW_INSECURE_ENGINES === 'on' ? [] : insecureEngineErrors(variables)),
  ]
}

/** Without encryption, everybody between browser and server reads passwords and tokens. */
const publicAddressErrors = ({ PUBLIC_URL }: EnvironmentVariables): string[] => {
  if (PUBLIC_URL === undefined) return []
  const { protocol, hostname } = new URL(PUBLIC_URL)
  return protocol === 'http:' && isPublicHost(hostname)
    ? ['PUBLIC_URL must start with https:// in production, unless its host is in a private network.']
    : []
}

/** A random key of 32 bytes has more different characters, also when it is written in hex. */
const minDifferentCharacters = 8

const guessableSecretErrors = (variables: EnvironmentVariables): string[] =>
  [...secretVariables, 'METRICS_TOKEN' as const].flatMap((name) => {
    const value = variables[name]
    return value === undefined || new Set(value).size >= minDifferentCharacters
      ? []
      : [`${name} must have at least ${minDifferentCharacters} different characters in production.`]
  })

/** Default passwords of engines, and passwords from examples. */
const commonPasswords: ReadonlySet<string> = new Set([
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

function commonPasswordErrors({
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
    commonPasswords.has(password?.toLowerCase() ?? '')
      ? [`${name} must not hold a password that everybody knows, in production.`]
      : [],
  )
}

const exception = 'in production, unless it is on this machine or ALLOW_INSECURE_ENGINES is on'

function insecureEngineErrors({ EVENTSTORE_URL, REDIS_URL }: EnvironmentVariables): string[] {
  const eventStore = parseEventStoreAddress(EVENTSTORE_URL ?? '')
  const redis = parseRedisAddress(REDIS_URL ?? '')
  return [
    ...(eventStore && !eventStore.isEncrypted && !isOnThisMachine(eventStore)
      ? [`EVENTSTORE_URL must not turn tls off ${exception}.`]
      : []),
    ...(redis && redis.password === undefined && !isOnThisMachine(redis)
      ? [`REDIS_URL must hold a password ${exception}.`]
      : []),
  ]
}

const missingErrors = (
  variables: EnvironmentVariables,
  names: readonly (keyof EnvironmentVariables)[],
  when: string,
): string[] =>
  names.filter((name) => variables[name] === undefined).map((name) => `${name} must be set ${when}.`)
