// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Time } from '../ui/display/time.tsx'
import { request } from './http.ts'
import { noteServerTime, serverNow } from './response-headers.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now })
  onTestFinished(() => noteServerTime(new Date(Date.now()).toUTCString(), Date.now(), Date.now()))
})

test.each([-14, 3])(
  'an age follows the clock of the server when the device is off by %i hours',
  async (hours) => {
    vi.stubGlobal('fetch', async () =>
      Response.json({}, { headers: { Date: new Date(now - hours * hourMs).toUTCString() } }),
    )
    await request('GET', '/api/auth/me')
    const { container } = render(<Time at={new Date(now - hours * hourMs - 5 * 60_000).toISOString()} />)
    expect(container.textContent).toBe('5 min ago')
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(container.textContent).toBe('6 min ago')
  },
)

test('clocks that differ by less than the header can tell are the same', () => {
  noteServerTime(new Date(now - 1_000).toUTCString(), now - 300, now)
  expect(serverNow()).toBe(now)
})

test.each([
  ['no time', null, now],
  ['an unreadable time', 'yesterday', now],
  ['an answer after many seconds', new Date(now - hourMs).toUTCString(), now - 9_000],
])('%s changes nothing', (_, date, sentAt) => {
  noteServerTime(date, sentAt, now)
  expect(serverNow()).toBe(now)
})
