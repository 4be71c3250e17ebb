// Every environment variable of the product, with its form and its default, and the files of the secrets that are not set.

import type { Variables } from '@thirty/infra/config/environment.ts'
import { signInVariables } from '@thirty/infra/config/sign-in-settings.ts'
import {
  address,
  atLeast,
  eventNetworks,
  eventStore,
  fileSigningKey,
  hours,
  mailbox,
  oneOf,
  origin,
  plainText,
  port,
  proxies,
  redis,
  seconds,
  smtp,
  text,
  timezone,
  vapidPrivateKey,
} from '@thirty/infra/config/variable-forms.ts'

export const environmentVariables = {
  NODE_ENV: oneOf('production', 'development', 'test').optional(),
  PORT: port.default('3000').transform(Number),
  HOST: plainText.default('127.0.0.1'),
  PUBLIC_URL: origin('https://thirty.example').optional(),
  TRUST_PROXY: proxies.default([]),
  DATA_DIR: plainText.default('./data'),
  ROLE: oneOf('all', 'web', 'projector').default('all'),
  EVENTSTORE_URL: eventStore.optional(),
  REDIS_URL: redis.optional(),
  /** Allows engines without encryption or password in production, on a trusted network. */
  ALLOW_INSECURE_ENGINES: oneOf('on', 'off').default('off'),
  S3_ENDPOINT: address('http', 'https').optional(),
  S3_BUCKET: plainText.optional(),
  S3_REGION: plainText.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  JWT_SECRET: atLeast(32).optional(),
  ADMIN_REGISTRATION_KEY: atLeast(8).optional(),
  RESERVATION_KEY: atLeast(32).optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKey.optional(),
  BACKUP_SIGNING_KEY: fileSigningKey.optional(),
  /** Allows webhooks to addresses of private networks. */
  WEBHOOK_PRIVATE_ADDRESSES: oneOf('on', 'off').default('off'),
  CHALLENGE_TIMEZONE: timezone.default('UTC'),
  SMTP_URL: smtp.optional(),
  MAIL_FROM: mailbox('Thirty <thirty@mail.example>').optional(),
  ...signInVariables,
  RATE_LIMIT: oneOf('on', 'off').default('on'),
  EVENT_NETWORKS: eventNetworks.optional(),
  METRICS_TOKEN: atLeast(16).optional(),
  ALLOWED_LAG_SECONDS: seconds.default('15').transform(Number),
  SELF_CHECK_HOURS: hours.default('24').transform(Number),
  /** Read by libraries of the product. */
  DEBUG: text.optional(),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('info'),
}
export type EnvironmentVariables = Variables<typeof environmentVariables>

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
