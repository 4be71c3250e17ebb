import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { readNotificationsResponse } from '@thirty/contracts/api/community/notifications.ts'
import { notificationsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestContext, serveEndpoints, countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { admin, ana } from '@thirty/command-api/testing/people.ts'
import { notificationHandlers } from './endpoints.ts'

let app: Awaited<ReturnType<typeof createTestContext>>
let http: Awaited<ReturnType<typeof serveEndpoints>>
/** The tasks that ran after responses. */
let tasks: Promise<PromiseSettledResult<void>>[]
const settled = async (task: () => Promise<void>) => (await Promise.allSettled([task()]))[0]
let truncate: typeof app.log.truncate

beforeEach(async () => {
  app = await createTestContext()
  tasks = []
  truncate = (stream, before) => app.log.truncate(stream, before)
  const log = {
    ...app.log,
    head: () => app.log.head(),
    truncate: (stream: string, before: number) => truncate(stream, before),
  }
  http = await serveEndpoints(
    app,
    notificationHandlers({ ...app, log, runInBackground: (task) => void tasks.push(settled(task)) }),
  )
  await appendEvents(10)
})
afterEach(async () => {
  await http.close()
  await app.close()
})

/** Appends unrelated events, so that the log has this many positions more. */
async function appendEvents(count: number) {
  const events = Array.from({ length: count }, () => app.newEvent('BackupDeleted', { backup: 'b1' }))
  await appendToEnd(app.log, 'challenge', events)
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

test('opening notifications marks those alone, on all devices', async () => {
  const open = (single: unknown) =>
    http.call('POST', '/api/notifications/read', { single }, { token: app.tokenOf(ana) })
  expect((await open(['7', '5'])).body).toMatchObject({ readUpTo: '-1', readSingle: ['5', '7'] })
  expect((await open(['5'])).body).toMatchObject({ readSingle: ['5', '7'] })
  expect((await markRead('6')).body).toMatchObject({ readUpTo: '6', readSingle: ['7'] })
  expect((await marks()).map(({ data }) => data)).toEqual([
    { upTo: '-1', single: ['5', '7'] },
    { upTo: '6', single: ['7'] },
  ])
  for (const refused of [[], ['x'], '5', Array.from({ length: 21 }, () => '5'), ['1000000']])
    expect([400, 422]).toContain((await open(refused)).status)
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
    body: { code: 'invalid-fields', errors: { upTo: 'There is no notification at this position' } },
  })
  expect(await marks()).toEqual([])
})

test('the stream of marks is truncated, but keeps the newest mark', async () => {
  await appendEvents(200)
  for (let upTo = 1; upTo <= 130; upTo += 1) await markRead(String(upTo))
  await Promise.all(tasks)
  const left = await marks()
  expect(left.length).toBeLessThanOrEqual(65)
  expect(left.at(-1)?.data).toEqual({ upTo: '130' })
  expect(readUpTo(await markRead('7'))).toBe('130')
})

test('truncates a stream after every 64th mark, not at the first', async () => {
  await appendEvents(200)
  const truncations: number[] = []
  truncate = async (_stream, before) => void truncations.push(before)
  for (let upTo = 1; upTo <= 130; upTo += 1) await markRead(String(upTo))
  expect(truncations).toEqual([63, 127])
})

test('a mark that is stored is confirmed, even if the truncation fails', async () => {
  await appendEvents(200)
  truncate = async () => {
    throw new LogUnavailable('The disk is full.')
  }
  for (let upTo = 1; upTo <= 64; upTo += 1) expect(readUpTo(await markRead(String(upTo)))).toBe(String(upTo))
  expect(await Promise.all(tasks)).toMatchObject([{ status: 'rejected' }])
  expect(await marks()).toHaveLength(64)
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
