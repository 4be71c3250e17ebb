// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Notification } from '@thirty/contracts/api/community/notifications.ts'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { clearUserData } from '../../shared/session/user-data.ts'
import { NotificationBell } from './notification-bell.tsx'
import { notificationsStore } from './notifications-store.ts'
// The bell loads it when it opens; a busy machine would take longer than a query waits.
import './notifications-dialog.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const project = { _id: 'r1-d4-maya', projectName: 'Kanban', day: 4 }
const approved: Notification = {
  id: 'a',
  kind: 'approved',
  text: 'Kanban (day 4) was approved',
  position: '20',
  at: '2026-11-20T10:00:00.000Z',
  isUnread: true,
  project,
}
const started: Notification = {
  id: 'b',
  kind: 'challenge-started',
  text: 'The challenge has started',
  position: '10',
  at: '2026-11-01T10:00:00.000Z',
  isUnread: false,
  run: 1,
  startsAt: '2026-11-01T10:00:00.000Z',
}
const response = (notifications: readonly Notification[], nextCursor: string | null = null) => ({
  success: true,
  unread: notifications.filter(({ isUnread }) => isUnread).length,
  waiting: null,
  notifications,
  nextCursor,
  readUpTo: null,
  position: '30',
  epoch: 'e1',
})

beforeEach(() => clearUserData())

const renderBell = () =>
  render(
    <MemoryRouter>
      <NotificationBell />
    </MemoryRouter>,
  )
const open = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}

test('shows the number of unread ones, and links each to its project', async () => {
  mockServer({ 'GET /api/notifications': () => response([approved, started]) })
  renderBell()
  const dialog = await open('Notifications, 1 unread')
  const links = dialog.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Unread: Kanban (day 4) was approved', '/project/r1-d4-maya'],
    ['The challenge has started', '/dashboard'],
  ])
})

test('says that it is loading, and that there is nothing yet', async () => {
  const pending = Promise.withResolvers<object>()
  mockServer({ 'GET /api/notifications': () => pending.promise })
  renderBell()
  const dialog = await open('Notifications')
  expect(dialog.getByText('Loading notifications')).toBeTruthy()
  pending.resolve(response([]))
  expect(await dialog.findByRole('heading', { name: 'Nothing yet' })).toBeTruthy()
})

test('a list that cannot be loaded can be requested again', async () => {
  const responses = [
    () => errorResponse(503, 'unavailable', 'The server is busy.'),
    () => response([started]),
  ]
  mockServer({ 'GET /api/notifications': () => responses.shift()?.() })
  renderBell()
  const dialog = await open('Notifications')
  expect(await dialog.findByText('The server is busy.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await dialog.findByText('The challenge has started')).toBeTruthy()
})

test('all are marked as read up to the position of the response', async () => {
  const requests = mockServer({
    'GET /api/notifications': () => response([approved, started]),
    'POST /api/notifications/read': () => ({ success: true, position: '31', readUpTo: '30' }),
  })
  renderBell()
  const dialog = await open('Notifications, 1 unread')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(dialog.queryByText('Unread:')).toBeNull())
  expect(requests.at(-1)?.body).toEqual({ upTo: '30' })
  expect(dialog.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
})

test('a mark that fails says so and changes nothing', async () => {
  mockServer({
    'GET /api/notifications': () => response([approved]),
    'POST /api/notifications/read': networkError,
  })
  renderBell()
  const dialog = await open('Notifications, 1 unread')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark all as read' }))
  expect(await dialog.findByText("Couldn't mark your notifications as read. Try again.")).toBeTruthy()
  expect(dialog.getByText('Unread:', { exact: false })).toBeTruthy()
})

test('reading them on another device empties the badge here', async () => {
  mockServer({ 'GET /api/notifications': () => response([approved]) })
  renderBell()
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  await vi.dynamicImportSettled()
  const at = '2026-11-20T10:01:00.000Z'
  await emitFromServer('notifications.changed', { readUpTo: '25', position: '32', epoch: 'e1', at })
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy()
})

test('a reload keeps the older ones that are open', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const all = Array.from({ length: 25 }, (_, index) => ({
    ...started,
    id: `n${index}`,
    text: `Message ${index}`,
  }))
  const requests = mockServer({
    'GET /api/notifications': ({ query }) => {
      const limit = Number(query.get('limit'))
      // A new one has moved the pages by one.
      return query.has('cursor')
        ? response(all.slice(19))
        : response(all.slice(0, limit), limit < 25 ? 'next' : null)
    },
  })
  renderBell()
  const dialog = await open('Notifications')
  await userEvent.click(await dialog.findByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(25))
  await vi.dynamicImportSettled()
  await act(() => notificationsStore.refresh())
  expect(requests.at(-1)?.query.get('limit')).toBe('25')
  expect(dialog.getAllByRole('listitem')).toHaveLength(25)
})

test('older ones follow on request', async () => {
  const older: Notification = {
    id: 'c',
    kind: 'schedule-cancelled',
    text: 'The scheduled start of the challenge was canceled',
    position: '5',
    at: '2026-10-30T10:00:00.000Z',
    isUnread: false,
    run: 1,
  }
  mockServer({
    'GET /api/notifications': ({ query }) =>
      query.has('cursor') ? response([older]) : response([approved], 'next'),
  })
  renderBell()
  const dialog = await open('Notifications, 1 unread')
  await userEvent.click(dialog.getByRole('button', { name: 'Show older' }))
  expect(await dialog.findByText(older.text)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Show older' })).toBeNull()
})
