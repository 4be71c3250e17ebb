// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { followCurrentDay, useCurrentDay } from './current-day.ts'

beforeEach(() => useCurrentDay.setState(useCurrentDay.getInitialState()))

const currentDay = {
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
}

test('a browser without live messages loads the challenge again once its end is due', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-07T10:00:00Z') })
  let response = { ...currentDay, endsAt: '2026-12-07T10:01:30.000Z' }
  const requests = mockServer({ 'GET /api/challenge/current-day': () => response })
  onTestFinished(followCurrentDay())
  await vi.advanceTimersByTimeAsync(60_000)
  const before = requests.length
  response = { ...response, ended: true }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useCurrentDay.getState().ended).toBe(true)
  await vi.advanceTimersByTimeAsync(300_000)
  // Once more with all other data, which time has changed as well.
  expect(requests).toHaveLength(before + 2)
})

test('a page that waits for a scheduled start loads the challenge again once it is due', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-01T08:58:30Z') })
  let response = { ...currentDay, day: 1, started: false, startsAt: '2026-11-01T09:00:00.000Z' }
  mockServer({ 'GET /api/challenge/current-day': () => response })
  onTestFinished(followCurrentDay())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useCurrentDay.getState().started).toBe(false)
  response = { ...response, started: true }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useCurrentDay.getState().started).toBe(true)
})

test('a live change of the challenge updates its day, start and end', async () => {
  let response = currentDay
  mockServer({ 'GET /api/challenge/current-day': () => response })
  const stop = followCurrentDay()
  await vi.waitFor(() => expect(useCurrentDay.getState()).toMatchObject({ isLoaded: true, isEndSet: false }))
  // A load that the connection causes finds what the message says, whichever comes first.
  response = { ...currentDay, day: 4, endsAt: '2026-11-04T10:00:00.000Z', ended: true, isEndSet: true }
  await emitFromServer('challenge.changed', {
    position: '7',
    epoch: 'e1',
    at: '2026-11-04T10:00:00.000Z',
    run: 1,
    startsAt: '2026-11-01T00:00:00.000Z',
    frozenAt: null,
    frozen: false,
    day: 4,
    totalDays: 30,
    endsAt: '2026-11-04T10:00:00.000Z',
    ended: true,
    isEndSet: true,
  })
  await vi.waitFor(() =>
    expect(useCurrentDay.getState()).toMatchObject({
      day: 4,
      started: true,
      endsAt: '2026-11-04T10:00:00.000Z',
      ended: true,
      isEndSet: true,
      timeZone: 'Europe/Berlin',
    }),
  )
  stop()
})
