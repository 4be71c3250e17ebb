// The secrets of an installation: configured, or created at its first start and kept in its data folder.

import {
  createSecret,
  readOrCreateSecret,
  readStoredSecret,
  refuseSecret,
} from '@thirty/infra/config/data-folder.ts'
import { fileSignerOf } from '@thirty/infra/portable-file/signature.ts'
import { vapidKeysOf } from '@thirty/infra/push/vapid-keys.ts'
import type { Config } from './config.ts'
import { secretFiles, type SecretVariable } from './environment-variables.ts'

export type Secrets = ReturnType<typeof secretsFrom>

/**
 * Returns the configured secrets. Missing ones are created in the data folder, readable for its owner only. Throws
 * `ConfigError` when a stored one is damaged.
 */
export const loadSecrets = ({ dataDir, secrets }: Config): Secrets =>
  secretsFrom((name) => secrets[name] ?? readOrCreateSecret(dataDir, secretFiles[name]))

/** Throws `ConfigError` when a stored secret is damaged. Stores none: any new one stands for a secret that is missing. */
export const checkStoredSecrets = (config: Config): void =>
  void secretsFrom((name) => findSecret(config, name) ?? createSecret())

/** Returns a secret that is configured or stored; undefined if there is none yet. Throws `ConfigError` when it is damaged. */
export const findSecret = ({ dataDir, secrets }: Config, name: SecretVariable): string | undefined =>
  secrets[name] ?? readStoredSecret(dataDir, secretFiles[name])

const secretsFrom = (read: (name: SecretVariable) => string) => ({
  jwtSecret: read('JWT_SECRET'),
  adminRegistrationKey: read('ADMIN_REGISTRATION_KEY'),
  /** Names the streams in which email addresses and usernames are reserved. Must never change. */
  reservationKey: read('RESERVATION_KEY'),
  /** The keys with which push services recognise this installation. */
  vapidKeys: vapidKeysOf(read('VAPID_PRIVATE_KEY')) ?? refuseSecret(secretFiles.VAPID_PRIVATE_KEY),
  /** Signs exported backup files. */
  fileSigner: fileSignerOf(read('BACKUP_SIGNING_KEY')) ?? refuseSecret(secretFiles.BACKUP_SIGNING_KEY),
})
