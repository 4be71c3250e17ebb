// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { onResync } from '../live/resync.ts'
import { changeChallenge, followCurrentDay, reloadCurrentDay, useCurrentDay } from './current-day.ts'

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

const due = '2026-12-07T10:01:30.000Z'

test.each([
  ['start', { startsAt: due, started: false }, { started: true }],
  ['end', { endsAt: due, ended: false }, { ended: true }],
  ['freeze', { frozenAt: due, frozen: false }, { frozen: true }],
])(
  'a browser without live messages loads the challenge again once its %s is due',
  async (_what, soon, then) => {
    vi.useFakeTimers({ now: Date.parse('2026-12-07T10:00:00Z') })
    let response = { ...currentDay, ...soon }
    const requests = mockServer({ 'GET /api/challenge/current-day': () => response })
    onTestFinished(followCurrentDay())
    await vi.advanceTimersByTimeAsync(60_000)
    const resynced = vi.fn<() => void>()
    onTestFinished(onResync(resynced))
    const before = requests.length
    response = { ...response, ...then }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(useCurrentDay.getState()).toMatchObject(then)
    await vi.advanceTimersByTimeAsync(300_000)
    // Once more with all other data, which time has changed as well.
    expect(requests).toHaveLength(before + 2)
    expect(resynced).toHaveBeenCalledOnce()
  },
)

test('a challenge that was not known brings no other data up to date', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-03T10:00:00Z') })
  mockServer({ 'GET /api/challenge/current-day': () => currentDay })
  onTestFinished(followCurrentDay())
  await vi.advanceTimersByTimeAsync(60_000)
  const resynced = vi.fn<() => void>()
  onTestFinished(onResync(resynced))
  useCurrentDay.setState(useCurrentDay.getInitialState())
  reloadCurrentDay()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(useCurrentDay.getState().isLoaded).toBe(true)
  expect(resynced).not.toHaveBeenCalled()
})

test('a live change of the challenge updates its day, start and end', async () => {
  let response: object = { ...currentDay, imported: true }
  mockServer({ 'GET /api/challenge/current-day': () => response })
  const stop = followCurrentDay()
  await vi.waitFor(() => expect(useCurrentDay.getState()).toMatchObject({ imported: true, isEndSet: false }))
  // Only the message says it: a load that the connection causes is not answered.
  response = new Promise(() => undefined)
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
      imported: undefined,
    }),
  )
  stop()
})

test('a change of the challenge by this user is shown at once, and as what is true now', async () => {
  let response = currentDay
  mockServer({ 'GET /api/challenge/current-day': () => response })
  onTestFinished(followCurrentDay())
  await vi.waitFor(() => expect(useCurrentDay.getState().isLoaded).toBe(true))
  response = { ...currentDay, ended: true }
  await changeChallenge(Promise.resolve())
  expect(useCurrentDay.getState()).toMatchObject({ ended: true, knownAt: undefined })
})
