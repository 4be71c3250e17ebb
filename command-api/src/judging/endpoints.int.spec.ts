import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { projectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeAll, expect, test } from 'vitest'
import { admin, ana, ben, personId } from '@thirty/command-api/testing/people.ts'
import { servedApp, refusal } from '@thirty/command-api/testing/test-app.ts'
import { judgingHandlers } from './endpoints.ts'

const [ines, nobody] = [personId(1), personId(99)]
const conflictsPath = '/api/admin/judging/conflicts'

const app = appForFile(() => servedApp(judgingHandlers))
beforeAll(async () => {
  const people = { [admin]: 'admin', [ines]: 'admin', [ana]: 'participant', [ben]: 'participant' }
  for (const [id, role] of Object.entries(people)) {
    const registered = { fullName: id, username: `u${id.slice(-4)}`, email: `${id}@example.org`, role }
    await app.log.append(`user-${id}`, [app.newEvent('UserRegistered', registered)], 'none')
  }
})

type Caller = { by?: string; isAdmin?: boolean; role?: AdminRole; key?: string }
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  { by = admin, isAdmin = true, role, key = '' }: Caller = {},
) =>
  app.http.call(method, path, body, {
    token: app.tokenOf(by, { isAdmin, ...(role !== undefined && { role }) }),
    ...(key !== '' && { key }),
  })
const declare = (body: object, caller?: Caller) => send('POST', conflictsPath, body, caller)
const withdraw = (body: object, caller?: Caller) => send('DELETE', conflictsPath, body, caller)

test('an admin declares a conflict and takes it back; the events hold ids only', async () => {
  expect((await declare({ participant: ana, reason: 'teaching' })).status).toBe(200)
  expect((await withdraw({ participant: ana })).status).toBe(200)
  expect(await app.eventsOf(`conflicts-${admin}`)).toMatchObject([
    {
      type: 'ConflictDeclared',
      data: { participant: ana, reason: 'teaching' },
      metadata: { actor: admin },
    },
    { type: 'ConflictWithdrawn', data: { participant: ana }, metadata: { actor: admin } },
  ])
  for (const { metadata } of await app.eventsOf(`conflicts-${admin}`))
    expect(metadata).not.toHaveProperty('run')
})

test('an organiser declares a conflict for a reviewer, who can neither take it back nor change its reason', async () => {
  const reviewer = { by: ines, role: 'reviewer' } as const
  const refused = refusal(403, 'not-allowed', { message: permissionRefusal('run-challenge') })
  await declare({ participant: ben, admin: ines }, { role: 'organiser' })
  expect(await withdraw({ participant: ben }, reviewer)).toMatchObject(refused)
  expect(await declare({ participant: ben, reason: 'work' }, reviewer)).toMatchObject(refused)
  expect((await declare({ participant: ben }, reviewer)).status).toBe(200)
  expect((await withdraw({ participant: ben }, { by: ines, role: 'organiser' })).status).toBe(200)
  expect(await app.eventsOf(`conflicts-${ines}`)).toMatchObject([
    { type: 'ConflictDeclared', metadata: { actor: admin } },
    { type: 'ConflictWithdrawn', metadata: { actor: ines } },
  ])
})

test('a reviewer decides about own conflicts only, an organiser about those of all admins', async () => {
  const [reviewer, organiser] = [
    { by: admin, role: 'reviewer' },
    { by: admin, role: 'organiser' },
  ] as const
  const other = { participant: ana, admin: ines }
  const refused = refusal(403, 'not-allowed', { message: permissionRefusal('run-challenge') })
  const before = (await app.eventsOf(`conflicts-${ines}`)).length
  expect(await declare(other, reviewer)).toMatchObject(refused)
  expect((await declare(other, organiser)).status).toBe(200)
  expect(await withdraw(other, reviewer)).toMatchObject(refused)
  expect((await app.eventsOf(`conflicts-${ines}`)).length).toBe(before + 1)
  expect((await withdraw(other, organiser)).status).toBe(200)
  expect((await declare({ participant: ana, admin }, reviewer)).status).toBe(200)
  expect((await withdraw({ participant: ana }, reviewer)).status).toBe(200)
  expect((await declare({ participant: ana }, { by: admin, role: 'viewer' })).status).toBe(403)
})

