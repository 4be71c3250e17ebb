import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { commandResponse } from '@thirty/contracts/api/responses.ts'
import { endChallengeResponse, startChallengeResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin } from '@thirty/command-api/testing/people.ts'
import { challengeHandlers } from './endpoints.ts'

let app: Awaited<ReturnType<typeof createTestContext>>
let http: Awaited<ReturnType<typeof serveEndpoints>>

beforeEach(async () => {
  app = await createTestContext()
  http = await serveEndpoints(app, challengeHandlers(app))
})
afterEach(async () => {
  await http.close()
  await app.close()
})

const start = (body?: unknown) =>
  http.call('POST', '/api/admin/challenge/start', body, { token: app.tokenOf(admin, { isAdmin: true }) })

test('an admin starts the challenge with an empty request', async () => {
  const { status, body } = await start()
  expect(status).toBe(200)
  expect(startChallengeResponse.parse(body)).toMatchObject({ day: 1, startsAt: '2026-03-02T08:00:00.000Z' })
  expect(await app.eventsOf('challenge')).toMatchObject([
    { type: 'ChallengeStarted', data: { run: 1 }, metadata: { actor: admin, run: 1 } },
  ])
})

test('a start can be scheduled in any time zone', async () => {
  const { body } = await start({ startsAt: '2026-03-09T00:00:00+01:00' })
  expect(startChallengeResponse.parse(body)).toMatchObject({ day: 1, startsAt: '2026-03-08T23:00:00.000Z' })
  expect((await app.eventsOf('challenge'))[0]?.type).toBe('ChallengeScheduled')
})

test('the response says whether the challenge has started or is scheduled', async () => {
  expect((await start({ startsAt: '2026-03-09T00:00:00Z' })).body['message']).toBe(
    'The start of the challenge is scheduled',
  )
  expect((await change({ startsAt: '2026-03-10T00:00:00Z' })).body['message']).toBe(
    'The start of the challenge is scheduled',
  )
  expect((await change()).body['message']).toBe('Challenge started! 30 days of awesomeness begins now!')
})

test('of many concurrent starts, one is accepted', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => start({})))
  expect(countStatuses(responses)).toEqual({ 200: 1, 409: 9 })
  expect(responses.find(({ status }) => status === 409)?.body['code']).toBe('already-started')
})

test('after a reset the challenge can be started again', async () => {
  await start()
  const reset = app.newEvent('ChallengeReset', { run: 2, backup: 'b1' }, 2)
  await appendToEnd(app.log, 'challenge', [reset])
  expect((await start()).status).toBe(200)
  expect((await app.eventsOf('challenge')).at(-1)?.metadata.run).toBe(2)
})

test.for([{ startsAt: 'tomorrow' }, { startsAt: 5 }, { day: 3 }, []])(
  'refuses %j as a start',
  async (body) => {
    expect([400, 422]).toContain((await start(body)).status)
  },
)

test('refuses a start that is not JSON, rather than starting now', async () => {
  const headers = { 'Content-Type': 'text/plain' }
  const token = app.tokenOf(admin, { isAdmin: true })
  const schedule = { startsAt: '2026-03-09T00:00:00Z' }
  const { status } = await http.call('POST', '/api/admin/challenge/start', schedule, { token, headers })
  expect(status).toBe(415)
  expect(await app.eventsOf('challenge')).toEqual([])
})

const monday = '2026-03-09T00:00:00.000Z'
const change = (body?: unknown) =>
  http.call('PUT', '/api/admin/challenge/schedule', body, { token: app.tokenOf(admin, { isAdmin: true }) })
const cancel = () =>
  http.call('DELETE', '/api/admin/challenge/schedule', undefined, {
    token: app.tokenOf(admin, { isAdmin: true }),
  })

test('an admin moves a schedule, and then starts the challenge now', async () => {
  await start({ startsAt: '2026-03-08T00:00:00Z' })
  expect(startChallengeResponse.parse((await change({ startsAt: monday })).body)).toMatchObject({
    startsAt: monday,
  })
  expect(startChallengeResponse.parse((await change()).body)).toMatchObject({
    day: 1,
    startsAt: '2026-03-02T08:00:00.000Z',
  })
  expect((await app.eventsOf('challenge')).map(({ type }) => type)).toEqual([
    'ChallengeScheduled',
    'ChallengeScheduled',
    'ChallengeStarted',
  ])
  expect((await change({ startsAt: monday })).body).toMatchObject({ code: 'already-started' })
})

test('cancelling a schedule twice changes nothing', async () => {
  await start({ startsAt: monday })
  expect(commandResponse.parse((await cancel()).body)).toMatchObject({ success: true })
  expect((await cancel()).status).toBe(200)
  expect((await app.eventsOf('challenge')).at(-1)).toMatchObject({
    type: 'ScheduleCancelled',
    metadata: { actor: admin, run: 1 },
  })
  expect((await change({ startsAt: monday })).body).toMatchObject({ code: 'not-scheduled' })
  expect((await start()).status).toBe(200)
})

test('cancelling without a schedule changes nothing and returns a valid position', async () => {
  expect(commandResponse.parse((await cancel()).body)).toMatchObject({ success: true, position: '0' })
  expect(await app.eventsOf('challenge')).toEqual([])
})

test('a schedule cannot be cancelled once its time has come', async () => {
  await start({ startsAt: monday })
  app.time.now = Date.parse(monday)
  const { status, body } = await cancel()
  expect([status, body['code']]).toEqual([409, 'already-started'])
})

