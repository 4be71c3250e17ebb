import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { loadSecrets } from '../../config/secrets.ts'
import { checkConfiguration, checkDisk, checkOutbox } from './doctor.ts'

const mebibytes = (free: number) => async () => ({ bavail: free * 1024, bsize: 1024 })

test.each([
  [255, 'fault'],
  [256, 'warning'],
  [1023, 'warning'],
  [1024, 'fine'],
])('%i MiB of free disk are %s', async (free, state) => {
  expect(await checkDisk('/data', mebibytes(free))).toEqual({
    state,
    message: `${free} MiB are free on the disk of /data.`,
  })
})

test('a folder whose space cannot be read is a fault', async () => {
  expect(await checkDisk('/nowhere/at/all')).toMatchObject({ state: 'fault' })
})

test('emails that nobody receives are counted', async () => {
  const dataDir = await temporaryFolder()
  const config = readConfig({ DATA_DIR: dataDir })
  expect(await checkOutbox(config)).toMatchObject({ state: 'fine' })
  await mkdir(join(dataDir, 'outbox'))
  await writeFile(join(dataDir, 'outbox', 'a.eml'), '')
  const withServer = readConfig({ DATA_DIR: dataDir, SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.org' })
  for (const [given, count] of [
    [config, '(1 so far)'] as const,
    [withServer, 'the outbox still has 1'] as const,
  ])
    expect(await checkOutbox(given)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining(count),
    })
})

test('secrets that others can read are a fault, and rare settings are named', async () => {
  const dataDir = await temporaryFolder()
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: 'off', SELF_CHECK_HOURS: '0' })
  const found = await checkConfiguration(config)
  expect(found).toMatchObject({ state: 'warning' })
  expect(found.details?.join()).toMatch(/RATE_LIMIT is off.*SELF_CHECK_HOURS is 0/)
  loadSecrets(config)
  const secrets = (await readdir(dataDir)).map((name) => join(dataDir, name))
  expect(secrets).toHaveLength(5)
  for (const secret of secrets) await chmod(secret, 0o644)
  const details = expect.arrayContaining(secrets.map((secret) => `chmod 600 ${secret}`))
  expect(await checkConfiguration(config)).toMatchObject({ state: 'fault', details })
})

test('an outbox and secrets that cannot be read are faults, not empty', async () => {
  const dataDir = await temporaryFolder()
  // What is below a file cannot be read, by nobody.
  await writeFile(join(dataDir, 'outbox'), '')
  const message = expect.stringMatching(/^The outbox cannot be read: ENOTDIR/)
  expect(await checkOutbox(readConfig({ DATA_DIR: dataDir }))).toMatchObject({ state: 'fault', message })
  const details = [expect.stringContaining('ENOTDIR')]
  expect(await checkConfiguration(readConfig({ DATA_DIR: join(dataDir, 'outbox') }))).toMatchObject({
    state: 'fault',
    message: 'Secrets in the data folder cannot be read.',
    details: expect.arrayContaining(details),
  })
})
