// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  chloeProfile,
  applause,
  ines,
  projectsResponse,
  quickShow,
  roomVote,
  tally,
} from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import {
  findList,
  findRow,
  lastListQuery,
  leavePage,
  listJudging,
  renderSubmissions,
  resetSubmissions,
} from '../../../testing/submissions-screen.tsx'
import { useSession } from '../../shared/session/session.ts'

beforeEach(resetSubmissions)

test('shows a count on each status filter, and loads the list of the chosen filter', async () => {
  const requests = renderSubmissions()
  await findList()
  expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All3')
  await userEvent.click(screen.getByRole('button', { name: /^Pending/ }))
  await waitFor(() => expect(lastListQuery(requests).get('status')).toBe('submitted'))
  expect(screen.getByRole('button', { name: /^Pending/ }).getAttribute('aria-pressed')).toBe('true')
})

test('a file has the submissions of the filter', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const requests = renderSubmissions(
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

test('participants with one name are told apart by their usernames', async () => {
  const user = { ...quickShow.user, _id: 'other', username: 'chloe_2' }
  const others = { ...tally, user: { ...user, fullName: quickShow.user.fullName } }
  renderSubmissions({
    'GET /api/projects/all': () =>
      projectsResponse([{ ...quickShow, user: { ...quickShow.user, username: 'chloe' } }, others]),
  })
  expect((await findRow('Quick show')).item.getByText(/ @chloe$/)).toBeTruthy()
  expect((await findRow('Tally')).item.getByText(/ @chloe_2$/)).toBeTruthy()
})

test('says which approved projects are rated', async () => {
  renderSubmissions({
    'GET /api/projects/all': () =>
      projectsResponse([
        { ...applause, ratingCount: 2, averageRating: 4.25 },
        { ...tally, status: 'approved' },
      ]),
  })
  expect(await (await findRow('Applause')).item.findByText('Rated 4.3')).toBeTruthy()
  expect((await findRow('Tally')).item.queryByText(/^Rated/)).toBeNull()
})

test('says how many of several wanted ratings a project has, without the stars, and follows new ones', async () => {
  const rated = { ...applause, ratingCount: 2, officialRatings: 1, averageRating: 4.25 }
  renderSubmissions({
    'GET /api/projects/all': () => projectsResponse([rated]),
    'GET /api/admin/judging/mine': () => ({ ...listJudging, wantedRatings: 3 }),
  })
  const { item } = await findRow('Applause')
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
  renderSubmissions({ 'GET /api/admin/judging/mine': () => ({ ...listJudging, calibration }) })
  expect(await screen.findByText(/You have rated 2 of 5 calibration projects/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rate the next one' }).getAttribute('href')).toBe(
    '/admin/rate-project/kanban',
  )
})

test('an admin who may not rate is not asked to', async () => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'viewer' } } })
  const calibration = { rated: 0, total: 2, next: 'applause' }
  renderSubmissions({ 'GET /api/admin/judging/mine': () => ({ ...listJudging, calibration }) })
  await findRow('Applause')
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
  renderSubmissions(routes)
  expect((await findRow('Quick show')).item.getByText('waiting 2 days')).toBeTruthy()
  expect((await findRow('Tally')).item.getByText('waiting 3 h')).toBeTruthy()
  expect((await findRow('Applause')).item.getByText('5 h ago')).toBeTruthy()
  await userEvent.click((await findRow('Tally')).item.getByRole('button', { name: 'Approve Tally' }))
  leavePage()
  await waitFor(async () => expect((await findRow('Tally')).item.queryByText('waiting 3 h')).toBeNull())
})

test('announces new submissions in a bar and shows them on request', async () => {
  renderSubmissions()
  await findList()
  await vi.dynamicImportSettled()
  const at = '2025-11-20T11:00:00.000Z'
  await emitFromServer('submission.received', {
    position: '12',
    epoch: 'e1',
    at,
    items: [{ project: roomVote, by: 'Oskar', what: 'submitted' }],
  })
  expect(within(await findList()).queryByRole('button', { name: 'Room vote' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: '1 new submission, show it' }))
  expect(within(await findList()).getAllByRole('heading')[0]?.textContent).toBe('Room vote')
})

test('a row that another admin reviewed is highlighted for two seconds', async () => {
  renderSubmissions()
  const row = (await findRow('Tally')).title.closest('li')
  await vi.dynamicImportSettled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await emitFromServer('submission.changed', {
    position: '12',
    epoch: 'e1',
    at: '2025-11-20T11:00:00.000Z',
    items: [{ project: { ...tally, status: 'approved' }, by: 'Tobias', what: 'approved' }],
  })
  expect(row?.dataset['touched']).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(row?.dataset['touched']).toBeUndefined()
})

