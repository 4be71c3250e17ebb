import { submitProjectResponse } from '@thirty/contracts/projects/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { day4ProjectId, projectsApp, projectFields } from '@thirty/command-api/testing/projects-app.ts'

const app = appForEach(projectsApp)

test('a participant submits a project', async () => {
  const ana = app.createParticipant()
  const { status, body } = await app.submit(ana)
  expect(status).toBe(201)
  expect(submitProjectResponse.parse(body).project).toEqual({ _id: day4ProjectId(ana), day: 4 })
  const [event] = await app.eventsOf(`project-${day4ProjectId(ana)}`)
  expect(event).toMatchObject({
    type: 'ProjectSubmitted',
    version: 1,
    at: '2026-03-02T08:00:00.000Z',
    data: { ...projectFields, image: ana.imageUrl.replace('/uploads/', '') },
    metadata: { actor: ana.id, run: 1 },
  })
  expect(body['position']).toBe(event?.position.toString())
})

test('of fifty concurrent submissions for one day, one is accepted', async () => {
  const ana = app.createParticipant()
  const responses = await Promise.all(Array.from({ length: 50 }, () => app.submit(ana)))
  expect(countStatuses(responses)).toEqual({ 201: 1, 409: 49 })
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'day-already-taken',
    message: 'You have already submitted a project for day 4',
  })
  expect(await app.typesOf(day4ProjectId(ana))).toEqual(['ProjectSubmitted'])
})

test('the same key of another user is a different key', async () => {
  expect((await app.submit(app.createParticipant(), {}, 'shared')).status).toBe(201)
  expect((await app.submit(app.createParticipant(), {}, 'shared')).status).toBe(201)
})

test('the same key with another body is refused', async () => {
  const ana = app.createParticipant()
  await app.submit(ana, {}, 'mine')
  for (const change of [{ projectName: 'Another' }, { day: 5 }]) {
    expect(await app.submit(ana, change, 'mine')).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  }
})

test('refuses uploads of others, foreign addresses and invented paths as screenshots', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  for (const imageUrl of [
    ben.imageUrl,
    'https://evil.example/x.png',
    'data:image/png;base64,AA==',
    '/uploads/../x.webp',
    '/uploads/0123456789abcdef0123456789abcdef.webp',
  ]) {
    const { status, body } = await app.submit(ana, { imageUrl })
    expect([imageUrl, status, Object.keys(Object(body['errors']))]).toEqual([imageUrl, 422, ['imageUrl']])
  }
})

const endOfSpec = '2026-03-02T09:00:00.000Z'
const ended = { status: 409, body: { code: 'challenge-ended', message: 'The challenge has ended' } }

test('after the end, submissions, revisions and withdrawals are refused, and projects are still reviewed', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  await app.append('challenge', 'ChallengeEndSet', { run: 1, endsAt: endOfSpec })
  app.time.now = Date.parse(endOfSpec) - 1
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)

  app.time.now += 1
  expect(await app.submit(ben)).toMatchObject(ended)
  expect(await app.revise(ana, day4ProjectId(ana), { description: 'Better.' })).toMatchObject(ended)
  const path = `/api/projects/${day4ProjectId(ana)}`
  expect(await app.http.call('DELETE', path, undefined, { token: ana.token })).toMatchObject(ended)
  // The answer to a retry of an accepted submission stays the same.
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)
  expect((await app.review(day4ProjectId(ana), { status: 'approved' })).status).toBe(200)
})
