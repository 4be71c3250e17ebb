import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { day4ProjectId, projectsApp, projectFields } from '@thirty/command-api/testing/projects-app.ts'

const app = appForEach(projectsApp)

const challengeEvent = (type: string, data: object) => ({
  id: crypto.randomUUID(),
  type,
  version: 1,
  at: new Date(app.time.now).toISOString(),
  data,
  metadata: { correlation: 'spec' },
})
const endAt = (endsAt: string) =>
  app.log.append('challenge', [challengeEvent('ChallengeEndSet', { run: 1, endsAt })], 'none')

const endOfSpec = '2026-03-02T09:00:00.000Z'
const ended = { status: 409, body: { code: 'challenge-ended', message: 'The challenge has ended' } }

test('after the end, submissions, revisions and withdrawals are refused, and projects are still reviewed', async () => {
  const [ana, ben] = [app.createParticipant(), app.createParticipant()]
  const path = `/api/projects/${day4ProjectId(ana)}`
  const change = { ...projectFields, imageUrl: ana.imageUrl, description: 'Better.' }
  await endAt(endOfSpec)
  app.time.now = Date.parse(endOfSpec) - 1
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)

  app.time.now += 1
  expect(await app.submit(ben)).toMatchObject(ended)
  expect(await app.submit(ana, { day: 5 })).toMatchObject(ended)
  expect(await app.http.call('PUT', path, change, { token: ana.token })).toMatchObject(ended)
  expect(await app.http.call('DELETE', path, undefined, { token: ana.token })).toMatchObject(ended)
  expect(await app.typesOf(day4ProjectId(ana))).toEqual(['ProjectSubmitted'])
  // The answer to a retry of an accepted submission stays the same.
  expect((await app.submit(ana, {}, 'first')).status).toBe(201)
  expect((await app.review(day4ProjectId(ana), { status: 'approved' })).status).toBe(200)
})
