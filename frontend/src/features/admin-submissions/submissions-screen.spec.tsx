// @vitest-environment happy-dom
import type { OwnJudgingResponse } from '@thirty/contracts/api/admin/judging.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  applause,
  adminBoardResponse,
  chloeRow,
  ines,
  projectsResponse,
  quickShow,
  roomVote,
  tally,
} from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { useSingleKeyShortcuts } from '../../shared/preferences/single-key-shortcuts.ts'
import { Toasts } from '../../shared/ui/feedback/toast.tsx'
import { useToasts } from '../../shared/ui/feedback/toast-store.ts'
import { useSession } from '../../shared/session/session.ts'
import { clearUserData } from '../../shared/storage/user-data.ts'
import { SubmissionsScreen } from './submissions-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const ownJudging: OwnJudgingResponse = {
  success: true,
  wantedRatings: 1,
  calibration: { rated: 0, total: 0, next: null },
  conflicts: [],
  project: null,
  position: '10',
  epoch: 'e1',
}

const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  initialUrl = '/admin/submissions',
): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow, tally, applause]),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([chloeRow]),
    'PUT /api/projects/:id': () => ({ success: true, position: '11' }),
    'GET /api/admin/judging/mine': () => ownJudging,
    ...routes,
  })
  render(
    <MemoryRouter initialEntries={[initialUrl]}>
      <SubmissionsScreen />
      <Toasts />
    </MemoryRouter>,
  )
  return requests
}
const reviews = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'PUT')
const lastListQuery = (requests: ReceivedRequest[]) =>
  requests.findLast(({ path }) => path === '/api/projects/all')?.query ?? new URLSearchParams()
const list = () => screen.findByRole('list', { name: 'Submissions' })
const row = async (name: string) => {
  const title = await within(await list()).findByRole('button', { name })
  const item = title.closest('li')
  if (!item) throw new Error(`${name} is not in a row`)
  return { title, item: within(item) }
}

/** Approvals are sent at once when the page is left. */
const leavePage = () => act(() => void dispatchEvent(new Event('pagehide')))

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  // A wide screen: rows with a preview beside them.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  useSingleKeyShortcuts.setState({ enabled: true })
  useToasts.setState({ toasts: [] })
})

test('shows a count on each status filter, and loads the list of the chosen filter', async () => {
  const requests = renderScreen()
  await list()
  expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All3')
  await userEvent.click(screen.getByRole('button', { name: /^Pending/ }))
  await waitFor(() => expect(lastListQuery(requests).get('status')).toBe('submitted'))
  expect(screen.getByRole('button', { name: /^Pending/ }).getAttribute('aria-pressed')).toBe('true')
})

test('a file has the submissions of the filter', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const requests = renderScreen(
    { 'GET /api/admin/exports/projects': () => new Response('a,b') },
    '/admin/submissions?status=submitted&search=ta&user=chloe',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  const exported = () => requests.find(({ path }) => path === '/api/admin/exports/projects')?.query
  await waitFor(() =>
    expect(Object.fromEntries(exported() ?? [])).toEqual({
      format: 'csv',
      status: 'submitted',
      search: 'ta',
      user: 'chloe',
    }),
  )
})

test('offers approve and reject for pending submissions only', async () => {
  renderScreen()
  expect((await row('Quick show')).item.getByRole('button', { name: 'Approve Quick show' })).toBeTruthy()
  const approved = (await row('Applause')).item
  expect(approved.queryByRole('button', { name: /^Approve/ })).toBeNull()
  expect(approved.getByRole('link', { name: 'Rate Project' }).getAttribute('href')).toBe(
    '/admin/rate-project/applause',
  )
})

test('participants with one name are told apart by their usernames', async () => {
  const user = { ...quickShow.user, _id: 'other', username: 'chloe_2' }
  const others = { ...tally, user: { ...user, fullName: quickShow.user.fullName } }
  renderScreen({
    'GET /api/projects/all': () =>
      projectsResponse([{ ...quickShow, user: { ...quickShow.user, username: 'chloe' } }, others]),
  })
  expect((await row('Quick show')).item.getByText(/ @chloe$/)).toBeTruthy()
  expect((await row('Tally')).item.getByText(/ @chloe_2$/)).toBeTruthy()
})

