import { historyEndpoints, resetResponse } from '@thirty/contracts/backups/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { historyApp } from '@thirty/command-api/testing/history-app.ts'
import { admin, ana, ben } from '@thirty/command-api/testing/people.ts'

const app = appForEach(historyApp)

test('a reset and a restore answer with the specified messages, the new run and the backup of the run before', async () => {
  await app.submit(ana)
  const { message, run, backupId } = resetResponse.parse((await app.reset()).body)
  expect([message, run]).toEqual(['Challenge reset successfully! Backup created.', 2])
  const restored = historyEndpoints.restore.response.parse((await app.restore(backupId)).body)
  expect(restored).toMatchObject({
    message: 'System restored successfully! The page will now refresh.',
    run: 3,
  })
  const safety = { backup: restored.safetyBackupId, automatic: true, of: { run: 2 } }
  expect(await app.eventsOf('challenge')).toMatchObject([
    { type: 'BackupCreated', data: { backup: backupId, automatic: true, of: { run: 1 } } },
    { type: 'ChallengeReset', data: { run: 2, backup: backupId }, metadata: { actor: admin } },
    { type: 'BackupCreated', data: safety },
    { type: 'BackupRestored', data: { run: 3, backup: backupId, parent: { run: 1 } } },
  ])
})

test('a backup of a run that began with a reset reads nothing of the log but its head', async () => {
  await app.submit(ana)
  await app.reset()
  const readAll = () => expect.fail('Other events are read.')
  const process = await app.processOver({ ...app.log, readAll })
  expect((await process.createBackup()).status).toBe(201)
})

test('refuses a restore of a history that cannot be shown, and changes nothing', async () => {
  await app.submit(ana)
  const { backupId } = (await app.createBackup()).body
  app.damagedRuns.add(1)
  expect(await app.restore(backupId)).toMatchObject({ status: 422, body: { code: 'backup-damaged' } })
  expect(await app.typesOf('challenge')).toEqual(['BackupCreated'])
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
