// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { ownBookmarks } from './bookmarks.ts'
import { ResourcesScreen } from './resources-screen.tsx'
import { resources } from './resources.ts'

const mdn = 'https://developer.mozilla.org'
const vite = 'https://vite.dev'
const storageKey = 'thirty-bookmarks'

/** An account with bookmarks, as the server keeps it. */
function accountWith(...bookmarks: string[]): Record<string, RouteHandler> {
  const urls = new Set(bookmarks)
  const answer = () => ({ success: true, bookmarks: [...urls], position: '7' })
  // Safe because the screen sends these bodies, and each test expects what became of them.
  const sentUrl = (body: unknown) => (body as { url: string }).url
  const sentUrls = (body: unknown) => (body as { urls: string[] }).urls
  return {
    'GET /api/auth/bookmarks': answer,
    'PUT /api/auth/bookmarks': ({ body }) => {
      urls.add(sentUrl(body))
      return answer()
    },
    'DELETE /api/auth/bookmarks': ({ body }) => {
      urls.delete(sentUrl(body))
      return answer()
    },
    'POST /api/auth/bookmarks': ({ body }) => {
      for (const url of sentUrls(body)) urls.add(url)
      return answer()
    },
  }
}

const renderScreen = (routes = accountWith(mdn), url = '/resources') => {
  const requests = mockServer(routes)
  const router = createMemoryRouter([{ path: '*', Component: ResourcesScreen }], { initialEntries: [url] })
  render(<RouterProvider router={router} />)
  return { requests, url: () => router.state.location.search }
}
const names = () =>
  within(screen.getByRole('list', { name: 'Resources' }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent.replace(' (opens in a new tab)', ''))
const bookmark = (name: string) => screen.getByRole('button', { name: `Bookmark ${name}` })
const isPressed = (name: string) => bookmark(name).getAttribute('aria-pressed') === 'true'
const loaded = () => waitFor(() => expect(isPressed('MDN Web Docs')).toBe(true))

beforeEach(() => useSession.setState({ session: { kind: 'user', user: maya } }))

test('shows all resources at once; bookmarks can be pressed when they are loaded', () => {
  renderScreen({ 'GET /api/auth/bookmarks': () => new Promise(() => undefined) })
  expect(names()).toHaveLength(resources.length)
  expect(bookmark('Vite').hasAttribute('disabled')).toBe(true)
})

test('links open in a new tab, without access to this one and without the address of this page', async () => {
  renderScreen()
  await loaded()
  const links = within(screen.getByRole('list', { name: 'Resources' })).getAllByRole('link')
  expect(links).toHaveLength(resources.length)
  for (const link of links) {
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  }
})

test('shows one category, and the URL has it', async () => {
  const { url } = renderScreen()
  await userEvent.click(screen.getByRole('tab', { name: /^Testing/ }))
  expect(url()).toBe('?category=testing')
  expect(names()).toEqual(resources.filter(({ category }) => category === 'testing').map(({ name }) => name))
})

test('searches when typing pauses, says that nothing matches, and clears the search', async () => {
  const { url } = renderScreen(undefined, '/resources?category=design')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search resources' }), 'kubernetes')
  expect(await screen.findByText('No resource matches')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(names()).toHaveLength(resources.length)
  expect(url()).toBe('')
})

test('a search without a match says so, also to somebody without bookmarks', async () => {
  renderScreen(accountWith(), '/resources?category=design&search=kubernetes')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bookmarks 0' })).toBeTruthy())
  expect(screen.getByText('No resource matches')).toBeTruthy()
})

test('adds and removes bookmarks of the account', async () => {
  const { requests } = renderScreen()
  await loaded()
  await userEvent.click(bookmark('Vite'))
  expect(isPressed('Vite')).toBe(true)
  await userEvent.click(bookmark('MDN Web Docs'))
  await waitFor(() => expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']))
  expect(requests.slice(1).map(({ body }) => body)).toEqual([{ url: vite }, { url: mdn }])
  await waitFor(() => expect(isPressed('MDN Web Docs')).toBe(false))
  expect(isPressed('Vite')).toBe(true)
  expect(localStorage.getItem(storageKey)).toBeNull()
})

test('takes a change back that the server refuses', async () => {
  renderScreen({
    ...accountWith(mdn),
    'PUT /api/auth/bookmarks': () => errorResponse(422, 'invalid-fields', 'At most 500 bookmarks'),
  })
  await loaded()
  await userEvent.click(bookmark('Vite'))
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('At most 500 bookmarks'),
  )
  expect(isPressed('Vite')).toBe(false)
})

test('keeps a bookmark in the browser that the account could not receive, and moves it there later', async () => {
  renderScreen({ ...accountWith(mdn), 'PUT /api/auth/bookmarks': networkError })
  await loaded()
  await userEvent.click(bookmark('Vite'))
  await waitFor(() => expect(localStorage.getItem(storageKey)).toBe(JSON.stringify([vite])))
  expect(isPressed('Vite')).toBe(true)

  const requests = mockServer(accountWith(mdn))
  await act(() => ownBookmarks.refresh())
  expect(requests.map(({ method, body }) => [method, body])).toEqual([['POST', { urls: [vite] }]])
  expect(localStorage.getItem(storageKey)).toBeNull()
  expect(isPressed('Vite') && isPressed('MDN Web Docs')).toBe(true)
})

test('a change without an answer stays on screen when the bookmarks are loaded', async () => {
  renderScreen({ ...accountWith(mdn), 'PUT /api/auth/bookmarks': () => new Promise(() => undefined) })
  await loaded()
  await userEvent.click(bookmark('Vite'))
  await act(() => ownBookmarks.refresh())
  expect(isPressed('Vite')).toBe(true)
})

test('a bookmark of one user that was not received never reaches the next one', async () => {
  const { promise: failure, resolve: fail } = Promise.withResolvers<unknown>()
  renderScreen({ ...accountWith(mdn), 'PUT /api/auth/bookmarks': () => failure })
  await loaded()
  await userEvent.click(bookmark('Vite'))
  mockServer(accountWith())
  act(clearUserData)
  await act(() => ownBookmarks.refresh())
  await act(async () => fail(errorResponse(503, 'busy', 'Busy')))
  expect(localStorage.getItem(storageKey)).toBeNull()
  expect(isPressed('Vite')).toBe(false)
})

test('shows only the bookmarks, or says that there are none', async () => {
  const { url } = renderScreen(undefined, '/resources?bookmarked=yes')
  await loaded()
  expect(names()).toEqual(['MDN Web Docs'])
  await userEvent.click(bookmark('MDN Web Docs'))
  expect(await screen.findByText('No bookmarks yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all resources' }))
  expect(url()).toBe('')
})

test('says that the bookmarks could not be loaded, keeps new ones in the browser, and retries', async () => {
  renderScreen({ 'GET /api/auth/bookmarks': networkError })
  expect(await screen.findByText(/^Failed to load your account's bookmarks\./)).toBeTruthy()
  expect(names()).toHaveLength(resources.length)
  await userEvent.click(bookmark('Vite'))
  expect(localStorage.getItem(storageKey)).toBe(JSON.stringify([vite]))
  mockServer(accountWith(mdn))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await loaded()
  expect(isPressed('Vite')).toBe(true)
})

test('a visitor has bookmarks in the browser, without a request', async () => {
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
  localStorage.setItem(storageKey, JSON.stringify([mdn]))
  const { requests } = renderScreen({})
  await waitFor(() => expect(bookmark('Vite').hasAttribute('disabled')).toBe(false))
  await userEvent.click(bookmark('Vite'))
  await waitFor(() => expect(localStorage.getItem(storageKey)).toBe(JSON.stringify([mdn, vite])))
  expect(requests).toEqual([])
})

test('unreadable bookmarks of the browser count as none', async () => {
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
  localStorage.setItem(storageKey, '{"not": "a list"')
  renderScreen({})
  await waitFor(() => expect(bookmark('Vite').hasAttribute('disabled')).toBe(false))
  expect(isPressed('Vite')).toBe(false)
})