test('says which approved projects are rated', async () => {
  renderScreen({
    'GET /api/projects/all': () =>
      projectsResponse([
        { ...applause, ratingCount: 2, averageRating: 4.25 },
        { ...tally, status: 'approved' },
      ]),
  })
  expect(await (await row('Applause')).item.findByText('Rated 4.3')).toBeTruthy()
  expect((await row('Tally')).item.queryByText(/^Rated/)).toBeNull()
})

test('says how many of several wanted ratings a project has, without the stars, and follows new ones', async () => {
  const rated = { ...applause, ratingCount: 2, officialRatings: 1, averageRating: 4.25 }
  renderScreen({
    'GET /api/projects/all': () => projectsResponse([rated]),
    'GET /api/admin/judging/mine': () => ({ ...ownJudging, wantedRatings: 3 }),
  })
  const { item } = await row('Applause')
  expect(await item.findByText('1 of 3 ratings')).toBeTruthy()
  expect(item.queryByText(/4\.3/)).toBeNull()
  const items = [
    { projectId: 'applause', officialRatings: 2 },
    { projectId: null, officialRatings: 0 },
  ]
  await emitFromServer('judging.changed', {
    items,
    position: '12',
    epoch: 'e1',
    at: '2026-01-05T12:00:00.000Z',
  })
  expect(item.getByText('2 of 3 ratings')).toBeTruthy()
})

test('asks for the calibration projects first', async () => {
  const calibration = { rated: 2, total: 5, next: 'kanban' }
  renderScreen({ 'GET /api/admin/judging/mine': () => ({ ...ownJudging, calibration }) })
  expect(await screen.findByText(/You have rated 2 of 5 calibration projects/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rate the next one' }).getAttribute('href')).toBe(
    '/admin/rate-project/kanban',
  )
})

test('an admin who may not rate is not asked to', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  const calibration = { rated: 0, total: 2, next: 'applause' }
  renderScreen({ 'GET /api/admin/judging/mine': () => ({ ...ownJudging, calibration }) })
  await row('Applause')
  await vi.dynamicImportSettled()
  expect(screen.queryByText(/calibration projects/)).toBeNull()
})

test('says how long a pending submission has been waiting, since its revision', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const routes = {
    'GET /api/projects/all': () =>
      projectsResponse([
        { ...quickShow, waitingSince: hoursAgo(50) },
        { ...tally, submissionDate: hoursAgo(50), waitingSince: hoursAgo(3) },
        { ...applause, submissionDate: hoursAgo(5) },
      ]),
  }
  renderScreen(routes)
  expect((await row('Quick show')).item.getByText('waiting 2 days')).toBeTruthy()
  expect((await row('Tally')).item.getByText('waiting 3 h')).toBeTruthy()
  expect((await row('Applause')).item.getByText('5 h ago')).toBeTruthy()
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  await waitFor(async () => expect((await row('Tally')).item.queryByText('waiting 3 h')).toBeNull())
})

test('confirms an approval and offers to view the submission', async () => {
  const requests = renderScreen()
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(
    await screen.findByText(
      (_, element) => element?.tagName === 'P' && element.textContent === 'Tally approved',
    ),
  ).toBeTruthy()
  expect(reviews(requests)[0]).toMatchObject({ path: '/api/projects/tally', body: { status: 'approved' } })
  await userEvent.click(screen.getByRole('button', { name: 'View' }))
  expect((await row('Tally')).title.getAttribute('aria-current')).toBe('true')
})

test('an approval can be undone for five seconds, in its row and in the message, and is sent after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) })
  const requests = renderScreen()
  const approve = async () =>
    user.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  await approve()
  await user.click((await row('Tally')).item.getByRole('button', { name: 'Undo the approval of Tally' }))
  expect((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' })).toBeTruthy()
  await approve()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(reviews(requests)).toEqual([])
  await approve()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(reviews(requests)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1200))
  expect(reviews(requests).map(({ body }) => body)).toEqual([{ status: 'approved' }])
})

