// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type {
  FoundParticipant,
  FoundProject,
  SearchResponse,
} from '@thirty/contracts/operations/search-api.ts'
import { createMemoryRouter, Outlet, RouterProvider } from '../../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockServer, errorResponse, networkError } from '../../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../../testing/mock-server.ts'
import { Announcer } from '../../../shared/ui/feedback/shell-messages.tsx'
import { SearchBox } from './search-box.tsx'

const chloe: FoundParticipant = {
  _id: 'chloe',
  fullName: 'Chloé Bernard',
  username: 'chloe_bernard',
  email: 'chloe@demo.example',
  profileImage: null,
}
const mei: FoundParticipant = {
  ...chloe,
  _id: 'mei',
  fullName: 'Mei-Ling Chen',
  username: null,
  email: 'mei@demo.example',
}
const quickShow: FoundProject = {
  _id: 'quick-show',
  projectName: 'Quick show',
  day: 19,
  status: 'submitted',
  thumbnailUrl: null,
  user: { _id: 'chloe', fullName: 'Chloé Bernard' },
}
const responseWith = (participants: FoundParticipant[], projects: FoundProject[]): SearchResponse => ({
  success: true,
  participants,
  projects,
  position: '1',
  epoch: 'e1',
})
const allResults = () => responseWith([chloe, mei], [quickShow])

const renderPage = (respond: RouteHandler = allResults, initialPath = '/admin/leaderboard') => {
  const requests = mockServer({ 'GET /api/admin/search': respond })
  const onNavigate = vi.fn<() => void>()
  const page = (
    <>
      <SearchBox hasSlashShortcut onNavigate={onNavigate} />
      <button type="button">Elsewhere</button>
      <Announcer />
      <Outlet />
    </>
  )
  const router = createMemoryRouter([{ element: page, children: [{ path: '*', element: null }] }], {
    initialEntries: [initialPath],
  })
  render(<RouterProvider router={router} />)
  const currentUrl = () => router.state.location.pathname + router.state.location.search
  return { requests, onNavigate, currentUrl }
}

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
const box = () => screen.getByRole<HTMLInputElement>('combobox')
/** By default, waits until the request was sent and the response has arrived. */
const wait = (milliseconds = 200) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const searchFor = async (query: string) => {
  await user.type(box(), query)
  await wait()
}
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
const options = () => screen.getAllByRole('option').map((option) => option.textContent)

beforeEach(() => {
  vi.useFakeTimers()
  // Testing Library waits after every step. It advances fake timers only if they are available under this name.
  vi.stubGlobal('jest', { advanceTimersByTime: vi.advanceTimersByTime.bind(vi) })
  return () => void vi.useRealTimers()
})

test('participants and projects are shown in groups after typing pauses, with one request', async () => {
  const { requests } = renderPage()
  await user.type(box(), ' che ')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  expect(requests).toHaveLength(0)
  await wait()
  expect(requests.map(({ query }) => query.get('q'))).toEqual(['che'])
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  const participants = within(screen.getByRole('group', { name: 'Participants' })).getAllByRole('option')
  expect(participants[0]?.textContent).toContain('Chloé Bernard@chloe_bernardchloe@demo.example')
  expect(participants[1]?.textContent).toContain('Mei-Ling Chenmei@demo.example')
  const [project] = within(screen.getByRole('group', { name: 'Projects' })).getAllByRole('option')
  expect(project?.textContent).toContain('Quick showChloé BernardDay 19Pending')
  expect(options().at(-1)).toContain('All submissions that match “che”')
  expect(active()).toBeUndefined()
})

test('the number of results is announced to screen readers', async () => {
  renderPage()
  await searchFor('che')
  expect(screen.getByText('2 participants and 1 project found')).toBeTruthy()
})

test('arrow keys activate options while the focus stays in the field, and arrow up from the first one deactivates it', async () => {
  const { currentUrl, onNavigate } = renderPage()
  await searchFor('che')
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('Chloé Bernard')
  expect(document.activeElement).toBe(box())
  await user.keyboard('{ArrowUp}')
  expect(active()).toBeUndefined()
  await user.keyboard('{ArrowUp}')
  expect(active()).toContain('All submissions')
  await user.keyboard('{Home}')
  expect(active()).toContain('Chloé Bernard')
  await user.keyboard('{End}{ArrowUp}')
  expect(active()).toContain('Quick show')
  await user.keyboard('{Enter}')
  expect(currentUrl()).toBe('/admin/rate-project/quick-show')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('')
  expect(onNavigate).toHaveBeenCalledOnce()
})

test('without an active option, Home, End and the horizontal arrows move the text cursor', async () => {
  renderPage()
  await searchFor('che')
  await user.keyboard('{Home}a')
  expect(box().value).toBe('ache')
  await wait()
  await user.keyboard('{ArrowDown}{ArrowLeft}')
  expect(active()).toBeUndefined()
})

