// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mockServer, networkError } from '../../../testing/mock-server.ts'
import { clearUserData } from '../storage/user-change.ts'
import { followCurrentDay, useCurrentDay } from './current-day.ts'
import { DayNotice } from './day-notice.tsx'

const currentDay = {
  success: true,
  day: 20,
  totalDays: 30,
  started: true,
  startsAt: '2026-11-09T00:00:00.000Z',
  run: 1,
  timeZone: 'UTC',
  endsAt: null,
  ended: false,
  isEndSet: false,
  frozenAt: null,
  frozen: false,
}
const failed = 'Failed to load current challenge day'

/** A new page of this browser. */
async function openPage(answer: () => unknown): Promise<void> {
  clearUserData()
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), knownAt: undefined })
  mockServer({ 'GET /api/challenge/current-day': answer })
  await act(async () => {
    onTestFinished(followCurrentDay())
    await vi.advanceTimersByTimeAsync(0)
  })
}
const offline = () => networkError({} as Parameters<typeof networkError>[0], '')

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T22:00:00Z'), shouldAdvanceTime: true })
})

test('a day that was never loaded is unknown, and can be loaded again', async () => {
  render(<DayNotice />)
  await openPage(offline)
  expect(screen.getByText(failed)).toBeDefined()
  expect(screen.queryByText(/Last known/)).toBeNull()
  expect(useCurrentDay.getState().isLoaded).toBe(false)
  mockServer({ 'GET /api/challenge/current-day': () => currentDay })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.queryByText(failed)).toBeNull()
  expect(useCurrentDay.getState()).toMatchObject({ day: 20, isLoaded: true, knownAt: undefined })
})

test('a response of the network in place of the server is not taken for a day', async () => {
  render(<DayNotice />)
  await openPage(() => ({ login: 'https://portal.example' }))
  expect(screen.getByText(failed)).toBeDefined()
  expect(useCurrentDay.getState().isLoaded).toBe(false)
})

test('the day of an earlier visit is shown with its age while the day cannot be loaded', async () => {
  render(<DayNotice />)
  await openPage(() => currentDay)
  expect(screen.queryByText(failed)).toBeNull()
  await openPage(offline)
  expect(screen.getByText(failed)).toBeDefined()
  expect(screen.getByText(/^Last known here: day 20 of 30,/)).toBeDefined()
  expect(useCurrentDay.getState()).toMatchObject({ day: 20, isLoaded: true })
  expect(useCurrentDay.getState().knownAt).toBeGreaterThan(0)
})

test('while the day loads, that of an earlier visit is not shown as if it were true', async () => {
  render(<DayNotice />)
  await openPage(() => currentDay)
  await openPage(() => new Promise(() => undefined))
  expect(useCurrentDay.getState().isLoaded).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText(/^Last known here: day 20 of 30,/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByText(/^Last known here: day 20 of 30,/)).toBeDefined()
})

test('after midnight, a day that cannot be loaded again is the last known one, with the time at which it was loaded', async () => {
  render(<DayNotice />)
  await openPage(() => currentDay)
  const loadedAt = Date.now()
  mockServer({ 'GET /api/challenge/current-day': offline })
  await act(() => vi.advanceTimersByTimeAsync(119 * 60_000))
  expect(screen.queryByText(failed)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  expect(screen.getByText(/^Last known here: day 20 of 30,/)).toBeDefined()
  expect(Math.abs((useCurrentDay.getState().knownAt ?? 0) - loadedAt)).toBeLessThan(1_000)
  mockServer({ 'GET /api/challenge/current-day': () => ({ ...currentDay, day: 21 }) })
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
  expect(screen.queryByText(failed)).toBeNull()
  expect(useCurrentDay.getState()).toMatchObject({ day: 21, knownAt: undefined })
})

test('a day that cannot be read from the storage of the browser is unknown', async () => {
  localStorage.setItem('thirty-last-day', '{')
  await openPage(offline)
  expect(useCurrentDay.getState().isLoaded).toBe(false)
})
