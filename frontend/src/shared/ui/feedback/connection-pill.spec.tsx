// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConnectionPill } from './connection-pill.tsx'

const noon = new Date(2026, 10, 19, 14, 2).getTime()

beforeEach(() => void vi.useFakeTimers({ now: noon }))

test('while live, shows the age of the last update and refreshes it every five seconds', () => {
  const { container } = render(<ConnectionPill connection={{ state: 'live', updatedAt: noon - 2000 }} />)
  expect(container.textContent).toBe('Liveupdated 2 s ago')
  act(() => void vi.advanceTimersByTime(5000))
  expect(container.textContent).toBe('Liveupdated 7 s ago')
})

test('an update of this second is "just now"', () => {
  const { container } = render(<ConnectionPill connection={{ state: 'live', updatedAt: noon }} />)
  expect(container.textContent).toBe('Liveupdated just now')
})

test('without a place for this page, says so and when it tries again', () => {
  const reason = 'Many people are watching from your network. Try again in 1 minute.'
  const { container } = render(
    <ConnectionPill connection={{ state: 'full', reason, retryAt: noon + 61_000 }} />,
  )
  expect(container.textContent).toBe('Too many watchingin 61 s')
  // The reason is in its tooltip, which the keyboard reaches.
  expect(screen.getByText('Too many watching').tabIndex).toBe(0)
})

test('live updates can be paused', () => {
  const onTogglePause = vi.fn<() => void>()
  render(<ConnectionPill connection={{ state: 'live', updatedAt: noon }} onTogglePause={onTogglePause} />)
  fireEvent.click(screen.getByRole('button', { name: /Pause live updates/ }))
  expect(onTogglePause).toHaveBeenCalled()
})

test('while paused, shows the time of the standings instead of an age', () => {
  const { container } = render(
    <ConnectionPill
      connection={{ state: 'live', updatedAt: noon + 60_000 }}
      pausedAt={noon}
      onTogglePause={() => undefined}
    />,
  )
  expect(container.textContent).toBe('Pausedstandings from 2:02 PM')
})

test('shows since when data could not be updated and offers to retry', () => {
  const retry = vi.fn<() => void>()
  const { container } = render(
    <ConnectionPill connection={{ state: 'stale', since: noon }} onRetry={retry} />,
  )
  expect(container.textContent).toBe('Not updatedstandings from 2:02 PMRetry')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('while reconnecting, counts down to the next attempt', () => {
  const { container } = render(
    <ConnectionPill connection={{ state: 'reconnecting', retryAt: noon + 4000 }} />,
  )
  expect(container.textContent).toBe('Reconnectingin 4 s')
  act(() => void vi.advanceTimersByTime(4000))
  expect(container.textContent).toBe('Reconnectingnow')
})

test('while offline, shows the time of the standings and offers to retry', () => {
  const retry = vi.fn<() => void>()
  const { container } = render(
    <ConnectionPill connection={{ state: 'offline', since: noon }} onRetry={retry} />,
  )
  expect(container.textContent).toBe('Offlinestandings from 2:02 PMRetry')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalled()
})

test('while the server is behind, shows the time of the standings without a button', () => {
  const { container } = render(<ConnectionPill connection={{ state: 'behind', since: noon }} />)
  expect(container.textContent).toBe('Delayedstandings from 2:02 PM')
  expect(screen.queryByRole('button')).toBeNull()
})

test('reports a failed load and offers to retry', () => {
  render(<ConnectionPill connection={{ state: 'failed' }} onRetry={() => undefined} />)
  expect(screen.getByText('Could not load')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
