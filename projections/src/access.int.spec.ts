import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { startTestServer, type TestServer } from '@thirty/infra/testing/http/test-server.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import express, { Router } from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { readModels } from './read-models.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'

const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock })
const [ada1, bob1] = [projectEvents('Ada', 1), projectEvents('Bob', 1)]
const givenEvents = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Ida').registered(),
  personEvents('Ida').status('inactive'),
  ada1.submitted(),
  ada1.rated('Root', equalCriteria(4), { feedback: 'Neat' }),
  bob1.submitted(),
  projectEvents('Bob', 2).submitted(),
  projectEvents('Bob', 2).withdrawn(),
]

let app: TestServer
beforeAll(async () => {
  const log = fakeEventLog()
  const options = { log, clock, timeZone: 'UTC', run: 1 }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const store = await storeAfter(
    projections.map(({ projection }) => projection),
    givenEvents,
  )
  for (const event of recordedEvents(givenEvents)) await appendToEnd(log, event.stream, [event])
  const models = readModels({ ...options, store })
  const sessions = authentication({ tokens, findSession: models.sessionOf })
  const { authRoutes: accounts, api } = createRouters(models.endpoints, {
    authentication: sessions,
    accessLevels,
    limits: rateLimits({ isEnabled: false }),
  })
  app = await startTestServer(
    express()
      .set('query parser', 'simple')
      .use(assignCorrelationId)
      .use('/api', Router().use('/auth', accounts).use(api))
      .use('/auth', accounts)
      .use(createErrorHandler(silentLogger, statusByCode)),
  )
})
afterAll(() => app.close())

const tokenOf = (name: string) => tokens.issue({ id: userIdOf(name), version: 0 })
const ask = (path: string, name?: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers: { ...headers, ...(name && { authorization: `Bearer ${tokenOf(name)}` }) } })
const statuses = async (path: string) => {
  const all = [ask(path), ask(path, 'Ada'), ask(path, 'Ida'), ask(path, 'Root')]
  return (await Promise.all(all)).map(({ status }) => status)
}

test.each([
  '/api/auth/me',
  '/auth/me',
  '/api/challenge/current-day',
  '/api/projects/my-projects',
  `/api/projects/${bob1.id}`,
  '/api/leaderboard/leaderboard',
  '/api/leaderboard/history',
  `/api/leaderboard/${userIdOf('Bob')}/points`,
  `/api/projects/user/${userIdOf('Ada')}`,
  `/api/projects/user/${userIdOf('Ada')}/count`,
])('%s is for active signed-in users', async (path) => {
  expect(await statuses(path)).toEqual([401, 200, 401, 200])
})

test.each([
  '/api/projects/all?populate=user',
  '/api/projects/count',
  '/api/auth/users',
  '/api/auth/users/count',
  '/api/auth/users/active',
  '/api/admin/statistics',
])('%s is for admins', async (path) => {
  expect(await statuses(path)).toEqual([401, 403, 401, 200])
})

test.each([`/api/ratings/project/${ada1.id}`, '/api/leaderboard/showcase'])('%s is public', async (path) => {
  expect(await statuses(path)).toEqual([200, 200, 200, 200])
})

test.each([`/api/projects/user/${userIdOf('Bob')}`, `/api/projects/user/${userIdOf('Bob')}/count`])(
  '%s is for the user and for admins',
  async (path) => {
    expect(await statuses(path)).toEqual([401, 403, 401, 200])
    expect((await ask(path, 'Bob')).status).toBe(200)
  },
)

test('my projects are those of the caller, even if the query names another user', async () => {
  const { json } = await ask(`/api/projects/my-projects?userId=${userIdOf('Bob')}`, 'Ada')
  expect(json()).toMatchObject({ success: true, projects: [{ _id: ada1.id }], nextCursor: null })
})

test('returns 404 for unknown and deleted resources', async () => {
  for (const path of [
    `/api/projects/${projectEvents('Bob', 2).id}`,
    '/api/projects/nonsense',
    '/api/ratings/project/nonsense',
    `/api/ratings/project/${projectEvents('Bob', 2).id}`,
    `/api/projects/user/${userIdOf('Ghost')}`,
    `/api/leaderboard/${userIdOf('Ghost')}/points`,
    `/api/leaderboard/${userIdOf('Root')}/points`,
  ])
    expect([path, (await ask(path, 'Root')).status]).toEqual([path, 404])
})

test('refuses malformed queries with an error code', async () => {
  for (const path of [
    '/api/leaderboard/leaderboard?limit=201',
    '/api/leaderboard/leaderboard?sort=fame',
    '/api/leaderboard/leaderboard?cursor=nonsense',
    '/api/projects/all?populate=user.passwordHash',
    '/api/projects/all?day=31',
    '/api/auth/users?cursor=nonsense',
    '/api/ratings/project/x?limit=0',
  ]) {
    const { status, json } = await ask(path, 'Root')
    expect([path, status]).toEqual([path, 400])
    expect(json()).toMatchObject({ success: false, code: 'malformed' })
  }
})

test('responses for participants and visitors contain no email address of others', async () => {
  for (const path of [
    `/api/projects/${bob1.id}`,
    '/api/projects/my-projects',
    '/api/leaderboard/leaderboard',
    '/api/leaderboard/history',
    `/api/ratings/project/${ada1.id}`,
    '/api/leaderboard/showcase',
  ])
    expect((await ask(path, 'Ada')).text).not.toContain('@example.org')
})

test('an unchanged leaderboard is not sent again', async () => {
  const first = await ask('/api/leaderboard/leaderboard', 'Ada')
  const tag = String(first.headers.etag)
  expect(first.headers['content-type']).toContain('application/json')
  const repeated = await ask('/api/leaderboard/leaderboard', 'Ada', { 'if-none-match': tag })
  expect([repeated.status, repeated.text]).toEqual([304, ''])
  const other = await ask('/api/leaderboard/leaderboard', 'Bob', { 'if-none-match': tag })
  expect(other.status).toBe(200)
})

test('the list of users has its next cursor in a header', async () => {
  const first = await ask('/api/auth/users?limit=3', 'Root')
  const cursor = String(first.headers['x-next-cursor'])
  const second = await ask(`/api/auth/users?limit=3&cursor=${cursor}`, 'Root')
  expect(second.json()).toMatchObject([{ fullName: 'Root' }])
  expect(second.headers['x-next-cursor']).toBeUndefined()
})

test('the points ledger adds up to the total', async () => {
  const { json } = await ask(`/api/leaderboard/${userIdOf('Ada')}/points`, 'Bob')
  expect(json()).toEqual({
    success: true,
    points: [
      { at: '2026-01-05T12:00:00.000Z', position: '5', reason: 'Day 1 handed in', change: 5, total: 5 },
      { at: '2026-01-05T12:00:00.000Z', position: '6', reason: 'Day 1 rated 4.0', change: 40, total: 45 },
    ],
  })
})
