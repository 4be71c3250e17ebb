import { resolve } from 'node:path'
import { configErrors } from './config-checks.ts'
import { signInSettings, type SignInSettings } from './sign-in-settings.ts'
import {
  nonEmptyVariables,
  environmentVariables,
  type EnvironmentVariables,
} from './environment-variables.ts'
import { isOnThisMachine } from './engine-address.ts'
import { loadOrCreateSecret } from './stored-secret.ts'
import { parseMailbox, type Mailbox } from '../mail/mailbox.ts'
import { parseSmtpAddress, type SmtpAddress } from '../mail/smtp-address.ts'

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Where people find this installation; its origin is the allowed one. */
  publicUrl: URL
  /** Proxies whose word about a caller's address counts. */
  trustedProxies: readonly string[]
  /** Absolute path of the directory for event log, media, outbox and generated secrets. */
  dataDir: string
  role: 'all' | 'web' | 'projector'
  /** Engines outside this process, where they are to be used. */
  eventStoreUrl?: string
  redisUrl?: string
  s3?: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  /** Given secrets; `secretsOf` makes what is missing. */
  jwtSecret?: string
  adminRegistrationKey?: string
  /** What a challenge day is. */
  timezone: string
  /** Real mail; files in `dataDir` when missing. `requireTls`: a server that offers none is given nothing. */
  smtp?: { server: SmtpAddress; requireTls: boolean }
  mailFrom: Mailbox
  /** By whom people may sign in besides their password. */
  signIn: SignInSettings
  /** Off for load tests only. */
  isRateLimited: boolean
  /** What asks for the figures of this process must know it; without one, they are for the neighbourhood only. */
  metricsToken?: string
  /** How far, in milliseconds, read models may be behind the log before this process says so. */
  allowedLagMs: number
  logLevel: EnvironmentVariables['LOG_LEVEL']
}

/** A start that cannot be: one sentence per fault, each naming its variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the whole configuration once. Throws `ConfigError` with every fault that it finds. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== '' || nonEmptyVariables.includes(name),
  )
  const read = environmentVariables.safeParse(Object.fromEntries(given))
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    )
  }
  const faults = configErrors(read.data)
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return asConfig(read.data)
}

/** Secrets of this installation: given ones, or such as were made at the first start and kept in its directory. */
export type Secrets = {
  jwtSecret: string
  adminRegistrationKey: string
  /** The file of a key that we made ourselves; whoever starts the product is told where it is. */
  adminKeyFile?: string
}

/** The given secrets; missing ones are made and kept, readable for the owner only. Throws `ConfigError` on a damaged one. */
export function loadSecrets(config: Config): Secrets {
  const kept = (name: string) =>
    loadOrCreateSecret(config.dataDir, name, (message) => new ConfigError(message))
  const jwtSecret = config.jwtSecret ?? kept('jwt-secret').secret
  if (config.adminRegistrationKey !== undefined)
    return { jwtSecret, adminRegistrationKey: config.adminRegistrationKey }
  const { secret, file } = kept('admin-registration-key')
  return { jwtSecret, adminRegistrationKey: secret, adminKeyFile: file }
}

function asConfig(given: EnvironmentVariables): Config {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket = '', S3_REGION: region } = given
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = given
  return {
    isProduction: given.NODE_ENV === 'production',
    host: given.HOST,
    port: given.PORT,
    publicUrl: new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`),
    trustedProxies: given.TRUST_PROXY,
    dataDir: resolve(given.DATA_DIR),
    role: given.ROLE,
    ...(given.EVENTSTORE_URL !== undefined && { eventStoreUrl: given.EVENTSTORE_URL }),
    ...(given.REDIS_URL !== undefined && { redisUrl: given.REDIS_URL }),
    ...(endpoint !== undefined && { s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } }),
    ...(given.JWT_SECRET !== undefined && { jwtSecret: given.JWT_SECRET }),
    ...(given.ADMIN_REGISTRATION_KEY !== undefined && { adminRegistrationKey: given.ADMIN_REGISTRATION_KEY }),
    timezone: given.CHALLENGE_TIMEZONE,
    ...smtpOf(given),
    mailFrom: parseMailbox(given.MAIL_FROM ?? '') ?? madeUp,
    signIn: signInSettings(given),
    isRateLimited: given.RATE_LIMIT === 'on',
    ...(given.METRICS_TOKEN !== undefined && { metricsToken: given.METRICS_TOKEN }),
    allowedLagMs: given.ALLOWED_LAG_SECONDS * 1_000,
    logLevel: given.LOG_LEVEL,
  }
}

/** Writes what stays on this machine. */
const madeUp: Mailbox = { name: 'Thirty', address: 'thirty@localhost' }

/**
 * A password goes over an encrypted line, and in production every letter; on this machine over any. Where engines need no
 * encryption, letters need none either, but a password does: mail servers are seldom on the network that is trusted.
 */
function smtpOf(given: EnvironmentVariables): Pick<Config, 'smtp'> {
  const server = parseSmtpAddress(given.SMTP_URL ?? '')
  if (server === undefined) return {}
  const isOpenAllowed = given.NODE_ENV !== 'production' || given.ALLOW_INSECURE_ENGINES === 'on'
  const requireTls = !isOnThisMachine(server) && (server.password !== undefined || !isOpenAllowed)
  return { smtp: { server, requireTls } }
}