test("shows the participant's rank in the preview", async () => {
  const requests = renderSubmissions()
  expect(await screen.findByText('Chloé is 16th with 16 projects')).toBeTruthy()
  expect(requests.map(({ path }) => path)).toContain('/api/users/chloe/profile')
})

test('shows different messages for an error response and for an unreachable server', async () => {
  renderSubmissions({
    'GET /api/projects/all': () => errorResponse(500, 'unexpected', 'Something went wrong.'),
  })
  expect(await screen.findByText('Failed to fetch submissions')).toBeTruthy()
  mockServer({ 'GET /api/projects/all': networkError })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Failed to load submissions. Please try again.')).toBeTruthy()
  mockServer({
    'GET /api/projects/all': () => projectsResponse([quickShow]),
    'GET /api/users/:user/profile': () => ({ ...chloeProfile, standing: null }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await findRow('Quick show')).toBeTruthy()
})

test('says that there are no submissions yet', async () => {
  renderSubmissions({ 'GET /api/projects/all': () => projectsResponse([]) })
  expect(await screen.findByText('No submissions yet')).toBeTruthy()
})

test('offers to clear a search without results', async () => {
  const requests = renderSubmissions(
    { 'GET /api/projects/all': () => projectsResponse([]) },
    '/admin/submissions?search=zzz',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(lastListQuery(requests).get('search')).toBeNull())
})

test('names the participant that the list is filtered by, and links to all submissions', async () => {
  const requests = renderSubmissions(
    { 'GET /api/projects/user/:id': () => projectsResponse([quickShow]) },
    '/admin/submissions?user=chloe&status=submitted',
  )
  expect(await findRow('Quick show')).toBeTruthy()
  const [first] = requests.filter(({ path }) => path === '/api/projects/user/chloe')
  expect(first?.query.get('status')).toBe('submitted')
  expect(screen.getByText(/^Showing submissions by/).textContent).toContain('Chloé Bernard')
  await userEvent.click(screen.getByRole('link', { name: 'Show all' }))
  expect(await findRow('Tally')).toBeTruthy()
  expect(screen.queryByText(/^Showing submissions by/)).toBeNull()
})

test('shows an empty list for a participant without submissions, and all submissions after Clear All', async () => {
  renderSubmissions(
    { 'GET /api/projects/user/:id': () => projectsResponse([]) },
    '/admin/submissions?user=chloe',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  expect(await findRow('Tally')).toBeTruthy()
})

test('loads more of a long list on request', async () => {
  renderSubmissions({
    'GET /api/projects/all': ({ query }) =>
      query.get('cursor') === null
        ? { ...projectsResponse([quickShow]), nextCursor: 'next' }
        : projectsResponse([tally]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await findRow('Tally')).toBeTruthy()
})

const failure = /^Failed to (fetch|load) submissions/

test('says that a refresh has failed, over the list as it was, and refreshes again', async () => {
  renderSubmissions()
  await findRow('Tally')
  mockServer({ 'GET /api/projects/all': () => errorResponse(503, 'storage-unavailable', 'Not now.') })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(failure)).toBeTruthy()
  expect(await findRow('Tally')).toBeTruthy()
  mockServer({ 'GET /api/projects/all': () => projectsResponse([applause]) })
  // The first one belongs to the list.
  await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tally' })).toBeNull())
})

test('a refresh of a list that is left before it responds says nothing, also after an earlier failure', async () => {
  renderSubmissions()
  await findRow('Tally')
  await refreshInVain()
  const late = Promise.withResolvers<unknown>()
  mockServer({
    'GET /api/projects/all': ({ query }) =>
      query.get('status') === 'submitted' ? projectsResponse([applause]) : late.promise,
  })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await userEvent.click(screen.getByRole('button', { name: /^Pending/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Tally' })).toBeNull())
  await act(async () => late.resolve(projectsResponse([tally])))
  expect(screen.queryByText(failure)).toBeNull()
})

test('the pill of the list, and the notice for the judging, say what could not be updated', async () => {
  renderSubmissions()
  await findList()
  expect(await refreshInVain()).toEqual(expect.arrayContaining(['Not updated', staleNotice]))
  expect((await findRow('Tally')).title).toBeTruthy()
})