test('a participant opens the list of their submissions', async () => {
  const { currentUrl } = renderPage()
  await searchFor('che')
  await user.click(screen.getByRole('option', { name: /^Chloé Bernard/ }))
  expect(currentUrl()).toBe('/admin/submissions?user=chloe')
  expect(box().value).toBe('')
  await wait()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('Enter without an active option, and the last option, search the submissions', async () => {
  const { currentUrl, onNavigate } = renderPage()
  await searchFor('quick')
  await user.keyboard('{Enter}')
  expect(currentUrl()).toBe('/admin/submissions?search=quick')
  expect(screen.queryByRole('listbox')).toBeNull()
  await searchFor(' show')
  await user.click(screen.getByRole('option', { name: /All submissions that match/ }))
  expect(currentUrl()).toBe('/admin/submissions?search=quick+show')
  expect(onNavigate).toHaveBeenCalledTimes(2)
})

test('Enter before the response searches the submissions, and no list opens later', async () => {
  const { currentUrl, requests } = renderPage()
  await user.type(box(), 'quick{Enter}')
  await wait()
  expect(currentUrl()).toBe('/admin/submissions?search=quick')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(requests).toHaveLength(0)
})

test('a query from the URL does not open the list', async () => {
  const { requests } = renderPage(allResults, '/admin/submissions?search=quick')
  await user.click(box())
  await wait()
  expect(requests).toHaveLength(0)
  await user.keyboard('{ArrowDown}')
  await wait()
  expect(screen.getByRole('listbox')).toBeTruthy()
})

test('Escape first closes the list, then clears the query', async () => {
  renderPage()
  await searchFor('che')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('che')
  await user.keyboard('{Escape}')
  expect(box().value).toBe('')
  // The next search does not begin with the results of this one.
  await user.type(box(), 'q')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the list closes when the focus leaves the box', async () => {
  renderPage()
  await searchFor('che')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box().value).toBe('che')
})

test('an older response never replaces a newer one, and its request is aborted', async () => {
  const lateResponse = Promise.withResolvers<SearchResponse>()
  renderPage(({ query }) => (query.get('q') === 'c' ? lateResponse.promise : responseWith([mei], [])))
  const fetching = vi.spyOn(globalThis, 'fetch')
  await searchFor('c')
  await searchFor('h')
  expect(fetching.mock.calls.map(([, request]) => request?.signal?.aborted)).toEqual([true, false])
  lateResponse.resolve(responseWith([chloe], [quickShow]))
  await wait()
  expect(options()).toHaveLength(2)
  expect(options()[0]).toContain('Mei-Ling Chen')
})

test('results stay while more is typed, but no option stays active', async () => {
  renderPage(({ query }) => (query.get('q') === 'che' ? responseWith([mei, chloe], []) : allResults()))
  await searchFor('ch')
  await user.keyboard('{ArrowDown}e')
  expect(options()[0]).toContain('Chloé Bernard')
  expect(active()).toBeUndefined()
  await wait()
  expect(options()[0]).toContain('Mei-Ling Chen')
  expect(active()).toBeUndefined()
})

test('a slow response shows a skeleton', async () => {
  const slowResponse = Promise.withResolvers<SearchResponse>()
  renderPage(() => slowResponse.promise)
  await searchFor('che')
  expect(screen.queryByText('Searching')).toBeNull()
  await wait()
  expect(screen.getByText('Searching')).toBeTruthy()
  slowResponse.resolve(allResults())
  await wait(0)
  expect(screen.queryByText('Searching')).toBeNull()
  expect(screen.getByRole('group', { name: 'Participants' })).toBeTruthy()
})

test('an empty result shows the standard message, and Clear All clears the query', async () => {
  renderPage(() => responseWith([], []))
  await searchFor('xyzzy')
  expect(screen.getByText('No participant or project matches “xyzzy”')).toBeTruthy()
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeTruthy()
  expect(options()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('an error shows the message of the server, and Retry repeats the request', async () => {
  const responses = [
    () => errorResponse(429, 'too-many-requests', 'Too many requests. Try again in 20 s.'),
    allResults,
  ]
  const { requests } = renderPage(() => (responses.shift() ?? allResults)())
  await searchFor('che')
  expect(screen.getByRole('alert').textContent).toContain('Too many requests. Try again in 20 s.')
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }))
  // The response arrives within the press.
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(document.activeElement).toBe(box())
  await wait()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(options()[0]).toContain('Chloé Bernard')
  expect(requests).toHaveLength(2)
})

test('an unreachable server is reported, and the submissions can still be searched', async () => {
  const { currentUrl } = renderPage(networkError)
  await searchFor('che')
  expect(screen.getByRole('alert').textContent).toContain("Can't reach the server.")
  await user.keyboard('{Enter}')
  expect(currentUrl()).toBe('/admin/submissions?search=che')
})

test('markup in names is shown as plain text', async () => {
  const markup = '<img src=x onerror="window.owned=1">'
  renderPage(() =>
    responseWith(
      [{ ...chloe, fullName: markup }],
      [{ ...quickShow, projectName: markup, user: { _id: 'a', fullName: markup } }],
    ),
  )
  await searchFor(markup.slice(0, 4))
  expect(options()[0]).toContain(markup)
  expect(options()[1]).toContain(markup)
  expect(screen.getByRole('listbox').querySelector('img')).toBeNull()
})

test('only the first 100 characters of a query are sent', async () => {
  const { requests } = renderPage()
  await user.click(box())
  await user.paste('a'.repeat(140))
  await wait()
  expect(requests[0]?.query.get('q')).toHaveLength(100)
})
