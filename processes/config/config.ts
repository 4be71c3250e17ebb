// The configuration of a process, from environment variables and flags, and the secrets of the installation.

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { parseVariables } from '@thirty/infra/config/environment.ts'
import { signInSettings, type SignInSettings } from '@thirty/infra/config/sign-in-settings.ts'
import { loadOrCreateSecret, readStoredSecret } from '@thirty/infra/config/stored-secret.ts'
import { parseMailbox, type Mailbox } from '@thirty/infra/mail/mailbox.ts'
import { parseSmtpAddress, type SmtpAddress } from '@thirty/infra/mail/smtp-address.ts'
import { fileSignerOf, type FileSigner } from '@thirty/infra/portable-file/signature.ts'
import { vapidKeysOf, type VapidKeys } from '@thirty/infra/push/vapid-keys.ts'
import type { S3Location } from '@thirty/infra/media/s3/client.ts'
import { configErrors } from './config-checks.ts'
import { environmentVariables, secretVariables, type EnvironmentVariables } from './environment-variables.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** The public address of this installation; pages of other origins are refused. */
  publicUrl: URL
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** Absolute path of the folder for event log, media, outbox and generated secrets. */
  dataDir: string
  role: 'all' | 'web' | 'projector'
  /** External engines. Without them, the process uses the embedded ones. */
  eventStoreUrl?: string
  redisUrl?: string
  s3?: S3Location
  /** Configured secrets; `loadSecrets` creates missing ones. */
  jwtSecret?: string
  adminRegistrationKey?: string
  reservationKey?: string
  vapidPrivateKey?: string
  backupSigningKey?: string
  /** Whether webhooks may lead to private networks and to this machine. */
  allowsPrivateWebhooks: boolean
  /** The time zone in which challenge days begin. */
  timezone: string
  /** Without it, emails are written to files in `dataDir`. `requireTls`: no email is sent to a server without TLS. */
  smtp?: { server: SmtpAddress; requireTls: boolean }
  mailFrom: Mailbox
  /** Sign-in providers besides the password. */
  signIn: SignInSettings
  /** `false` for load tests only. */
  isRateLimited: boolean
  /** Networks of an event and its end, where no limit by address holds for what succeeds. */
  eventNetworks: EventNetworks | null
  /** The bearer token for `/metrics`; without it, metrics are served to the local network only. */
  metricsToken?: string
  /** How far, in milliseconds, read models may lag behind the log before health checks report it. */
  allowedLagMs: number
  /** Milliseconds between two comparisons of the read models with the log; 0: only on request. */
  selfCheckMs: number
  logLevel: EnvironmentVariables['LOG_LEVEL']
}

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
      {
        cause: error,
      },
    )
  }
}

/** The secrets of this installation: the configured ones, or those created in its data folder at the first start. */
export type Secrets = {
  jwtSecret: string
  adminRegistrationKey: string
  /** Names the streams in which email addresses and usernames are reserved. Must never change. */
  reservationKey: string
  /** The keys with which push services recognise this installation. */
  vapidKeys: VapidKeys
  /** Signs exported backup files. */
  fileSigner: FileSigner
  /** The file of a generated key, to be shown when the product starts. */
  adminKeyFile?: string
}

/** The files of secrets that an installation makes for itself, in the data folder. 32 random bytes are a private key, too. */
export const secretFiles = {
  jwt: 'jwt-secret',
  adminKey: 'admin-registration-key',
  reservation: 'reservation-key',
  vapid: 'vapid-private-key',
  signing: 'backup-signing-key',
} as const

/**
 * Returns the configured secrets. Missing ones are created in the data folder, readable for its owner only. Throws
 * `ConfigError` when a stored one is damaged.
 */
export function loadSecrets(config: Config): Secrets {
  const stored = (name: string) => loadOrCreateSecret(config.dataDir, name, damaged)
  const jwtSecret = config.jwtSecret ?? stored(secretFiles.jwt).secret
  const reservationKey = config.reservationKey ?? stored(secretFiles.reservation).secret
  const vapidKeys = vapidKeysOf(config.vapidPrivateKey ?? stored(secretFiles.vapid).secret)
  if (vapidKeys === undefined) throw damagedFile(secretFiles.vapid)
  const fileSigner = fileSignerOf(config.backupSigningKey ?? stored(secretFiles.signing).secret)
  if (fileSigner === undefined) throw damagedFile(secretFiles.signing)
  const shared = { jwtSecret, reservationKey, vapidKeys, fileSigner }
  if (config.adminRegistrationKey !== undefined)
    return { ...shared, adminRegistrationKey: config.adminRegistrationKey }
  const { secret, file } = stored(secretFiles.adminKey)
  return { ...shared, adminRegistrationKey: secret, adminKeyFile: file }
}