test('of a concurrent start and schedule, one is accepted', async () => {
  const responses = await Promise.all([
    start(),
    start({ startsAt: monday }),
    start(),
    start({ startsAt: monday }),
  ])
  expect(countStatuses(responses)).toEqual({ 200: 1, 409: 3 })
  expect(await app.eventsOf('challenge')).toHaveLength(1)
})

test('of a concurrent change and cancellation, the cancellation wins', async () => {
  await start({ startsAt: '2026-03-08T00:00:00Z' })
  const [changed, cancelled] = await Promise.all([change({ startsAt: monday }), cancel()])
  expect(cancelled?.status).toBe(200)
  expect([200, 409]).toContain(changed?.status)
  expect((await app.eventsOf('challenge')).at(-1)?.type).toBe('ScheduleCancelled')
})

const path = '/api/admin/challenge/end'
const end = async (body?: unknown, { isAdmin = true, key }: { isAdmin?: boolean; key?: string } = {}) =>
  http.call('POST', path, body, { token: app.tokenOf(admin, { isAdmin }), ...(key !== undefined && { key }) })
const undoEnd = (isAdmin = true) =>
  http.call('DELETE', path, undefined, { token: app.tokenOf(admin, { isAdmin }) })

test('an admin sets the end, moves it, ends the challenge now, and undoes that', async () => {
  await start()
  const later = await end({ at: '2026-03-20T18:00:00+01:00' })
  expect(endChallengeResponse.parse(later.body)).toMatchObject({
    message: 'The end of the challenge is set',
    endsAt: '2026-03-20T17:00:00.000Z',
    ended: false,
    isEndSet: true,
  })
  expect((await end({ at: '2026-03-21T17:00:00Z' })).body).toMatchObject({
    endsAt: '2026-03-21T17:00:00.000Z',
  })
  expect(endChallengeResponse.parse((await end()).body)).toMatchObject({
    message: 'The challenge has ended',
    endsAt: '2026-03-02T08:00:00.000Z',
    ended: true,
  })
  expect(endChallengeResponse.parse((await undoEnd()).body)).toMatchObject({
    message: 'The end of the challenge has been undone',
    // The end of the seventh day after day 30.
    endsAt: '2026-04-08T00:00:00.000Z',
    ended: false,
    isEndSet: false,
  })
  expect((await app.eventsOf('challenge')).map(({ type, metadata }) => [type, metadata.actor])).toEqual([
    ['ChallengeStarted', admin],
    ['ChallengeEndSet', admin],
    ['ChallengeEndSet', admin],
    ['ChallengeEndSet', admin],
    ['ChallengeEndUndone', admin],
  ])
})

test('undoing an end that has not been set changes nothing', async () => {
  expect((await undoEnd()).body).toMatchObject({
    success: true,
    message: 'No end of the challenge is set',
    endsAt: null,
    ended: false,
    isEndSet: false,
  })
  expect(await app.eventsOf('challenge')).toEqual([])
})

test('a repeated request with the same key sets the end once, another body with it is refused', async () => {
  await start()
  const body = { at: '2026-03-20T18:00:00Z' }
  const [first, second] = [await end(body, { key: 'k1' }), await end(body, { key: 'k1' })]
  expect(second.body).toEqual(first.body)
  await undoEnd()
  expect((await end(body, { key: 'k1' })).body).toEqual(first.body)
  expect((await end({ at: '2026-03-21T18:00:00Z' }, { key: 'k1' })).body).toMatchObject({
    code: 'key-reused',
  })
  expect((await app.eventsOf('challenge')).map(({ type }) => type)).toEqual([
    'ChallengeStarted',
    'ChallengeEndSet',
    'ChallengeEndUndone',
  ])
})

test('of many requests at once to end the challenge now, one ends it', async () => {
  await start()
  const responses = await Promise.all(Array.from({ length: 10 }, () => end()))
  expect(countStatuses(responses)).toEqual({ 200: 10 })
  expect(await app.eventsOf('challenge')).toHaveLength(2)
})

test('refuses an end in the past, and a start after the end', async () => {
  expect(await end({ at: '2026-03-02T07:59:59Z' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-fields', errors: { at: "The end can't be in the past" } },
  })
  await end({ at: '2026-03-02T09:00:00Z' })
  app.time.now += 3_600_000
  expect(await start()).toMatchObject({ status: 409, body: { code: 'challenge-ended' } })
})

test.for([{ at: 'tomorrow' }, { at: 5 }, { endsAt: '2026-03-20T18:00:00Z' }, []])(
  'refuses %j as an end',
  async (body) => {
    expect([400, 422]).toContain((await end(body)).status)
  },
)

test('participants and visitors can neither set nor undo the end', async () => {
  expect([(await end({}, { isAdmin: false })).status, (await undoEnd(false)).status]).toEqual([403, 403])
  expect([(await http.call('POST', path)).status, (await http.call('DELETE', path)).status]).toEqual([
    401, 401,
  ])
  expect(await app.eventsOf('challenge')).toEqual([])
})

test.each(['9999-12-31T23:59:59-14:00', '3000-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])(
  'no challenge starts, ends or freezes at %s',
  async (at) => {
    const token = app.tokenOf(admin, { isAdmin: true })
    await start({ startsAt: '2026-03-09T00:00:00Z' })
    for (const [method, path, body] of [
      ['POST', '/api/admin/challenge/start', { startsAt: at }],
      ['PUT', '/api/admin/challenge/schedule', { startsAt: at }],
      ['POST', '/api/admin/challenge/end', { at }],
      ['POST', '/api/admin/challenge/freeze', { at }],
    ] as const)
      expect([path, (await http.call(method, path, body, { token })).status]).toEqual([path, 422])
  },
)