test('a conflict is one of an admin with a participant', async () => {
  const refused = [
    { participant: nobody },
    { participant: ines },
    { participant: ana, admin: ben },
    { participant: ana, admin: nobody },
  ]
  for (const body of refused)
    expect(await declare(body)).toMatchObject({ status: 404, body: { code: 'user-not-found' } })
  expect((await declare({ participant: ana, reason: 'He is my brother' })).status).toBe(422)
  expect((await declare({ participant: ana }, { by: ben, isAdmin: false })).status).toBe(403)
  expect(await app.eventsOf(`conflicts-${ben}`)).toEqual([])
})

let day = 0
/** Creates a project of Ana's for the next day, with these event types after its submission. Returns its id. */
async function createProject(...types: string[]) {
  day += 1
  const id = projectId({ run: 1, day, user: ana })
  const data = { projectName: 'Weather', description: 'Of the next hour', languages: 'CSS', image: 'x' }
  const events = [
    app.newEvent('ProjectSubmitted', data, 1),
    ...types.map((type) => app.newEvent(type, type === 'ProjectWithdrawn' ? {} : { by: admin }, 1)),
  ]
  await app.log.append(`project-${id}`, events, 'none')
  return id
}
const calibrate = (id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  send(method, `/api/admin/judging/calibration/${id}`)

test('an admin chooses a project for calibration and removes it; the events belong to the run', async () => {
  const project = await createProject('ProjectApproved')
  expect((await calibrate(project)).status).toBe(200)
  expect((await calibrate(project)).status).toBe(200)
  expect((await calibrate(project, 'DELETE')).status).toBe(200)
  expect(await app.eventsOf('calibration')).toMatchObject([
    { type: 'CalibrationProjectAdded', data: { project }, metadata: { actor: admin, run: 1 } },
    { type: 'CalibrationProjectRemoved', data: { project }, metadata: { actor: admin, run: 1 } },
  ])
})

test('only projects that reviewers can rate are chosen for calibration; any can be removed', async () => {
  const [withdrawn, rejected] = [
    await createProject('ProjectWithdrawn'),
    await createProject('ProjectRejected'),
  ]
  const unknown = projectId({ run: 1, day: 30, user: ana })
  expect(await calibrate(withdrawn)).toMatchObject({ status: 404, body: { code: 'project-not-found' } })
  expect(await calibrate(unknown)).toMatchObject({ status: 404, body: { code: 'project-not-found' } })
  expect(await calibrate('no-project')).toMatchObject({ status: 404 })
  expect(await calibrate(rejected)).toMatchObject({ status: 409, body: { code: 'not-rateable' } })
  expect((await calibrate(withdrawn, 'DELETE')).status).toBe(200)
})

test('a new run begins without calibration projects', async () => {
  const before = await app.eventsOf('challenge')
  const backup = { backup: 'b1', name: 'Before', automatic: true, of: { run: 1 } }
  await app.log.append(
    'challenge',
    [app.newEvent('BackupCreated', backup), app.newEvent('ChallengeReset', { run: 2, backup: 'b1' })],
    before.length === 0 ? 'none' : before.length - 1,
  )
  const old = projectId({ run: 1, day: 1, user: ana })
  expect(await calibrate(old)).toMatchObject({ status: 409, body: { code: 'challenge-was-reset' } })
  const id = projectId({ run: 2, day: 1, user: ana })
  const data = { projectName: 'Weather', description: 'Of the next hour', languages: 'CSS', image: 'x' }
  await app.log.append(`project-${id}`, [app.newEvent('ProjectSubmitted', data, 2)], 'none')
  expect((await calibrate(id)).status).toBe(200)
  expect((await app.eventsOf('calibration')).at(-1)).toMatchObject({ metadata: { run: 2 } })
})
