import { readNotificationsResponse } from '@thirty/contracts/api/community/notifications.ts'
import { notificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { notificationHandlers } from './endpoints.ts'

let app: Awaited<ReturnType<typeof createTestContext>>
let http: Awaited<ReturnType<typeof serveEndpoints>>

beforeEach(async () => {
  app = await createTestContext()
  http = await serveEndpoints(app, notificationHandlers(app))
  await appendEvents(10)
})
afterEach(async () => {
  await http.close()
  await app.close()
})

/** Appends unrelated events, so that the log has this many positions more. */
async function appendEvents(count: number) {
  const events = Array.from({ length: count }, () => app.newEvent('BackupDeleted', { backup: 'b1' }))
  await app.log.append('challenge', events, 'any')
}

const markRead = (upTo: unknown, key?: string) =>
  http.call('POST', '/api/notifications/read', { upTo }, { token: app.tokenOf(ana), ...(key && { key }) })
const readUpTo = ({ body }: Awaited<ReturnType<typeof markRead>>) =>
  readNotificationsResponse.parse(body).readUpTo
const marks = () => app.eventsOf(notificationsStream(ana))

test('a read mark rises and never falls', async () => {
  expect(readUpTo(await markRead('5'))).toBe('5')
  expect(readUpTo(await markRead('3'))).toBe('5')
  expect(readUpTo(await markRead('5'))).toBe('5')
  expect(readUpTo(await markRead('9'))).toBe('9')
  expect((await marks()).map(({ data }) => data)).toEqual([{ upTo: '5' }, { upTo: '9' }])
})

test('the highest of many concurrent marks stays', async () => {
  const responses = await Promise.all(['2', '8', '4', '8', '6'].map((upTo) => markRead(upTo)))
  expect(countStatuses(responses)).toEqual({ 200: 5 })
  expect((await marks()).at(-1)?.data).toEqual({ upTo: '8' })
  expect(readUpTo(await markRead('1'))).toBe('8')
})

test('a retry returns its first result', async () => {
  const first = await markRead('4', 'key-1')
  await markRead('8')
  expect((await markRead('4', 'key-1')).body).toEqual(first.body)
  expect((await markRead('5', 'key-1')).body).toMatchObject({ code: 'key-reused' })
})

test('refuses to mark future positions as read', async () => {
  expect(await markRead('1000000')).toMatchObject({
    status: 422,
    body: { code: 'invalid-fields', errors: { upTo: 'Nothing has happened there yet' } },
  })
  expect(await marks()).toEqual([])
})

test('the stream of marks is truncated, but keeps the newest mark', async () => {
  await appendEvents(200)
  for (let upTo = 1; upTo <= 130; upTo += 1) await markRead(String(upTo))
  const left = await marks()
  expect(left.length).toBeLessThanOrEqual(65)
  expect(left.at(-1)?.data).toEqual({ upTo: '130' })
  expect(readUpTo(await markRead('7'))).toBe('130')
})

test.for([undefined, 5, '', '-1', '1e3', '1'.repeat(20)])('refuses %j as a position', async (upTo) => {
  expect([400, 422]).toContain((await markRead(upTo)).status)
})

test('every logged-in user has a read mark of their own', async () => {
  const adminToken = app.tokenOf(admin, { isAdmin: true })
  expect(
    (await http.call('POST', '/api/notifications/read', { upTo: '3' }, { token: adminToken })).status,
  ).toBe(200)
  expect((await http.call('POST', '/api/notifications/read', { upTo: '3' })).status).toBe(401)
  expect(await marks()).toEqual([])
})
