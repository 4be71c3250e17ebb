// The configuration of a process, from environment variables and flags, and the rules that involve several variables; the form of a
// single one is checked in `environment-variables.ts`.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  isOnThisMachine,
  parseEventStoreAddress,
  isPublicHost,
  parseRedisAddress,
} from '@thirty/infra/config/engine-address.ts'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { signInSettings, signInErrors } from '@thirty/infra/config/sign-in-settings.ts'
import type { S3Location } from '@thirty/infra/media/s3.ts'
import { z } from 'zod'
import {
  environmentVariables,
  secretFiles,
  secretVariables,
  type EnvironmentVariables,
  type SecretVariable,
} from './environment-variables.ts'

export type Config = ReturnType<typeof toConfig>

/** Throws `ConfigError` with all errors that it finds. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as not set, because Compose files pass unset ones as empty; an empty secret is an error.
  const isSet = ([name, value]: [string, string | undefined]) =>
    value !== '' || Object.hasOwn(secretFiles, name)
  const set = Object.fromEntries(Object.entries(environment).filter(isSet))
  const { data, error } = z.object(environmentVariables).safeParse(set)
  const errors = data
    ? [...errorsIn(data)]
    : error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
  if (data === undefined || errors.length > 0) throw new ConfigError(errors.join('\n'))
  return toConfig(data)
}

/** `hasNewReservationKey`: the key of the log is lost, and all names are reserved again under the current one. */
export type Flags = { isDemo: boolean; hasNewReservationKey: boolean }

/** Reads the flags of `npm start --`. Throws `ConfigError` for an unknown one. */
export function parseFlags(args: readonly string[]): Flags {
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { demo: flag, 'new-reservation-key': flag }
    const { values } = parseArgs({ args: [...args], options })
    return { isDemo: values.demo, hasNewReservationKey: values['new-reservation-key'] }
  } catch (error) {
    throw new ConfigError(
      `Unknown argument in "${args.join(' ')}"; start without arguments, or with --demo or --new-reservation-key; --help says more.`,
      { cause: error },
    )
  }
}

function toConfig(variables: EnvironmentVariables) {
  const { S3_BUCKET: bucket } = variables
  return {
    isProduction: variables.NODE_ENV === 'production',
    host: variables.HOST,
    port: variables.PORT,
    /** The public address of this installation; pages of other origins are refused. */
    publicUrl: variables.PUBLIC_URL ?? new URL(`http://localhost:${variables.PORT}`),
    trustedProxies: variables.TRUST_PROXY,
    /** Absolute path of the folder for event log, media, outbox and generated secrets. */
    dataDir: resolve(variables.DATA_DIR),
    role: variables.ROLE,
    // External engines. Without them, the process uses the embedded ones.
    eventStoreUrl: variables.EVENTSTORE_URL,
    redisUrl: variables.REDIS_URL,
    s3: bucket === undefined ? undefined : s3Location(variables, bucket),
    /** Configured secrets; `loadSecrets` creates missing ones. */
    secrets: configuredSecrets(variables),
    /** Whether webhooks may lead to private networks and to this machine. */
    allowsPrivateWebhooks: variables.WEBHOOK_PRIVATE_ADDRESSES === 'on',
    timezone: variables.CHALLENGE_TIMEZONE,
    /** Without it, emails are written to files in `dataDir`. */
    smtp: smtpSettings(variables),
    /** Without one, emails are written to files, for which any sender is right. */
    mailFrom: variables.MAIL_FROM ?? { name: 'Thirty', address: 'thirty@localhost' },
    signIn: signInSettings(variables),
    /** `false` for load tests only. */
    isRateLimited: variables.RATE_LIMIT === 'on',
    /** Networks of an event and its end, where no limit by address holds for what succeeds. */
    eventNetworks: variables.EVENT_NETWORKS ?? null,
    /** The bearer token for `/metrics`; without it, metrics are served to the local network only. */
    metricsToken: variables.METRICS_TOKEN,
    /** How far, in milliseconds, read models may lag behind the log before health checks report it. */
    allowedLagMs: variables.ALLOWED_LAG_SECONDS * 1_000,
    /** Milliseconds between two comparisons of the read models with the log; 0: only on request. */
    selfCheckMs: variables.SELF_CHECK_HOURS * 3_600_000,
    logLevel: variables.LOG_LEVEL,
  }
}

function s3Location(variables: EnvironmentVariables, bucket: string): S3Location {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = variables
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = variables
  return { ...(endpoint !== undefined && { endpoint }), bucket, region, accessKeyId, secretAccessKey }
}

const configuredSecrets = (variables: EnvironmentVariables): Pick<EnvironmentVariables, SecretVariable> =>
  Object.fromEntries(secretVariables.map((name) => [name, variables[name]]))

/**
 * Requires TLS for a password, and in production for every mail, unless the server is on this machine.
 * ALLOW_INSECURE_ENGINES allows mail without TLS, but never a password: mail servers are rarely on the trusted network.
 */
function smtpSettings(variables: EnvironmentVariables) {
  const { SMTP_URL: server } = variables
  if (server === undefined) return undefined
  const isPlainAllowed = variables.NODE_ENV !== 'production' || variables.ALLOW_INSECURE_ENGINES === 'on'
  const requireTls = !isOnThisMachine(...server.hosts) && (server.password !== undefined || !isPlainAllowed)
  return { server, requireTls }
}

type Errors = Iterable<string>

/** Yields one sentence for each error; it names the variable, never its value. */
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
  const { ADMIN_REGISTRATION_KEY, PUBLIC_URL, RATE_LIMIT, SMTP_URL, S3_SECRET_ACCESS_KEY } = variables
  const eventStore = parseEventStoreAddress(variables.EVENTSTORE_URL ?? '')
  const redis = parseRedisAddress(variables.REDIS_URL ?? '')
  if (ADMIN_REGISTRATION_KEY !== undefined && Buffer.byteLength(ADMIN_REGISTRATION_KEY) < 32)
    yield 'ADMIN_REGISTRATION_KEY must have at least 32 bytes in production.'
  // Without encryption, everybody between browser and server reads passwords and tokens.
  if (PUBLIC_URL?.protocol === 'http:' && isPublicHost(PUBLIC_URL.hostname))
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
    SMTP_URL: SMTP_URL?.password,
    S3_SECRET_ACCESS_KEY,
  }
  for (const [name, password = ''] of Object.entries(passwords))
    if (commonPasswords.has(password.toLowerCase()))
      yield `${name} must not hold a password that everybody knows, in production.`
  if (variables.ALLOW_INSECURE_ENGINES === 'on') return
  if (eventStore && !eventStore.isEncrypted && !isOnThisMachine(...eventStore.hosts))
    yield `EVENTSTORE_URL must not turn tls off ${exception}.`
  if (redis && redis.password === undefined && !isOnThisMachine(...redis.hosts))
    yield `REDIS_URL must hold a password ${exception}.`
}

function* missing(
  variables: EnvironmentVariables,
  names: readonly (keyof EnvironmentVariables)[],
  when: string,
): Errors {
  for (const name of names) if (variables[name] === undefined) yield `${name} must be set ${when}.`
}
