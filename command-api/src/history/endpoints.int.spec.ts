import { resetResponse, restoreResponse } from '@thirty/contracts/backups/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { historyApp } from '@thirty/command-api/testing/history-app.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'

const app = appForEach(historyApp)

const challengeTypes = async () => (await app.eventsOf('challenge')).map(({ type }) => type)

test('a reset appends a backup and a new run together, and its message says so', async () => {
  await app.start()
  const { status, body } = await app.reset()
  expect(status).toBe(200)
  const { run, backupId, message } = resetResponse.parse(body)
  expect([run, message]).toEqual([2, 'Challenge reset successfully! Backup created.'])
  expect((await app.eventsOf('challenge')).slice(1)).toMatchObject([
    {
      type: 'BackupCreated',
      data: { backup: backupId, automatic: true, of: { run: 1 } },
      metadata: { actor: admin },
    },
    { type: 'ChallengeReset', data: { run: 2, backup: backupId }, metadata: { actor: admin } },
  ])
})

test('a restore answers with the specified message, the new run and the safety backup', async () => {
  await app.submit(ana)
  const { backupId } = resetResponse.parse((await app.reset()).body)
  const { status, body } = await app.restore(backupId)
  expect(status).toBe(200)
  const { run, safetyBackupId, message } = restoreResponse.parse(body)
  expect([run, message]).toEqual([3, 'System restored successfully! The page will now refresh.'])
  expect((await app.eventsOf('challenge')).slice(-2)).toMatchObject([
    { type: 'BackupCreated', data: { backup: safetyBackupId, automatic: true, of: { run: 2 } } },
    { type: 'BackupRestored', data: { run: 3, backup: backupId, parent: { run: 1 } } },
  ])
})

test('refuses a restore of a history that cannot be shown, and changes nothing', async () => {
  await app.submit(ana)
  const { backupId } = (await app.createBackup()).body
  app.damagedRuns.add(1)
  expect(await app.restore(backupId)).toMatchObject({ status: 422, body: { code: 'backup-damaged' } })
  expect(await challengeTypes()).toEqual(['BackupCreated'])
  expect((await app.submit(ben)).status).toBe(201)
})

test.each(['reset', 'restore'] as const)(
  'a %s is one append, so it happens whole or not at all',
  async (name) => {
    await app.submit(ana)
    const { backupId } = (await app.createBackup()).body
    let appends = 0
    const append: typeof app.log.append = (...args) => {
      appends += 1
      return app.log.append(...args)
    }
    const process = await app.processOver({ ...app.log, append })
    expect((await (name === 'reset' ? process.reset() : process.restore(backupId))).status).toBe(200)
    expect(appends).toBe(1)
  },
)
