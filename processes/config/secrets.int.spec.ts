import { fileSignerOf } from '@thirty/infra/portable-file/signature.ts'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { loadSecrets } from './secrets.ts'
import { long, vapidKey, signingKey, secrets } from '../testing/configured-secrets.ts'

test('creates missing secrets once, readable for the owner only', async () => {
  const config = readConfig({ DATA_DIR: join(await temporaryFolder(), 'data') })
  const first = loadSecrets(config)
  expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32)
  expect(new Set([first.jwtSecret, first.adminRegistrationKey, first.reservationKey]).size).toBe(3)
  const again = loadSecrets(config)
  expect({ ...again, fileSigner: again.fileSigner.fingerprint }).toEqual({
    ...first,
    fileSigner: first.fileSigner.fingerprint,
  })
  const adminKey = readFileSync(join(config.dataDir, 'admin-registration-key'), 'utf8')
  expect(adminKey.trim()).toBe(first.adminRegistrationKey)
  expect(statSync(join(config.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('uses configured secrets and writes nothing', () => {
  const keys = { ADMIN_REGISTRATION_KEY: `${long}y`, RESERVATION_KEY: `${long}z` }
  const config = readConfig({ ...secrets, ...keys, DATA_DIR: '/nowhere' })
  expect(loadSecrets(config)).toEqual({
    jwtSecret: long,
    adminRegistrationKey: `${long}y`,
    reservationKey: `${long}z`,
    vapidKeys: { privateKey: vapidKey, publicKey: expect.stringMatching(/^B[\w-]{86}$/) },
    fileSigner: { fingerprint: fileSignerOf(signingKey)?.fingerprint, sign: expect.any(Function) },
  })
})

test.each([
  ['jwt-secret', 'half'],
  ['vapid-private-key', 'a'.repeat(44)],
  ['backup-signing-key', 'a'.repeat(44)],
])('reports a damaged %s instead of replacing it', async (name, content) => {
  const config = readConfig({ DATA_DIR: await temporaryFolder() })
  writeFileSync(join(config.dataDir, name), content)
  expect(() => loadSecrets(config)).toThrow(`DATA_DIR has a damaged ${name}`)
})
