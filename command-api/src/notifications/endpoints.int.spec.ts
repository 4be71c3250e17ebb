import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { notificationsStream } from '@thirty/contracts/events/stream-names.ts'
import { LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'
import { ana } from '@thirty/command-api/testing/people.ts'

let truncate: EventLog['truncate']

const app = appForEach(() =>
  commandApp({}, ({ log }) => ({ log: { ...log, truncate: (...erasure) => truncate(...erasure) } })),
)
beforeEach(async () => {
  truncate = (stream, before) => app.log.truncate(stream, before)
  await appendEvents(10)
})

/** Appends unrelated events, so that the log has this many positions more. */
async function appendEvents(count: number) {
  const events = Array.from({ length: count }, () => app.newEvent('BackupDeleted', { backup: 'b1' }))
  await appendToEnd(app.log, 'challenge', events)
}

const markRead = (upTo: unknown, key?: string) =>
  app.send('POST', '/api/notifications/read', { upTo }, { by: ana, key })
const readUpTo = ({ body }: Awaited<ReturnType<typeof markRead>>) =>
  notificationEndpoints.read.response.parse(body).readUpTo
const marks = () => app.eventsOf(notificationsStream(ana))

test('opening notifications marks those alone, on all devices', async () => {
  const open = (single: unknown) => app.send('POST', '/api/notifications/read', { single }, { by: ana })
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

test('the stream of marks is truncated, but keeps the newest mark', async () => {
  await appendEvents(200)
  for (let upTo = 1; upTo <= 130; upTo += 1) await markRead(String(upTo))
  await app.waitForTasks()
  const left = await marks()
  expect(left.length).toBeLessThanOrEqual(65)
  expect(left.at(-1)?.data).toEqual({ upTo: '130' })
  expect(readUpTo(await markRead('7'))).toBe('130')
})

test('a mark that is stored is confirmed, even if the truncation fails', async () => {
  await appendEvents(200)
  truncate = async () => {
    throw new LogUnavailable('The disk is full.')
  }
  for (let upTo = 1; upTo <= 64; upTo += 1) expect(readUpTo(await markRead(String(upTo)))).toBe(String(upTo))
  await app.waitForTasks()
  expect(app.errors).toEqual([expect.any(LogUnavailable)])
  expect(await marks()).toHaveLength(64)
})
