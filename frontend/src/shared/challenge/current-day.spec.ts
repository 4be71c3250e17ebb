// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { followCurrentDay, useCurrentDay } from './current-day.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

beforeEach(() => useCurrentDay.setState(useCurrentDay.getInitialState()))

test('a live change of the challenge updates its day, start and end', async () => {
  mockServer({
    'GET /api/challenge/current-day': () => ({
      success: true,
      day: 3,
      totalDays: 30,
      started: true,
      startsAt: '2026-11-01T00:00:00.000Z',
      run: 1,
      timeZone: 'Europe/Berlin',
      endsAt: '2026-12-07T23:00:00.000Z',
      ended: false,
      isEndSet: false,
    }),
  })
  const stop = followCurrentDay('user')
  await vi.waitFor(() => expect(useCurrentDay.getState()).toMatchObject({ isLoaded: true, isEndSet: false }))
  await emitFromServer('challenge.changed', {
    position: '7',
    at: '2026-11-04T10:00:00.000Z',
    run: 1,
    startsAt: '2026-11-01T00:00:00.000Z',
    day: 4,
    totalDays: 30,
    endsAt: '2026-11-04T10:00:00.000Z',
    ended: true,
    isEndSet: true,
  })
  expect(useCurrentDay.getState()).toMatchObject({
    day: 4,
    started: true,
    endsAt: '2026-11-04T10:00:00.000Z',
    ended: true,
    isEndSet: true,
    timeZone: 'Europe/Berlin',
  })
  stop()
})