test('a double click approves', async () => {
  const requests = renderScreen()
  await userEvent.dblClick((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  await waitFor(() => expect(reviews(requests)).toHaveLength(1))
})

test('an approval is sent at once when another screen is opened, and when the admin logs out', async () => {
  localStorage.setItem('adminToken', 'of-ines')
  onTestFinished(() => localStorage.clear())
  const requests = renderScreen()
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  localStorage.removeItem('adminToken')
  act(() => clearUserData())
  await waitFor(() => expect(reviews(requests).map(({ token }) => token)).toEqual(['of-ines']))
  await userEvent.click((await row('Quick show')).item.getByRole('button', { name: 'Approve Quick show' }))
  cleanup()
  await waitFor(() =>
    expect(reviews(requests).map(({ path }) => path)).toEqual([
      '/api/projects/tally',
      '/api/projects/quick-show',
    ]),
  )
})

test('an approval can be undone after another list was chosen', async () => {
  const requests = renderScreen()
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  await userEvent.click(screen.getByRole('button', { name: /^Approved/ }))
  await waitFor(() => expect(lastListQuery(requests).get('status')).toBe('approved'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  leavePage()
  expect(reviews(requests)).toEqual([])
})

test('who rejects a submission after all takes the approval back', async () => {
  const requests = renderScreen()
  const { title, item } = await row('Tally')
  await userEvent.click(item.getByRole('button', { name: 'Approve Tally' }))
  title.focus()
  await userEvent.keyboard('r')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  leavePage()
  await waitFor(() => expect(reviews(requests).map(({ body }) => body)).toEqual([{ status: 'rejected' }]))
})

test('asks for a reason, which is optional, when rejecting', async () => {
  const requests = renderScreen()
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Reject Tally' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject Tally?' }))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(reviews(requests)[0]?.body).toEqual({ status: 'rejected', reason: 'No code' })

  await userEvent.click((await row('Quick show')).item.getByRole('button', { name: 'Reject Quick show' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(reviews(requests)[1]?.body).toEqual({ status: 'rejected' }))
})

test('keeps the typed reason when a rejection fails', async () => {
  renderScreen({ 'PUT /api/projects/:id': networkError })
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Reject Tally' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'No code')
  await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await dialog.findByText('Failed to reject submission')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No code')
})

test('reports a failed approval and offers to retry', async () => {
  const requests = renderScreen({ 'PUT /api/projects/:id': networkError })
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(await screen.findByText('Failed to approve submission')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(reviews(requests)).toHaveLength(2))
})

test('shows the actual status when another admin was first', async () => {
  renderScreen({
    'PUT /api/projects/:id': () =>
      errorResponse(409, 'already-reviewed', 'This project has already been reviewed'),
    'GET /api/projects/tally': () => ({ success: true, project: { ...tally, status: 'rejected' } }),
  })
  await userEvent.click((await row('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  expect(await screen.findByText('This project has already been reviewed')).toBeTruthy()
  expect((await row('Tally')).item.getByText('Rejected')).toBeTruthy()
})

test('selects rows with J and K and approves the selected one with A', async () => {
  const requests = renderScreen()
  const first = await row('Quick show')
  first.title.focus()
  await userEvent.keyboard('j')
  const second = await row('Tally')
  expect(document.activeElement).toBe(second.title)
  expect(second.title.getAttribute('aria-current')).toBe('true')
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(first.title)
  await userEvent.keyboard('a')
  leavePage()
  await waitFor(() => expect(reviews(requests)[0]?.path).toBe('/api/projects/quick-show'))
})

test('A and R act on the row that has the focus, not on the selection', async () => {
  const requests = renderScreen()
  await row('Quick show')
  ;(await row('Tally')).title.focus()
  await userEvent.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Reject Tally?' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  ;(await row('Tally')).title.focus()
  await userEvent.keyboard('a')
  leavePage()
  await waitFor(() => expect(reviews(requests).map(({ path }) => path)).toEqual(['/api/projects/tally']))
})

test('a key that is held down neither approves nor rejects', async () => {
  const requests = renderScreen()
  const { title } = await row('Quick show')
  for (const key of ['a', 'r']) fireEvent.keyDown(title, { key, repeat: true })
  expect(reviews(requests)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks for the reason of a rejection when R is pressed', async () => {
  renderScreen()
  ;(await row('Quick show')).title.focus()
  await userEvent.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Reject Quick show?' })).toBeTruthy()
})

test('ignores the shortcuts outside the list, on reviewed rows, and with a modifier key', async () => {
  const requests = renderScreen()
  const approved = await row('Applause')
  await userEvent.keyboard('a')
  await userEvent.click(approved.title)
  await userEvent.keyboard('a{Control>}r{/Control}r')
  expect(reviews(requests)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists the shortcuts on the screen and can switch them off', async () => {
  const requests = renderScreen()
  expect(screen.getByText('approve')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Shortcuts' }))
  expect(screen.queryByText('approve')).toBeNull()
  ;(await row('Quick show')).title.focus()
  await userEvent.keyboard('ja')
  expect(document.activeElement).toBe((await row('Quick show')).title)
  expect(reviews(requests)).toEqual([])
})

test('announces new submissions in a bar and shows them on request', async () => {
  renderScreen()
  await list()
  await vi.dynamicImportSettled()
  const at = '2025-11-20T11:00:00.000Z'
  await emitFromServer('submission.received', {
    position: '12',
    epoch: 'e1',
    at,
    items: [{ project: roomVote, by: 'Oskar', what: 'submitted' }],
  })
  expect(within(await list()).queryByRole('button', { name: 'Room vote' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: '1 new submission, show it' }))
  expect(within(await list()).getAllByRole('heading')[0]?.textContent).toBe('Room vote')
})

test("shows the participant's rank in the preview", async () => {
  renderScreen()
  expect(await screen.findByText('Chloé is 16th with 16 projects')).toBeTruthy()
})

test('shows different messages for an error response and for an unreachable server', async () => {
  renderScreen({ 'GET /api/projects/all': () => errorResponse(500, 'unexpected', 'Something went wrong.') })
  expect(await screen.findByText('Failed to fetch submissions')).toBeTruthy()
  mockServer({ 'GET /api/projects/all': networkError })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Failed to load submissions. Please try again.')).toBeTruthy()
  mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow]),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([]),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await row('Quick show')).toBeTruthy()
})

test('says that there are no submissions yet', async () => {
  renderScreen({ 'GET /api/projects/all': () => projectsResponse([]) })
  expect(await screen.findByText('No submissions yet')).toBeTruthy()
})

test('offers to clear a search without results', async () => {
  const requests = renderScreen(
    { 'GET /api/projects/all': () => projectsResponse([]) },
    '/admin/submissions?search=zzz',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(lastListQuery(requests).get('search')).toBeNull())
})

test('names the participant that the list is filtered by, and links to all submissions', async () => {
  const requests = renderScreen(
    { 'GET /api/projects/user/:id': () => projectsResponse([quickShow]) },
    '/admin/submissions?user=chloe&status=submitted',
  )
  expect(await row('Quick show')).toBeTruthy()
  const [first] = requests.filter(({ path }) => path === '/api/projects/user/chloe')
  expect(first?.query.get('status')).toBe('submitted')
  expect(screen.getByText(/^Showing submissions by/).textContent).toContain('Chloé Bernard')
  await userEvent.click(screen.getByRole('link', { name: 'Show all' }))
  expect(await row('Tally')).toBeTruthy()
  expect(screen.queryByText(/^Showing submissions by/)).toBeNull()
})

test('shows an empty list for a participant without submissions, and all submissions after Clear All', async () => {
  renderScreen({ 'GET /api/projects/user/:id': () => projectsResponse([]) }, '/admin/submissions?user=chloe')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  expect(await row('Tally')).toBeTruthy()
})

test('loads more of a long list on request', async () => {
  renderScreen({
    'GET /api/projects/all': ({ query }) =>
      query.get('cursor') === null
        ? { ...projectsResponse([quickShow]), nextCursor: 'next' }
        : projectsResponse([tally]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await row('Tally')).toBeTruthy()
})

test('a viewer reads submissions and reviews none, neither with buttons nor with keys', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  onTestFinished(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  const requests = renderScreen()
  const { title, item } = await row('Tally')
  expect(item.queryByRole('button', { name: 'Approve Tally' })).toBeNull()
  expect(item.queryByRole('checkbox')).toBeNull()
  expect(item.getByRole('button', { name: 'View Tally' })).toBeTruthy()
  title.focus()
  await userEvent.keyboard('axr')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the pill of the list, and the notice for the judging, say what could not be updated', async () => {
  renderScreen()
  await list()
  expect(await refreshInVain()).toEqual(expect.arrayContaining(['Not updated', staleNotice]))
  expect((await row('Tally')).title).toBeTruthy()
})
