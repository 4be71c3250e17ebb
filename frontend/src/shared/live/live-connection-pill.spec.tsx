// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverUnreachable } from '../http/request-failed.ts'
import { LiveConnectionPill } from './live-connection-pill.tsx'
import { useLiveConnection } from './live-connection.ts'
import { createLiveStore } from './live-store.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

test('the pill says Live only beside data that has arrived, and offers to load what failed', async () => {
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: Date.now() } })
  let load = (): Promise<object> => Promise.reject(serverUnreachable())
  const store = createLiveStore<object>({ initialKey: undefined, messages: {}, load: () => load() })
  render(<LiveConnectionPill store={store} subject="standings" />)
  expect(screen.queryByText('Live')).toBeNull()
  await act(() => store.load(undefined))
  expect(screen.queryByText('Live')).toBeNull()
  load = async () => ({})
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(screen.getByText('Live')).toBeDefined()
})

test('beside data that failed, a connection that is lost is shown as lost', async () => {
  useLiveConnection.setState({ connection: { state: 'offline', since: Date.now() } })
  const store = createLiveStore<object>({
    initialKey: undefined,
    messages: {},
    load: () => Promise.reject(serverUnreachable()),
  })
  render(<LiveConnectionPill store={store} subject="standings" />)
  await act(() => store.load(undefined))
  expect(screen.getByText('Offline')).toBeDefined()
})
