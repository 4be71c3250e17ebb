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

/** All read models over one log, with what leaves them. */
async function house(before: readonly GivenEvent[]) {
  const scheduler = fakeScheduler(Date.parse('2026-01-05T18:00:00.000Z'))
  const sent: { room: string; message: string; payload: unknown }[] = []
  const log = fakeEventLog()
  for (const event of recordedEvents(before)) await log.append(event.stream, [event], 'any')
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
    happens: async (...story: GivenEvent[]) => {
      for (const event of recordedEvents(story)) await log.append(event.stream, [event], 'any')
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

test('what was read in one tab is told to the others, and to nobody else', async () => {
  const { happens, sent, stop } = await house([
    personEvents('Ada').registered(),
    projectEvents('Ada', 1).submitted(),
  ])
  await happens(read('1'))
  expect(sent).toMatchObject([
    {
      room: rooms.user(userIdOf('Ada')),
      message: 'notifications.changed',
      payload: { readUpTo: '1', position: '2' },
    },
  ])
  await stop()
})

test('everybody hears of a schedule, and that it was cancelled', async () => {
  const { happens, sent, stop } = await house([])
  const startsAt = '2026-02-01T00:00:00.000Z'
  const heard = () =>
    sent.filter(({ message }) => message === 'challenge.changed').map(({ room, payload }) => [room, payload])
  await happens(challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt } }))
  expect(heard()).toMatchObject([
    [rooms.showcase, { startsAt, day: 1 }],
    [rooms.leaderboard, { startsAt, day: 1 }],
  ])
  await happens(challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }))
  expect(heard().slice(2)).toMatchObject([
    [rooms.showcase, { startsAt: null, day: 1 }],
    [rooms.leaderboard, { startsAt: null, day: 1 }],
  ])
  await stop()
})
