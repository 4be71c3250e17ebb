// The configuration of a process, from environment variables and flags.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import { ConfigError, parseVariables } from '@thirty/infra/config/environment.ts'
import { signInSettings } from '@thirty/infra/config/sign-in-settings.ts'
import { parseMailbox, type Mailbox, parseSmtpAddress } from '@thirty/infra/mail/mail-addresses.ts'
import type { S3Location } from '@thirty/infra/media/s3/client.ts'
import { configErrors } from './config-checks.ts'
import { environmentVariables, secretVariables } from './environment-variables.ts'
import type { EnvironmentVariables, SecretVariable } from './environment-variables.ts'

export type Config = ReturnType<typeof toConfig>

/** Reads the configuration. Throws `ConfigError` with all errors that it finds. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Any other empty variable counts as not set.
  const variables = parseVariables(environmentVariables, environment, secretVariables)
  const errors = configErrors(variables)
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return toConfig(variables)
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
    publicUrl: new URL(variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`),
    /** Proxies whose X-Forwarded-For is trusted. */
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
    /** The time zone in which challenge days begin. */
    timezone: variables.CHALLENGE_TIMEZONE,
    /** Without it, emails are written to files in `dataDir`. */
    smtp: smtpSettings(variables),
    mailFrom: parseMailbox(variables.MAIL_FROM ?? '') ?? defaultMailFrom,
    /** Sign-in providers besides the password. */
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

/** The sender of emails that are written to files. */
const defaultMailFrom: Mailbox = { name: 'Thirty', address: 'thirty@localhost' }

/**
 * Requires TLS for a password, and in production for every mail, unless the server is on this machine.
 * ALLOW_INSECURE_ENGINES allows mail without TLS, but never a password: mail servers are rarely on the trusted network.
 */
function smtpSettings(variables: EnvironmentVariables) {
  const server = parseSmtpAddress(variables.SMTP_URL ?? '')
  if (server === undefined) return undefined
  const isPlainAllowed = variables.NODE_ENV !== 'production' || variables.ALLOW_INSECURE_ENGINES === 'on'
  const requireTls = !isOnThisMachine(server) && (server.password !== undefined || !isPlainAllowed)
  return { server, requireTls }
}
