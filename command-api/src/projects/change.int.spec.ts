import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { submitProjectResponse } from '@thirty/contracts/api/projects/projects.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin } from '@thirty/command-api/testing/people.ts'
import { day4ProjectId, projectsApp, projectFields } from '@thirty/command-api/testing/projects-app.ts'

const app = appForFile(projectsApp)

test('an admin approves or rejects once, and the owner sees the reason', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  await app.submit(ana)
  await app.submit(ben)
  expect((await app.review(day4ProjectId(ana), { status: 'approved' })).status).toBe(200)
  expect((await app.review(day4ProjectId(ben), { status: 'rejected', reason: 'Dead link' })).status).toBe(200)
  expect(await app.review(day4ProjectId(ana), { status: 'rejected' })).toMatchObject({
    status: 409,
    body: { code: 'already-reviewed' },
  })
  expect((await app.eventsOf(`project-${day4ProjectId(ben)}`)).at(-1)).toMatchObject({
    type: 'ProjectRejected',
    data: { by: admin, reason: 'Dead link' },
    metadata: { actor: admin, run: 1 },
  })
})

test('of two concurrent reviews, one is accepted', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  const responses = await Promise.all([
    app.review(day4ProjectId(ana), { status: 'approved' }),
    app.review(day4ProjectId(ana), { status: 'rejected' }),
  ])
  expect(countStatuses(responses)).toEqual({ 200: 1, 409: 1 })
})

test('an approved project does not change, even if it is revised or withdrawn at the same time', async () => {
  const possibleHistories = ['ProjectApproved', 'ProjectRevised ProjectApproved', 'ProjectWithdrawn']
  for (const [method, body] of [
    ['PUT', { ...projectFields, description: 'Better.' }],
    ['DELETE', undefined],
  ] as const) {
    for (let round = 0; round < 10; round += 1) {
      const ana = app.createParticipant()
      await app.submit(ana)
      const change = body && { ...body, imageUrl: ana.imageUrl }
      const responses = await Promise.all([
        app.review(day4ProjectId(ana), { status: 'approved' }),
        app.http.call(method, `/api/projects/${day4ProjectId(ana)}`, change, { token: ana.token }),
      ])
      const [submitted, ...laterTypes] = await app.typesOf(day4ProjectId(ana))
      expect([submitted, possibleHistories.includes(laterTypes.join(' '))]).toEqual([
        'ProjectSubmitted',
        true,
      ])
      expect(laterTypes).toHaveLength(responses.filter(({ status }) => status === 200).length)
    }
  }
})

test('a revised project can be reviewed again, without the old reason', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  await app.review(day4ProjectId(ana), { status: 'rejected', reason: 'Dead link' })
  const change = { ...projectFields, imageUrl: ana.imageUrl, description: 'Better.' }
  const path = `/api/projects/${day4ProjectId(ana)}`
  expect((await app.http.call('PUT', path, change, { token: ana.token })).status).toBe(200)
  expect((await app.review(day4ProjectId(ana), { status: 'approved' })).status).toBe(200)
  for (const method of ['PUT', 'DELETE'] as const)
    expect(
      await app.http.call(method, path, method === 'PUT' ? change : undefined, { token: ana.token }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'project-closed',
        message: 'This project has been approved and can no longer be changed',
      },
    })
})

test.for(['APPROVED', 'submitted', '', 5, null])('refuses %j as a review status', async (status) => {
  const ana = app.createParticipant()
  await app.submit(ana)
  expect([400, 422]).toContain((await app.review(day4ProjectId(ana), { status })).status)
})

test('the owner revises and withdraws a project, and may submit again', async () => {
  const ana = app.createParticipant()
  await app.submit(ana)
  const own = { token: ana.token }
  const path = `/api/projects/${day4ProjectId(ana)}`
  const change = { ...projectFields, imageUrl: ana.imageUrl, description: 'Better.' }
  expect((await app.http.call('PUT', path, change, own)).status).toBe(200)
  expect((await app.http.call('PUT', path, { ...change, day: 5 }, own)).status).toBe(400)
  expect((await app.http.call('PUT', path, {}, own)).status).toBe(422)
  expect((await app.http.call('DELETE', path, undefined, own)).status).toBe(200)
  expect((await app.submit(ana)).status).toBe(201)
  expect(await app.typesOf(day4ProjectId(ana))).toEqual([
    'ProjectSubmitted',
    'ProjectRevised',
    'ProjectWithdrawn',
    'ProjectSubmitted',
  ])
})

test('only the owner revises or withdraws a project', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  await app.submit(ana)
  const change = { ...projectFields, imageUrl: ben.imageUrl }
  const path = `/api/projects/${day4ProjectId(ana)}`
  expect((await app.http.call('PUT', path, change, { token: ben.token })).status).toBe(403)
  expect((await app.http.call('DELETE', path, undefined, { token: ben.token })).status).toBe(403)
})

test.for(['toString', '$all', '*', '%24et-x', 'r1-d4-0198c0de-0000-7000-8000-ffffffffffff'])(
  'refuses %s as a project id',
  async (id) => {
    expect((await app.review(id, { status: 'approved' })).status).toBe(404)
  },
)

const appendChallengeEvent = (type: string, data: object) =>
  appendToEnd(app.log, 'challenge', [app.newEvent(type, data)])

test('after a reset and a restore, a project belongs to the run it was submitted in', async () => {
  const ana = app.createParticipant()
  await appendChallengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-03-01T08:00:00.000Z' })
  expect(await app.submit(ana)).toMatchObject({ status: 422, body: { message: 'Day 4 has not started yet' } })
  app.time.now += 2 * 86_400_000
  expect((await app.submit(ana)).status).toBe(201)

  await appendChallengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  expect(await app.review(day4ProjectId(ana), { status: 'approved' })).toMatchObject({
    status: 409,
    body: { code: 'challenge-was-reset' },
  })
  expect(submitProjectResponse.parse((await app.submit(ana)).body).project._id).toBe(day4ProjectId(ana, 2))

  await appendChallengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  expect((await app.submit(ana)).body['code']).toBe('day-already-taken')
  expect((await app.review(day4ProjectId(ana), { status: 'approved' })).status).toBe(200)
  expect((await app.eventsOf(`project-${day4ProjectId(ana)}`)).at(-1)?.metadata.run).toBe(3)

  // A second restore of the same backup does not include what happened after the first.
  await appendChallengeEvent('BackupRestored', { run: 4, backup: 'b1', parent: { run: 1 } })
  expect((await app.review(day4ProjectId(ana), { status: 'rejected' })).status).toBe(200)
})
