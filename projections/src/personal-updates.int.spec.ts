import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { readModels } from './read-models.ts'
import { startProjections } from './runner/start-projections.ts'
import {
  challengeEvent,
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'

/** Starts all read models with one log, and records the messages they send. */
async function startReadModels(before: readonly GivenEvent[]) {
  const scheduler = fakeScheduler(Date.parse('2026-01-05T18:00:00.000Z'))
  const sent: { room: string; message: string; payload: unknown }[] = []
  const log = fakeEventLog()
  for (const event of recordedEvents(before)) await appendToEnd(log, event.stream, [event])
  const store = memoryReadModelStore({
    live: { publish: (room, message, payload) => sent.push({ room, message, payload }) },
  })
  const models = readModels({ store, log, clock: scheduler.now, timeZone: 'UTC', run: 1 })
  const projections = startProjections({
    log,
    store,
    projections: models.projections,
    scheduler,
    onFailure: ({ error }) => expect.unreachable(String(error)),
  })
  await projections.ready
  return {
    sent,
    addEvents: async (...givenEvents: GivenEvent[]) => {
      for (const event of recordedEvents(givenEvents)) await appendToEnd(log, event.stream, [event])
      await scheduler.advance(200)
      expect(await projections.waitForPosition(await log.head(), 0)).toBe(true)
    },
    stop: () => projections.stop(),
  }
}

const read = (upTo: string): GivenEvent => ({
  stream: `notifications-${userIdOf('Ada')}`,
  type: 'NotificationsRead',
  data: { upTo },
})

test('notifications that were read in one tab are sent to the user’s other tabs only', async () => {
  const { addEvents, sent, stop } = await startReadModels([
    personEvents('Ada').registered(),
    projectEvents('Ada', 1).submitted(),
  ])
  await addEvents(read('1'))
  expect(sent).toMatchObject([
    {
      room: rooms.user(userIdOf('Ada')),
      message: 'notifications.changed',
      payload: { readUpTo: '1', position: '2' },
    },
  ])
  await stop()
})

test('a schedule and its cancellation are sent to all users', async () => {
  const { addEvents, sent, stop } = await startReadModels([])
  const startsAt = '2026-02-01T00:00:00.000Z'
  const sentChanges = () =>
    sent.filter(({ message }) => message === 'challenge.changed').map(({ room, payload }) => [room, payload])
  await addEvents(challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt } }))
  expect(sentChanges()).toMatchObject([
    [rooms.showcase, { startsAt, day: 1 }],
    [rooms.leaderboard, { startsAt, day: 1 }],
  ])
  await addEvents(challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }))
  expect(sentChanges().slice(2)).toMatchObject([
    [rooms.showcase, { startsAt: null, day: 1 }],
    [rooms.leaderboard, { startsAt: null, day: 1 }],
  ])
  await stop()
})
