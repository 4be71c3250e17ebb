import { submitProjectResponse } from '@thirty/contracts/projects/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses, refusal } from '@thirty/command-api/testing/test-app.ts'
import { projectFields } from '@thirty/command-api/testing/project-events.ts'
import { projectsApp } from '@thirty/command-api/testing/projects-app.ts'

const app = appForEach(projectsApp)

test('a participant submits a project', async () => {
  const ana = app.createParticipant()
  const { status, body } = await app.submit(ana)
  expect(status).toBe(201)
  expect(submitProjectResponse.parse(body).project).toEqual({ _id: ana.project, day: 4 })
  const event = await app.lastEventOf(ana.project)
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
  expect(responses.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'day-already-taken'))
  expect(await app.typesOf(ana.project)).toEqual(['ProjectSubmitted'])
})

test('the same key of another user is a different key; with another body it is refused', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  for (const person of [ana, ben]) expect((await app.submit(person, {}, 'shared')).status).toBe(201)
  for (const change of [{ projectName: 'Another' }, { day: 5 }])
    expect(await app.submit(ana, change, 'shared')).toMatchObject(refusal(422, 'key-reused'))
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

test('after the end, submissions, revisions and withdrawals are refused, and projects are still reviewed', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  const endsAt = '2026-03-02T09:00:00.000Z'
  await app.append('challenge', 'ChallengeEndSet', { run: 1, endsAt })
  app.time.now = Date.parse(endsAt) - 1
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)

  app.time.now += 1
  for (const late of [await app.submit(ben), await app.revise(ana), await app.withdraw(ana)])
    expect(late).toMatchObject(refusal(409, 'challenge-ended'))
  // The answer to a retry of an accepted submission stays the same.
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)
  expect((await app.review(ana.project, { status: 'approved' })).status).toBe(200)
})
