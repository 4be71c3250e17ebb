// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serverUnreachable } from '../../http/request-failed.ts'
import { LiveConnectionPill, type PillView } from './live-connection-pill.tsx'
import { liveData, useLiveData } from '../../live/live-data.ts'
import { retryNow, useLiveConnection, type LiveConnection } from '../../live/live-socket.ts'

vi.mock(import('../../live/live-socket.ts'), async (original) => ({
  ...(await original()),
  retryNow: vi.fn<() => void>(),
}))

describe('beside data that has arrived', () => {
  const noon = new Date(2026, 10, 19, 14, 2).getTime()
  const ready: PillView = {
    state: 'ready',
    staleSince: undefined,
    pausedAt: undefined,
    reload: vi.fn<() => void>(),
    setPaused: vi.fn<PillView['setPaused']>(),
  }
  beforeEach(() => {
    vi.useFakeTimers({ now: noon })
    vi.clearAllMocks()
  })
  const renderPill = (connection: LiveConnection, view: Partial<PillView> = {}) => {
    useLiveConnection.setState({ connection })
    return render(<LiveConnectionPill view={{ ...ready, ...view }} short={false} />).container
  }

  test('while live, shows the age of the last update and refreshes it every five seconds', () => {
    const pill = renderPill({ state: 'live', updatedAt: noon - 2000 })
    expect(pill.textContent).toBe('Liveupdated 2 s ago')
    act(() => void vi.advanceTimersByTime(5000))
    expect(pill.textContent).toBe('Liveupdated 7 s ago')
  })

  test('an update of this second is "just now"', () => {
    expect(renderPill({ state: 'live', updatedAt: noon }).textContent).toBe('Liveupdated just now')
  })

  test('without a place for this page, says so and when it tries again', () => {
    const reason = 'Many people are watching from your network. Try again in 1 minute.'
    const pill = renderPill({ state: 'full', reason, retryAt: noon + 61_000 })
    expect(pill.textContent).toBe('Too many watchingin 61 s')
    // The reason is in its tooltip, which the keyboard reaches.
    expect(screen.getByText('Too many watching').tabIndex).toBe(0)
  })

  test('live updates can be paused', () => {
    renderPill({ state: 'live', updatedAt: noon })
    fireEvent.click(screen.getByRole('button', { name: /Pause live updates/ }))
    expect(ready.setPaused).toHaveBeenCalledExactlyOnceWith(true)
  })

  test('while paused, shows the time of the standings instead of an age', () => {
    const pill = renderPill({ state: 'live', updatedAt: noon + 60_000 }, { pausedAt: noon })
    expect(pill.textContent).toBe('Pausedstandings from 2:02 PM')
  })

  test('shows since when data could not be updated and offers to load it again', () => {
    const pill = renderPill({ state: 'live', updatedAt: noon }, { staleSince: noon })
    expect(pill.textContent).toBe('Not updatedstandings from 2:02 PMRetry')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(ready.reload).toHaveBeenCalledOnce()
  })

  test('a screen with more data than that of the view pauses and loads all of it', () => {
    const actions = { reload: vi.fn<() => void>(), setPaused: vi.fn<PillView['setPaused']>() }
    useLiveConnection.setState({ connection: { state: 'live', updatedAt: noon } })
    const { rerender } = render(<LiveConnectionPill view={ready} actions={actions} />)
    fireEvent.click(screen.getByRole('button', { name: /Pause live updates/ }))
    expect(actions.setPaused).toHaveBeenCalledExactlyOnceWith(true)
    rerender(<LiveConnectionPill view={{ ...ready, staleSince: noon }} actions={actions} />)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(actions.reload).toHaveBeenCalledOnce()
    expect([ready.setPaused, ready.reload].map((own) => vi.mocked(own).mock.calls.length)).toEqual([0, 0])
  })

  test('while reconnecting, counts down to the next attempt', () => {
    const pill = renderPill({ state: 'reconnecting', retryAt: noon + 4000 })
    expect(pill.textContent).toBe('Reconnectingin 4 s')
    act(() => void vi.advanceTimersByTime(4000))
    expect(pill.textContent).toBe('Reconnectingnow')
  })

  test('while offline, shows the time of the standings and offers to connect', () => {
    const pill = renderPill({ state: 'offline', since: noon })
    expect(pill.textContent).toBe('Offlinestandings from 2:02 PMRetry')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(retryNow).toHaveBeenCalledOnce()
    expect(ready.reload).not.toHaveBeenCalled()
  })

  test('while the server is behind, shows the time of the standings without a button', () => {
    const pill = renderPill({ state: 'behind', since: noon })
    expect(pill.textContent).toBe('Delayedstandings from 2:02 PM')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('reports a failed load and offers to retry', () => {
    renderPill({ state: 'live', updatedAt: noon }, { state: 'failed' })
    expect(screen.getByText('Could not load')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  test('the pill of a card is short, does not pause, and beside another pill has no Retry', () => {
    useLiveConnection.setState({ connection: { state: 'live', updatedAt: noon } })
    const { container } = render(<LiveConnectionPill view={ready} inCard="without-retry" />)
    expect(container.textContent).toBe('Live')
    expect(screen.queryByRole('button')).toBeNull()
    act(() => useLiveConnection.setState({ connection: { state: 'offline', since: noon } }))
    expect(container.textContent).toBe('Offlinestandings from 2:02 PM')
    act(() => useLiveConnection.setState({ connection: { state: 'connecting' } }))
    expect(container.innerHTML).toBe('')
  })
})

/** A pill beside data that `load` answers with. */
const renderPill = async (load: () => Promise<object>) => {
  const data = liveData({ load: () => load() })
  const Pill = () => <LiveConnectionPill view={useLiveData(data)} />
  render(<Pill />)
  expect(screen.queryByText('Live')).toBeNull()
  await act(async () => undefined)
}

test('the pill says Live only beside data that has arrived, and offers to load what failed', async () => {
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: Date.now() } })
  let isAway = true
  await renderPill(async () => {
    if (isAway) throw serverUnreachable()
    return {}
  })
  expect(screen.queryByText('Live')).toBeNull()
  isAway = false
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(screen.getByText('Live')).toBeDefined()
})

test('beside data that failed, a connection that is lost is shown as lost', async () => {
  useLiveConnection.setState({ connection: { state: 'offline', since: Date.now() } })
  await renderPill(() => Promise.reject(serverUnreachable()))
  expect(screen.getByText('Offline')).toBeDefined()
})
