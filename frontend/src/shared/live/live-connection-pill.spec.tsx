// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverUnreachable } from '../http/request-failed.ts'
import { LiveConnectionPill } from './live-connection-pill.tsx'
import { useLiveConnection } from './live-connection.ts'
import { liveData, useLiveData } from './live-data.ts'

/** A pill beside data that `load` answers with. */
const renderPill = async (load: () => Promise<object>) => {
  const data = liveData({ load: () => load() })
  const Pill = () => <LiveConnectionPill view={useLiveData(data)} subject="standings" />
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
