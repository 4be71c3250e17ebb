import { permissionRefusal } from '@thirty/contracts/team/permissions.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeAll, expect, test } from 'vitest'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { weather } from '@thirty/command-api/testing/project-events.ts'
import { commandApp, refusal, type Sender } from '@thirty/command-api/testing/test-app.ts'

const [ines, nobody] = [personId(1), personId(99)]
const conflictsPath = '/api/admin/judging/conflicts'

const app = appForFile(commandApp)
beforeAll(async () => {
  const people = { [admin]: 'admin', [ines]: 'admin', [ana]: 'participant', [ben]: 'participant' }
  for (const [id, role] of Object.entries(people)) await app.register(id, { role })
})

const declare = (body: object, sender?: Sender) => app.send('POST', conflictsPath, body, sender)
const withdraw = (body: object, sender?: Sender) => app.send('DELETE', conflictsPath, body, sender)

const notAllowed = refusal(403, 'not-allowed', { message: permissionRefusal('run-challenge').message })

test('an organiser declares a conflict for a reviewer, who can neither take it back nor change its reason', async () => {
  const [reviewer, organiser] = [{ by: ines, role: 'reviewer' } as const, { role: 'organiser' } as const]
  expect((await declare({ participant: ben, admin: ines }, organiser)).status).toBe(200)
  expect(await withdraw({ participant: ben }, reviewer)).toMatchObject(notAllowed)
  expect(await declare({ participant: ben, reason: 'work' }, reviewer)).toMatchObject(notAllowed)
  expect((await declare({ participant: ben }, reviewer)).status).toBe(200)
  expect((await withdraw({ participant: ben }, { by: ines, role: 'organiser' })).status).toBe(200)
  const events = await app.eventsOf(`conflicts-${ines}`)
  expect(events.map(({ type, metadata }) => [type, metadata.actor, metadata.run])).toEqual([
    ['ConflictDeclared', admin, undefined],
    ['ConflictWithdrawn', ines, undefined],
  ])
})

test('a reviewer decides about their own conflicts only, an organiser about those of all admins', async () => {
  const [reviewer, organiser] = [{ role: 'reviewer' }, { role: 'organiser' }] as const
  const other = { participant: ana, admin: ines }
  expect(await declare(other, reviewer)).toMatchObject(notAllowed)
  expect((await declare(other, organiser)).status).toBe(200)
  expect(await withdraw(other, reviewer)).toMatchObject(notAllowed)
  expect((await withdraw(other, organiser)).status).toBe(200)
  expect((await declare({ participant: ana, admin }, reviewer)).status).toBe(200)
  expect((await withdraw({ participant: ana }, reviewer)).status).toBe(200)
  expect((await declare({ participant: ana }, { role: 'viewer' })).status).toBe(403)
})

test('a conflict is one of an admin with a participant', async () => {
  const ofAna = [ben, nobody].map((admin) => ({ participant: ana, admin }))
  for (const body of [{ participant: nobody }, { participant: ines }, ...ofAna])
    expect(await declare(body)).toMatchObject(refusal(404, 'user-not-found'))
  expect((await declare({ participant: ana, reason: 'He is my brother' })).status).toBe(422)
  expect((await declare({ participant: ana }, { by: ben })).status).toBe(403)
})

const calibrate = (id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  app.send(method, `/api/admin/judging/calibration/${id}`)

test('only projects that reviewers can rate are chosen for calibration; any can be removed', async () => {
  const withdrawn = await app.createProject('ProjectWithdrawn')
  const rejected = await app.createProject('ProjectRejected')
  const unknown = [1, 2].map((run) => projectId({ run, day: 30, user: ana }))
  for (const id of [withdrawn, ...unknown, 'no-project'])
    expect(await calibrate(id)).toMatchObject(refusal(404, 'project-not-found'))
  expect(await calibrate(rejected)).toMatchObject(refusal(409, 'not-rateable'))
  expect((await calibrate(withdrawn, 'DELETE')).status).toBe(200)
})

test('a new run begins without calibration projects', async () => {
  await app.append('challenge', 'ChallengeReset', { run: 2, backup: 'b1' })
  const old = projectId({ run: 1, day: 1, user: ana })
  expect(await calibrate(old)).toMatchObject(refusal(409, 'challenge-was-reset'))
  const id = projectId({ run: 2, day: 1, user: ana })
  await app.append(`project-${id}`, 'ProjectSubmitted', weather, 2)
  expect((await calibrate(id)).status).toBe(200)
  expect((await calibrate(id, 'DELETE')).status).toBe(200)
  expect((await app.eventsOf('calibration')).slice(-2)).toMatchObject([
    { type: 'CalibrationProjectAdded', data: { project: id }, metadata: { run: 2 } },
    { type: 'CalibrationProjectRemoved', data: { project: id }, metadata: { run: 2 } },
  ])
})

test('a project from after a restored backup is not chosen for calibration', async () => {
  const upTo = (await app.log.head()).toString()
  const id = projectId({ run: 2, day: 2, user: ana })
  await app.append(`project-${id}`, 'ProjectSubmitted', weather, 2)
  await app.append('challenge', 'BackupRestored', { run: 3, backup: 'b2', parent: { run: 2, upTo } })
  expect(await calibrate(id)).toMatchObject(refusal(404, 'project-not-found'))
})
