import { rooms } from '@thirty/contracts/live.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import { expect, test } from 'vitest'
import { logDouble } from './log-double.ts'
import { readModels } from './read-models.ts'
import { startProjections } from './runner/runner.ts'
import { challenge, idOf, person, projectOf, recorded, type Told } from './story.ts'

/** All read models over one log, with what leaves them. */
async function house(before: readonly Told[]) {
  const scheduler = steppedTime(Date.parse('2026-01-05T18:00:00.000Z'))
  const sent: { room: string; message: string; payload: unknown }[] = []
  const log = logDouble()
  for (const event of recorded(before)) await log.append(event.stream, [event], 'any')
  const store = memoryViews({
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
    happens: async (...story: Told[]) => {
      for (const event of recorded(story)) await log.append(event.stream, [event], 'any')
      await scheduler.pass(200)
      expect(await projections.reached(await log.head(), 0)).toBe(true)
    },
    stop: () => projections.stop(),
  }
}

const read = (upTo: string): Told => ({
  stream: `notifications-${idOf('Ada')}`,
  type: 'NotificationsRead',
  data: { upTo },
})

test('what was read in one tab is told to the others, and to nobody else', async () => {
  const { happens, sent, stop } = await house([person('Ada').registered(), projectOf('Ada', 1).submitted()])
  await happens(read('1'))
  expect(sent).toMatchObject([
    {
      room: rooms.user(idOf('Ada')),
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
  await happens(challenge({ type: 'ChallengeScheduled', data: { run: 1, startsAt } }))
  expect(heard()).toMatchObject([
    [rooms.showcase, { startsAt, day: 1 }],
    [rooms.leaderboard, { startsAt, day: 1 }],
  ])
  await happens(challenge({ type: 'ScheduleCancelled', data: { run: 1 } }))
  expect(heard().slice(2)).toMatchObject([
    [rooms.showcase, { startsAt: null, day: 1 }],
    [rooms.leaderboard, { startsAt: null, day: 1 }],
  ])
  await stop()
})
