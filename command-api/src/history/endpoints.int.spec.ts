import { createBackupResponse, resetResponse, restoreResponse } from '@thirty/contracts/api/admin/backups.ts'
import { commandResponse } from '@thirty/contracts/api/responses.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { historyApp } from '@thirty/command-api/testing/history-app.ts'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'

/** A campaign runs more: RESET_ROUNDS=200. */
const resetRounds = Number(process.env['RESET_ROUNDS'] ?? 10)

const app = appForEach(historyApp)

const challengeTypes = async () => (await app.eventsOf('challenge')).map(({ type }) => type)
const like = (by: string, run: number, user = ana) =>
  app.as(by)('PUT', `/api/projects/${projectId({ run, day: 4, user })}/like`)

test('a reset appends a backup and a new run together, and its message is that of the specification', async () => {
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

test('after a reset the challenge is not started, every day is free, and projects from before are refused', async () => {
  await app.start()
  await app.submit(ana, 1)
  await app.reset()
  expect((await app.start()).status).toBe(200)
  expect((await app.submit(ana, 1)).body).toMatchObject({
    project: { _id: projectId({ run: 2, day: 1, user: ana }) },
  })
  expect(await app.withdraw(ana, 1, 1)).toMatchObject({
    status: 409,
    body: { code: 'challenge-was-reset', message: 'The challenge was reset; please try again' },
  })
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

test('a reset is undone by restoring its backup: the projects are back under their ids', async () => {
  await app.submit(ana)
  const { backupId } = (await app.reset()).body
  await app.restore(backupId)
  expect((await app.submit(ana)).body).toMatchObject({ code: 'day-already-taken' })
  expect((await like(ben, 1)).body).toMatchObject({ likes: 1 })
  expect((await app.withdraw(ana, 1)).status).toBe(200)
})

test('a backup of the current run can be restored: what came after it is gone, and comes back with the safety backup', async () => {
  await app.submit(ana)
  const { backupId } = createBackupResponse.parse((await app.createBackup()).body)
  await app.submit(ben)
  const { safetyBackupId } = (await app.restore(backupId)).body
  expect((await app.submit(ana)).status).toBe(409)
  expect((await app.submit(ben)).status).toBe(201)
  await app.restore(safetyBackupId)
  expect((await like(ana, 1, ben)).body).toMatchObject({ likes: 1 })
  expect((await like(ana, 2, ben)).body).toMatchObject({ code: 'challenge-was-reset' })
})

test('restores can be chained over many runs', async () => {
  const people = [personId(1), personId(2), personId(3), personId(4)]
  for (const person of people) {
    expect((await app.submit(person)).status).toBe(201)
    const { backupId } = (await app.createBackup()).body
    expect((await app.restore(backupId)).status).toBe(200)
  }
  for (const person of people)
    expect((await app.submit(person)).body).toMatchObject({ code: 'day-already-taken' })
  expect(await challengeTypes()).toHaveLength(12)
})

test('a restored run is started, as the run of the backup was', async () => {
  await app.start()
  const { backupId } = (await app.reset()).body
  expect((await app.submit(ana, 9)).status).toBe(201)
  await app.restore(backupId)
  expect((await app.submit(ana, 9)).body).toMatchObject({ code: 'day-not-started' })
  expect((await app.start()).body).toMatchObject({ code: 'already-started' })
})

test('an imported backup can be restored', async () => {
  const id = projectId({ run: 5, day: 4, user: ana })
  await app.submit(ana)
  const [submitted] = await app.eventsOf(`project-${projectId({ run: 1, day: 4, user: ana })}`)
  await app.log.append(`project-${id}`, [app.newEvent('ProjectSubmitted', submitted?.data, 5)], 'none')
  const data = { backup: 'imported', name: 'From afar', automatic: false, run: 5 }
  await appendToEnd(app.log, 'challenge', [app.newEvent('BackupImported', data)])
  expect((await app.restore('imported')).body).toMatchObject({ run: 6 })
  expect((await like(ben, 5)).body).toMatchObject({ likes: 1 })
  expect((await like(ben, 1)).body).toMatchObject({ code: 'challenge-was-reset' })
})

test('refuses a restore of a history that cannot be shown, and changes nothing', async () => {
  await app.submit(ana)
  const { backupId } = (await app.createBackup()).body
  app.damagedRuns.add(1)
  expect(await app.restore(backupId)).toMatchObject({ status: 422, body: { code: 'backup-damaged' } })
  expect(await challengeTypes()).toEqual(['BackupCreated'])
  expect((await app.submit(ben)).status).toBe(201)
})

test('an unknown or deleted backup is not found', async () => {
  expect(await app.restore('unknown')).toMatchObject({
    status: 404,
    body: { code: 'backup-not-found', message: 'Backup not found' },
  })
  const { backupId } = (await app.createBackup()).body
  expect(commandResponse.parse((await app.deleteBackup(backupId)).body)).toMatchObject({
    message: 'Backup deleted',
  })
  expect((await app.deleteBackup(backupId)).status).toBe(404)
  expect((await app.restore(backupId)).status).toBe(404)
})

test(
  'of many admins who reset at the same moment one wins, and there is one backup',
  { timeout: 10_000 + resetRounds * 1_000 },
  async () => {
    for (let round = 0; round < resetRounds; round += 1) {
      await app.submit(ana)
      const before = (await challengeTypes()).length
      const responses = await Promise.all(
        Array.from({ length: 2 + (round % 9) }, (_, index) => app.reset({ by: personId(index + 1) })),
      )
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: responses.length - 1 })
      expect((await challengeTypes()).slice(before)).toEqual(['BackupCreated', 'ChallengeReset'])
    }
  },
)

test('a second reset, such as a double click, is refused until something happens', async () => {
  await app.submit(ana)
  await app.reset()
  expect(await app.reset()).toMatchObject({ status: 409, body: { code: 'conflict' } })
  await app.submit(ana)
  expect((await app.reset()).body).toMatchObject({ run: 3 })
  await app.start()
  expect((await app.reset()).body).toMatchObject({ run: 4 })
})

test('restoring the same backup again gives the same run until something happens', async () => {
  await app.submit(ana)
  const { backupId } = (await app.reset()).body
  const first = (await app.restore(backupId)).body
  expect((await app.restore(backupId)).body).toMatchObject({
    run: 3,
    safetyBackupId: first['safetyBackupId'],
  })
  await app.as(ben)('POST', '/api/challenge/days/1/complete')
  expect((await app.restore(backupId)).body).toMatchObject({ run: 4 })
})

test('a retry with the same key gives the first answer, also after later commands', async () => {
  await app.submit(ana)
  const reset = await app.reset({ key: 'reset-1' })
  const restored = await app.restore(reset.body['backupId'], { key: 'restore-1' })
  const created = await app.createBackup('Halfway', { key: 'create-1' })
  const deleted = await app.deleteBackup(created.body['backupId'], { key: 'delete-1' })
  const count = (await challengeTypes()).length
  expect((await app.reset({ key: 'reset-1' })).body).toEqual(reset.body)
  expect((await app.restore(reset.body['backupId'], { key: 'restore-1' })).body).toEqual(restored.body)
  expect((await app.createBackup('Halfway', { key: 'create-1' })).body).toEqual(created.body)
  expect((await app.deleteBackup(created.body['backupId'], { key: 'delete-1' })).body).toEqual(deleted.body)
  expect(await challengeTypes()).toHaveLength(count)
  expect((await app.createBackup('Other', { key: 'create-1' })).body).toMatchObject({ code: 'key-reused' })
})

test('participants and visitors can do none of it', async () => {
  const asAna = app.as(ana)
  const requests = [
    ['POST', '/api/admin/reset-with-backup'],
    ['POST', '/api/admin/restore-backup/b'],
    ['POST', '/api/admin/backups'],
    ['DELETE', '/api/admin/backups/b'],
  ] as const
  for (const [method, path] of requests) {
    expect((await asAna(method, path, method === 'POST' ? { name: 'Mine' } : undefined)).status).toBe(403)
    expect((await app.http.call(method, path)).status).toBe(401)
  }
  expect(await app.eventsOf('challenge')).toEqual([])
})

test.for([undefined, '', ' ', 'x'.repeat(121), 5])('refuses %j as the name of a backup', async (name) => {
  expect([400, 422]).toContain((await app.asAdmin('POST', '/api/admin/backups', { name })).status)
})
