import { projectEndpoints } from '@thirty/contracts/projects/api.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal } from '@thirty/command-api/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'
import { admin } from '@thirty/command-api/testing/people.ts'
import { projectFields } from '@thirty/command-api/testing/project-events.ts'
import { projectsApp } from '@thirty/command-api/testing/projects-app.ts'

const app = appForFile(projectsApp)
beforeAll(() => app.register(admin, { username: 'ines' }))

const at = '2026-03-02T08:00:00.000Z'
/** Rejects projects. Returns the response, and the data of the last event of the first project. */
async function reject(projectIds: readonly string[], body: object) {
  const response = await app.reviewMany({ status: 'rejected', projectIds, ...body })
  return { response, data: (await app.lastEventOf(projectIds[0] ?? ''))?.data }
}

test('rejects several projects with one reason, more than are decided at the same time', async () => {
  const projects = await Promise.all(Array.from({ length: 12 }, app.submitted))
  const projectIds = projects.map(({ id }) => id)
  const response = await app.reviewMany({ status: 'rejected', reason: 'Dead link', projectIds }, 'many')
  expect(response).toMatchObject({
    status: 200,
    body: { outcomes: projectIds.map((projectId) => ({ projectId, outcome: 'reviewed' })) },
  })
  const events = await Promise.all(projectIds.map((id) => app.lastEventOf(id)))
  for (const event of events)
    expect(event).toMatchObject({
      type: 'ProjectRejected',
      data: { by: admin, reason: 'Dead link' },
      metadata: { actor: admin },
    })
  // The admin's next list has all of them.
  const newest = Math.max(...events.map((event) => Number(event?.position)))
  expect(response.body).toMatchObject({ position: String(newest) })
})

test('says what happened to each project, and decides the others', async () => {
  const projects = await Promise.all(Array.from({ length: 4 }, app.submitted))
  const [pending, rejected, withdrawn, revised] = projects.map(({ owner }) => owner)
  if (!pending || !rejected || !withdrawn || !revised) throw new Error('Four were submitted.')
  await app.review(rejected.project, { status: 'rejected', reason: 'Dead link' })
  await app.withdraw(withdrawn)
  await app.revise(revised)
  const versions = Object.fromEntries(projects.map(({ id, version }) => [id, version]))
  const unknown = app.createParticipant().project
  const projectIds = [...projects.map(({ id }) => id), unknown, 'nonsense']
  const { status, body } = await app.reviewMany({ status: 'approved', projectIds, versions })
  const by = { by: admin, byName: 'Ines Duarte', byUsername: 'ines' }
  expect([status, body['outcomes']]).toMatchObject([
    200,
    [
      { projectId: pending.project, outcome: 'reviewed' },
      { projectId: rejected.project, outcome: 'already-reviewed', review: { status: 'rejected', ...by, at } },
      { projectId: withdrawn.project, outcome: 'withdrawn' },
      { projectId: revised.project, outcome: 'revised', change: { what: 'revised', by: revised.id, at } },
      { projectId: unknown, outcome: 'not-found' },
      { projectId: 'nonsense', outcome: 'not-found' },
    ],
  ])
  // It has no field that the schema does not declare.
  expect(projectEndpoints.reviewMany.response.parse(body)).toEqual(body)
  expect(await app.typesOf(rejected.project)).toEqual(['ProjectSubmitted', 'ProjectRejected'])
  expect(await app.typesOf(pending.project)).toEqual(['ProjectSubmitted', 'ProjectApproved'])
})

test('an admin with a conflict of interest neither approves nor rejects projects of that participant, until it is taken back', async () => {
  const [{ owner, id: ofFriend }, { id: ofOther }] = [await app.submitted(), await app.submitted()]
  await app.append(`conflicts-${admin}`, 'ConflictDeclared', { participant: owner.id })
  for (const review of [{ status: 'approved' }, { status: 'rejected', reason: 'Dead link' }])
    expect(await app.review(ofFriend, review)).toMatchObject(refusal(403, 'conflict-of-interest'))
  const { body } = await app.reviewMany({ status: 'approved', projectIds: [ofFriend, ofOther] })
  expect(body['outcomes']).toMatchObject([
    { projectId: ofFriend, outcome: 'conflict-of-interest' },
    { projectId: ofOther, outcome: 'reviewed' },
  ])
  expect(await app.typesOf(ofFriend)).toEqual(['ProjectSubmitted'])
  await app.append(`conflicts-${admin}`, 'ConflictWithdrawn', { participant: owner.id })
  expect((await app.review(ofFriend, { status: 'approved' })).status).toBe(200)
})

const filled = `{name}: ${projectFields.projectName} of day 4 has a dead link.`
// The name alone could not be found again in some of these texts, and would stay in the log after the deletion of the account.
test.each([
  ['Zoë', '{name}: {project} of day {day} has a dead link.', filled],
  ['Zoë', '{name}s link is dead.', '{name}s link is dead.'],
  ['Zoë', 'Hallo{name}, the link is dead.', 'Hallo{name}, the link is dead.'],
  ['Q', '{name}, the link is dead.', '{name}, the link is dead.'],
])('fills in project and day, and leaves the name %j open in "%s"', async (fullName, reason, stored) => {
  const { owner, id } = await app.submitted()
  await app.register(owner.id, { fullName, role: 'participant' })
  const { data } = await reject([id], { reason, fillPlaceholders: true })
  expect(data).toMatchObject({ reason: stored, nameOpen: true })
})

test('placeholders stay as they were typed unless the request wants them filled in', async () => {
  const { data } = await reject([(await app.submitted()).id], { reason: 'Print {name}.' })
  expect(data).toMatchObject({ reason: 'Print {name}.' })
})

test('decides nothing if one reason is too long with the names filled in', async () => {
  const projectIds = [(await app.submitted()).id, (await app.submitted()).id]
  const { response } = await reject(projectIds, { reason: '{project} '.repeat(100), fillPlaceholders: true })
  expect(response).toMatchObject({
    status: 422,
    body: { errors: { reason: expect.stringContaining('longer than 1,000 characters') } },
  })
  for (const id of projectIds) expect(await app.typesOf(id)).toEqual(['ProjectSubmitted'])
})

test('the events say which saved text the reason was written with', async () => {
  const savedText = '0198c0de-0000-8000-8000-0000000000aa'
  const [used, without] = [(await app.submitted()).id, (await app.submitted()).id]
  const { data } = await reject([used], { reason: 'Dead link', savedText })
  expect(data).toEqual({ by: admin, reason: 'Dead link', savedText, nameOpen: true })
  expect((await reject([without], { savedText })).data).toEqual({ by: admin })
})

test('push messages have background tasks of their own: a push service that is slow holds up nothing else', async () => {
  const { id } = await app.submitted()
  const tasks: string[] = []
  const server = await app.serve(app.log, {
    runInBackground: () => void tasks.push('other'),
    runPushInBackground: () => void tasks.push('push'),
  })
  const token = app.tokenOf(admin, { isAdmin: true })
  const rejection = { status: 'rejected', reason: 'Dead link' }
  const { status } = await server.call('PUT', `/api/projects/${id}`, rejection, { token })
  expect([status, tasks]).toEqual([200, ['push']])
})
