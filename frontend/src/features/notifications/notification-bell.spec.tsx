// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Notification } from '@thirty/contracts/notifications/api.ts'
import { Link, MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { stubMedia } from '../../../testing/window.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { NotificationBell } from './notification-bell.tsx'
import { ownNotifications } from './own-notifications.ts'
// The bell loads it when it opens; a busy machine would take longer than a query waits.
import './notifications-panel.tsx'

const project = { _id: 'r1-d4-maya', projectName: 'Kanban', day: 4 }
const approved: Notification = {
  id: 'a',
  kind: 'approved',
  text: 'Kanban (day 4) was approved',
  said: { code: 'noticeApproved' },
  position: '20',
  at: '2026-11-20T10:00:00.000Z',
  isUnread: true,
  project,
}
const started: Notification = {
  id: 'b',
  kind: 'challenge-started',
  text: 'The challenge has started',
  said: { code: 'noticeStarted' },
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
const onPhone = () => stubMedia(false)

const renderBell = (path = '/dashboard') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <NotificationBell />
      <Link to="/community">Community</Link>
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
  onPhone()
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
  await act(() => ownNotifications.refresh())
  expect(requests.at(-1)?.query.get('limit')).toBe('25')
  expect(dialog.getAllByRole('listitem')).toHaveLength(25)
})

test('older ones follow on request', async () => {
  onPhone()
  const older: Notification = {
    id: 'c',
    kind: 'schedule-cancelled',
    text: 'The scheduled start of the challenge was canceled',
    said: { code: 'noticeStartCancelled' },
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

const liked: Notification = {
  id: 'd',
  kind: 'liked',
  text: 'Bob liked Kanban (day 4)',
  said: { code: 'noticeLiked' },
  position: '25',
  at: '2026-11-20T10:00:30.000Z',
  isUnread: true,
  project,
  people: [{ _id: 'bob', fullName: 'Bob', profileImage: null }],
  others: 0,
}
const markSingle = ({ body }: { body: unknown }) => {
  const { single } = body as { single: string[] }
  return { success: true, position: '31', readUpTo: '-1', readSingle: single }
}

test('opening a notification marks it alone as read', async () => {
  const requests = mockServer({
    'GET /api/notifications': () => response([liked, approved]),
    'POST /api/notifications/read': markSingle,
  })
  renderBell()
  const dialog = await open('Notifications, 2 unread')
  await userEvent.click(dialog.getByRole('link', { name: 'Unread: Kanban (day 4) was approved' }))
  // The load after the first connection may be later.
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ single: ['20'] })
  const reopened = await open('Notifications, 1 unread')
  expect(reopened.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Unread: Bob liked Kanban (day 4)',
    'Kanban (day 4) was approved',
  ])
})

test('one that was read already is not sent again', async () => {
  const requests = mockServer({ 'GET /api/notifications': () => response([started]) })
  renderBell()
  await userEvent.click((await open('Notifications')).getByRole('link'))
  expect(requests.map(({ method }) => method)).toEqual(['GET'])
})

test('a mark that fails leaves the opened one unread, without a message', async () => {
  mockServer({
    'GET /api/notifications': () => response([approved]),
    'POST /api/notifications/read': networkError,
  })
  renderBell()
  await userEvent.click((await open('Notifications, 1 unread')).getByRole('link'))
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a project that was opened from a push message is read, other ones are not', async () => {
  const other = { ...liked, id: 'e', position: '28', project: { ...project, _id: 'r1-d5-maya' } }
  const requests = mockServer({
    'GET /api/notifications': () => response([other, liked, approved, started]),
    'POST /api/notifications/read': markSingle,
  })
  renderBell('/project/r1-d4-maya')
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(requests.at(-1)?.body).toEqual({ single: ['25', '20'] })
})

test('one that was opened on another device is read here', async () => {
  mockServer({ 'GET /api/notifications': () => response([liked, approved]) })
  renderBell()
  const menu = await open('Notifications, 2 unread')
  await vi.dynamicImportSettled()
  const at = '2026-11-20T10:01:00.000Z'
  const message = { readUpTo: '-1', readSingle: ['20'], position: '32', epoch: 'e1', at }
  await emitFromServer('notifications.changed', message)
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(menu.getAllByText('Unread:', { exact: false })).toHaveLength(1)
})

test('Escape closes the menu and returns to the bell; pressing the bell again closes it, too', async () => {
  mockServer({ 'GET /api/notifications': () => response([approved]) })
  renderBell()
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('dialog')
  expect(bell.getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(bell)
  expect(bell.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(bell)
  await screen.findByRole('dialog')
  await userEvent.click(bell)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Tab stays in the menu, and the pressed Mark all as read leaves the focus there', async () => {
  mockServer({
    'GET /api/notifications': () => response([approved]),
    'POST /api/notifications/read': () => ({ success: true, position: '31', readUpTo: '30' }),
  })
  renderBell()
  const menu = await open('Notifications, 1 unread')
  menu.getByRole('button', { name: 'See all' }).focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(menu.getByRole('button', { name: 'Mark all as read' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(menu.getByRole('list')))
})

test('the menu has the latest six; See all shows every one in a dialog, which returns to the bell', async () => {
  const all = Array.from({ length: 9 }, (_, index) => ({ ...started, id: `n${index}` }))
  mockServer({ 'GET /api/notifications': () => response(all) })
  renderBell()
  const menu = await open('Notifications')
  expect(menu.getAllByRole('listitem')).toHaveLength(6)
  await userEvent.click(menu.getByRole('button', { name: 'See all' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(9))
  expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notifications' }))
})

test('on phones the bell opens all of them at once', async () => {
  onPhone()
  mockServer({ 'GET /api/notifications': () => response([started]) })
  renderBell()
  const dialog = await open('Notifications')
  expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBe('true')
  expect(dialog.queryByRole('button', { name: 'See all' })).toBeNull()
})