/** Returns the reservation key that is configured or stored; undefined if there is none yet. */
export const reservationKeyOf = (config: Config): string | undefined =>
  config.reservationKey ?? readStoredSecret(config.dataDir, secretFiles.reservation, damaged)

/** Throws `ConfigError` when a stored secret is damaged. Creates none. */
export function checkStoredSecrets(config: Config): void {
  const { dataDir } = config
  if (config.jwtSecret === undefined) readStoredSecret(dataDir, secretFiles.jwt, damaged)
  reservationKeyOf(config)
  if (config.adminRegistrationKey === undefined) readStoredSecret(dataDir, secretFiles.adminKey, damaged)
  const vapidKey = config.vapidPrivateKey ?? readStoredSecret(dataDir, secretFiles.vapid, damaged)
  if (vapidKey !== undefined && vapidKeysOf(vapidKey) === undefined) throw damagedFile(secretFiles.vapid)
  const signingKey = config.backupSigningKey ?? readStoredSecret(dataDir, secretFiles.signing, damaged)
  if (signingKey !== undefined && fileSignerOf(signingKey) === undefined)
    throw damagedFile(secretFiles.signing)
}

const damaged = (message: string) => new ConfigError(message)
const damagedFile = (name: string) =>
  damaged(`DATA_DIR has a damaged ${name}; restore it, or remove it for a new one.`)

function toConfig(variables: EnvironmentVariables): Config {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = variables
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = variables
  return {
    isProduction: variables.NODE_ENV === 'production',
    host: variables.HOST,
    port: variables.PORT,
    publicUrl: new URL(variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`),
    trustedProxies: variables.TRUST_PROXY,
    dataDir: resolve(variables.DATA_DIR),
    role: variables.ROLE,
    ...(variables.EVENTSTORE_URL !== undefined && { eventStoreUrl: variables.EVENTSTORE_URL }),
    ...(variables.REDIS_URL !== undefined && { redisUrl: variables.REDIS_URL }),
    ...(bucket !== undefined && {
      s3: { ...(endpoint !== undefined && { endpoint }), bucket, region, accessKeyId, secretAccessKey },
    }),
    ...(variables.JWT_SECRET !== undefined && { jwtSecret: variables.JWT_SECRET }),
    ...(variables.ADMIN_REGISTRATION_KEY !== undefined && {
      adminRegistrationKey: variables.ADMIN_REGISTRATION_KEY,
    }),
    ...(variables.RESERVATION_KEY !== undefined && { reservationKey: variables.RESERVATION_KEY }),
    ...(variables.VAPID_PRIVATE_KEY !== undefined && { vapidPrivateKey: variables.VAPID_PRIVATE_KEY }),
    ...(variables.BACKUP_SIGNING_KEY !== undefined && { backupSigningKey: variables.BACKUP_SIGNING_KEY }),
    allowsPrivateWebhooks: variables.WEBHOOK_PRIVATE_ADDRESSES === 'on',
    timezone: variables.CHALLENGE_TIMEZONE,
    ...smtpConfig(variables),
    mailFrom: parseMailbox(variables.MAIL_FROM ?? '') ?? defaultMailFrom,
    signIn: signInSettings(variables),
    isRateLimited: variables.RATE_LIMIT === 'on',
    eventNetworks: variables.EVENT_NETWORKS ?? null,
    ...(variables.METRICS_TOKEN !== undefined && { metricsToken: variables.METRICS_TOKEN }),
    allowedLagMs: variables.ALLOWED_LAG_SECONDS * 1_000,
    selfCheckMs: variables.SELF_CHECK_HOURS * 3_600_000,
    logLevel: variables.LOG_LEVEL,
  }
}

/** The sender of emails that are written to files. */
const defaultMailFrom: Mailbox = { name: 'Thirty', address: 'thirty@localhost' }

/**
 * Requires TLS for a password, and in production for every mail, unless the server is on this machine.
 * ALLOW_INSECURE_ENGINES allows mail without TLS, but never a password: mail servers are rarely on the trusted network.
 */
function smtpConfig(variables: EnvironmentVariables): Pick<Config, 'smtp'> {
  const server = parseSmtpAddress(variables.SMTP_URL ?? '')
  if (server === undefined) return {}
  const isPlainAllowed = variables.NODE_ENV !== 'production' || variables.ALLOW_INSECURE_ENGINES === 'on'
  const requireTls = !isOnThisMachine(server) && (server.password !== undefined || !isPlainAllowed)
  return { smtp: { server, requireTls } }
}
