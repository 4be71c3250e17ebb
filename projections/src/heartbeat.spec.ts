import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import type { Frame } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

function setUp(online: number) {
  const scheduler = steppedTime()
  const frames: Frame[] = []
  const end = startHeartbeat({
    live: { publish: (room, message, payload) => void frames.push({ room, message, payload }) },
    scheduler,
    room: 'leaderboard',
    message: 'leaderboard.heartbeat',
    position: () => 41n,
    count: () => online,
  })
  return { scheduler, frames, end }
}

test('a room hears every 15 seconds where its view is and how many are there', async () => {
  const { scheduler, frames } = setUp(7)
  await scheduler.pass(14_999)
  expect(frames).toEqual([])
  await scheduler.pass(15_001)
  expect(frames).toEqual([
    {
      room: 'leaderboard',
      message: 'leaderboard.heartbeat',
      payload: { position: '41', at: '2026-03-01T12:00:15.000Z', online: 7 },
    },
    {
      room: 'leaderboard',
      message: 'leaderboard.heartbeat',
      payload: { position: '41', at: '2026-03-01T12:00:30.000Z', online: 7 },
    },
  ])
})

test('an empty room is told nothing', async () => {
  const { scheduler, frames } = setUp(0)
  await scheduler.pass(60_000)
  expect(frames).toEqual([])
})

test('a heartbeat that was ended leaves no timer behind', async () => {
  const { scheduler, end } = setUp(7)
  await scheduler.pass(20_000)
  end()
  expect(scheduler.timers()).toBe(0)
})
