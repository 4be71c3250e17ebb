// @vitest-environment happy-dom
import { act, render, renderHook, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockServer } from '../../../../testing/mock-server.ts'
import { request } from '../../http/http.ts'
import { forgetLateness } from '../../http/response-headers.ts'
import { LateNotice } from './shell-messages.tsx'
import { liveData, useLiveData } from '../../live/live-data.ts'
import { LiveConnectionPill, useShownConnection } from './live-connection-pill.tsx'
import { useLiveConnection } from '../../live/live-socket.ts'
import { noteStaleness } from '../../live/stale-data.ts'

beforeEach(forgetLateness)

const since = '2026-11-20T10:00:00.000Z'
const answer = (body: object, asOf?: string) =>
  Response.json(body, asOf === undefined ? {} : { headers: { 'X-Data-As-Of': asOf } })

/** A server whose two lists are late or not, as the test says. */
function serve() {
  const late: { team?: string; audit?: string } = {}
  mockServer({
    'GET /api/admin/team': () => answer({}, late.team),
    'GET /api/auth/me': () => answer({}, late.audit),
  })
  return late
}
const loadTeam = () => act(() => request('GET', '/api/admin/team'))
const notice = () => screen.queryByRole('status')?.textContent

test('a screen says since when changes are missing, until it has all of them', async () => {
  const late = serve()
  render(<LateNotice />)
  await loadTeam()
  expect(notice()).toBeUndefined()
  late.team = since
  await loadTeam()
  expect(notice()).toMatch(/^This screen is delayed: changes since Nov 20, .* may be missing\./)
  // A response of something else that is not late changes nothing.
  await act(() => request('GET', '/api/auth/me'))
  expect(notice()).toBeDefined()
  delete late.team
  await loadTeam()
  expect(notice()).toBeUndefined()
})

test('the pill of a live list says "Delayed", not "Live", beside late data', async () => {
  const late = serve()
  useLiveConnection.setState({ connection: { state: 'live', updatedAt: Date.now() } })
  const data = liveData({ load: async () => ({}) })
  const { result } = renderHook(() => useShownConnection(useLiveData(data)))
  await act(async () => undefined)
  expect(result.current?.state).toBe('live')
  late.team = since
  await loadTeam()
  const delayed = { state: 'behind', since: Date.parse(since) }
  expect(result.current).toEqual(delayed)
  // A heartbeat knows only when the server noticed it.
  act(() => useLiveConnection.setState({ connection: { state: 'behind', since: Date.now() } }))
  expect(result.current).toEqual(delayed)
})

test('every screen says since when something on it is stale, and loads it again', async () => {
  let isAway = false
  const data = liveData({
    load: async () => {
      if (isAway) throw new Error('away')
      return {}
    },
  })
  const Screen = ({ hasPill }: { hasPill: boolean }) => {
    const view = useLiveData(data)
    return hasPill && <LiveConnectionPill view={view} subject="list" />
  }
  const screenOf = (hasPill: boolean) => [
    <LateNotice key="notice" />,
    <Screen key="screen" hasPill={hasPill} />,
  ]
  const { rerender } = render(screenOf(false))
  await act(async () => undefined)
  expect(notice()).toBeUndefined()
  isAway = true
  await act(async () => data.at().getState().reload())
  expect(notice()).toMatch(/^This screen could not be updated: some of it is as of /)
  // A pill says it beside the data that it belongs to.
  rerender(screenOf(true))
  expect(notice()).toBeUndefined()
  rerender(screenOf(false))
  expect(notice()).toBeDefined()
  isAway = false
  await act(async () => screen.getByRole('button', { name: 'Try Again' }).click())
  expect(notice()).toBeUndefined()
})

test('data that stays on the screen is no longer stale', async () => {
  const data = liveData({ load: async () => ({}), messages: {} })
  const { unmount } = renderHook(() => useLiveData(data))
  render(<LateNotice />)
  await act(async () => undefined)
  noteStaleness(data.at().getState().reload, 1)
  await act(async () => unmount())
  expect(notice()).toBeUndefined()
})
