import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { completeDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { journeyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { ana, ben } from '@thirty/command-api/testing/people.ts'
import { completionHandlers } from './endpoints.ts'

let app: Awaited<ReturnType<typeof createTestContext>>
let http: Awaited<ReturnType<typeof serveEndpoints>>

beforeEach(async () => {
  app = await createTestContext()
  http = await serveEndpoints(app, completionHandlers(app))
})
afterEach(async () => {
  await http.close()
  await app.close()
})

const complete = (day: unknown, user = ana, key?: string) =>
  http.call('POST', `/api/challenge/days/${String(day)}/complete`, undefined, {
    token: app.tokenOf(user),
    ...(key !== undefined && { key }),
  })
const reopen = (day: number) =>
  http.call('DELETE', `/api/challenge/days/${day}/complete`, undefined, { token: app.tokenOf(ana) })
const journey = async (user = ana, run = 1) => app.eventsOf(journeyStream({ run, user }))
const appendEvent = (type: string, data: unknown, run = 1) =>
  appendToEnd(app.log, 'challenge', [app.newEvent(type, data, run)])
const startChallenge = () =>
  appendEvent('ChallengeStarted', { run: 1, startsAt: new Date(app.time.now).toISOString() })
const completedDaysIn = ({ body }: Awaited<ReturnType<typeof complete>>) =>
  completeDayResponse.parse(body).completedDays

test('a day is completed in the current run, once', async () => {
  expect(completeDayResponse.parse((await complete(2)).body)).toMatchObject({ day: 2, isCompleted: true })
  expect(completedDaysIn(await complete(1))).toEqual([1, 2])
  expect(completedDaysIn(await complete(2))).toEqual([1, 2])
  expect(await journey()).toMatchObject([
    { type: 'DayCompleted', data: { day: 2 }, metadata: { actor: ana, run: 1 } },
    { type: 'DayCompleted', data: { day: 1 } },
  ])
  expect(await journey(ben)).toEqual([])
})

test('concurrent completions of one day are stored once', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => complete(3)))
  expect(countStatuses(responses)).toEqual({ 200: 10 })
  expect(await journey()).toHaveLength(1)
})

test('a retry returns its first result, even after the day was reopened', async () => {
  const first = await complete(3, ana, 'key-1')
  await reopen(3)
  expect((await complete(3, ana, 'key-1')).body).toEqual(first.body)
  expect(await journey()).toHaveLength(2)
  expect((await complete(4, ana, 'key-1')).body).toMatchObject({ code: 'key-reused' })
})

test('a completed day is reopened', async () => {
  await complete(3)
  expect(completeDayResponse.parse((await reopen(3)).body)).toMatchObject({
    isCompleted: false,
    completedDays: [],
  })
  expect((await reopen(3)).status).toBe(200)
  expect(await journey()).toHaveLength(2)
})

test('reopening without a completion changes nothing and returns a valid position', async () => {
  const { status, body } = await reopen(3)
  expect(status).toBe(200)
  expect(completeDayResponse.parse(body)).toMatchObject({ position: '0', completedDays: [] })
  expect(await journey()).toEqual([])
})

test('a day that has not started yet is refused by the clock of the server', async () => {
  await startChallenge()
  expect(await complete(2)).toMatchObject({
    status: 422,
    body: {
      code: 'day-not-started',
      message: 'Day 2 has not started yet',
      errors: { day: 'Day 2 has not started yet' },
    },
  })
  app.time.now += 24 * 60 * 60 * 1000
  expect((await complete(2)).status).toBe(200)
})

test('a new run starts without completed days', async () => {
  await complete(1)
  await appendEvent('ChallengeReset', { run: 2, backup: 'b1' }, 2)
  expect(completedDaysIn(await complete(5))).toEqual([5])
  expect(await journey(ana, 2)).toMatchObject([{ metadata: { run: 2 } }])
})

test('a restored run starts with the completed days of its backup', async () => {
  await complete(1)
  const { position } = await appendEvent('BackupCreated', {
    backup: 'b1',
    name: 'Monday',
    automatic: false,
    of: { run: 1 },
  })
  await complete(2)
  await appendEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1, upTo: String(position) } }, 3)
  expect(completedDaysIn(await complete(7))).toEqual([1, 7])
  expect(completedDaysIn(await reopen(1))).toEqual([7])
  expect(await journey(ana, 3)).toHaveLength(2)
})

test.for(['0', '31', '1.5', 'x', '-1'])('refuses %s as a day', async (day) => {
  const { status, body } = await complete(day)
  expect([status, body['code']]).toEqual([400, 'malformed'])
})

test('limits how often a day is completed and reopened', async () => {
  const limited = await createTestContext({ areLimitsOn: true })
  const guarded = await serveEndpoints(limited, completionHandlers(limited))
  const token = limited.tokenOf(ana)
  const responses = []
  for (let times = 0; times < 302; times += 1) {
    const method = times % 2 === 0 ? 'POST' : 'DELETE'
    responses.push(await guarded.call(method, '/api/challenge/days/2/complete', undefined, { token }))
  }
  expect(countStatuses(responses)).toEqual({ 200: 300, 429: 2 })
  await guarded.close()
  await limited.close()
})
