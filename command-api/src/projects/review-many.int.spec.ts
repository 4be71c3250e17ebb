import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '@thirty/command-api/testing/people.ts'
import { day4ProjectId, projectsApp, type Participant } from '@thirty/command-api/testing/projects-app.ts'

let app: Awaited<ReturnType<typeof projectsApp>>
beforeAll(async () => {
  app = await projectsApp()
})
afterAll(() => app.close())

const reviewMany = (body: object, options: { token?: string; key?: string } = {}) =>
  app.http.call('POST', '/api/admin/reviews', body, { token: app.adminToken, ...options })

async function submitted(): Promise<Participant> {
  const participant = app.createParticipant()
  await app.submit(participant)
  return participant
}

test('rejects several projects with one reason, more than are decided at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, submitted))
  const projectIds = people.map((person) => day4ProjectId(person))
  const response = await reviewMany({ status: 'rejected', reason: 'Dead link', projectIds })
  expect(response).toMatchObject({
    status: 200,
    body: { outcomes: projectIds.map((projectId) => ({ projectId, outcome: 'reviewed' })) },
  })
  for (const id of projectIds)
    expect((await app.eventsOf(`project-${id}`)).at(-1)).toMatchObject({
      type: 'ProjectRejected',
      data: { by: admin, reason: 'Dead link' },
      metadata: { actor: admin },
    })
})

test('says what happened to each project, and decides the others', async () => {
  const [pending, rejected, withdrawn] = [await submitted(), await submitted(), await submitted()]
  const unknown = day4ProjectId(app.createParticipant())
  await app.review(day4ProjectId(rejected), { status: 'rejected', reason: 'Dead link' })
  await app.http.call('DELETE', `/api/projects/${day4ProjectId(withdrawn)}`, undefined, {
    token: withdrawn.token,
  })
  const ids = [rejected, withdrawn, pending].map((person) => day4ProjectId(person))
  const { status, body } = await reviewMany({ status: 'approved', projectIds: [...ids, unknown, 'nonsense'] })
  expect([status, body]).toMatchObject([
    200,
    {
      outcomes: [
        {
          projectId: ids[0],
          outcome: 'already-reviewed',
          review: { status: 'rejected', by: admin, at: expect.any(String) },
        },
        { projectId: ids[1], outcome: 'withdrawn' },
        { projectId: ids[2], outcome: 'reviewed' },
        { projectId: unknown, outcome: 'not-found' },
        { projectId: 'nonsense', outcome: 'not-found' },
      ],
    },
  ])
  expect(await app.typesOf(day4ProjectId(rejected))).toEqual(['ProjectSubmitted', 'ProjectRejected'])
  expect(await app.typesOf(day4ProjectId(pending))).toEqual(['ProjectSubmitted', 'ProjectApproved'])
})

test('a retry with the same key returns the same outcomes and records nothing twice', async () => {
  const projectIds = [day4ProjectId(await submitted()), day4ProjectId(await submitted())]
  const body = { status: 'approved', projectIds }
  const first = await reviewMany(body, { key: 'again' })
  const second = await reviewMany(body, { key: 'again' })
  const outcomes = projectIds.map((projectId) => ({ projectId, outcome: 'reviewed' }))
  expect([first.body, second.body]).toMatchObject([{ outcomes }, { outcomes }])
  for (const id of projectIds) expect(await app.typesOf(id)).toEqual(['ProjectSubmitted', 'ProjectApproved'])
  expect((await reviewMany({ ...body, status: 'rejected' }, { key: 'again' })).body).toMatchObject({
    code: 'key-reused',
  })
})

test('of two admins who decide the same projects at once, each project follows one of them', async () => {
  const projectIds = await Promise.all(
    Array.from({ length: 5 }, async () => day4ProjectId(await submitted())),
  )
  const responses = await Promise.all([
    reviewMany({ status: 'approved', projectIds }),
    reviewMany({ status: 'rejected', projectIds }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  for (const id of projectIds) expect(await app.typesOf(id)).toHaveLength(2)
})

test('refuses a participant, no project, too many projects, and one project twice', async () => {
  const person = await submitted()
  const id = day4ProjectId(person)
  const body = { status: 'approved', projectIds: [id] }
  expect((await reviewMany(body, { token: person.token })).status).toBe(403)
  for (const projectIds of [[], [id, id], Array.from({ length: 101 }, (_, index) => `r1-d4-${index}`)])
    expect((await reviewMany({ ...body, projectIds })).status).toBe(422)
  expect((await reviewMany({ ...body, reason: 'Nice' })).status).toBe(422)
  expect(await app.typesOf(id)).toEqual(['ProjectSubmitted'])
})
