// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import {
  boardResponse,
  leaderboardUpdate,
  leilaThird,
  maya,
  meResponse,
  ownProject,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { formatParticipantCount } from './dashboard-tiles.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const notifications = (list: readonly object[]) => ({
  success: true,
  unread: 0,
  waiting: null,
  notifications: list,
  nextCursor: null,
  readUpTo: null,
  position: '30',
  epoch: 'e1',
})
const discussions = (list: readonly object[]) => ({
  success: true,
  discussions: list,
  count: list.length,
  nextCursor: null,
  position: '30',
  epoch: 'e1',
})

const renderScreen = (routes: Record<string, RouteHandler> = {}) => {
  mockServer({
    'GET /api/auth/me': () => meResponse(maya),
    'GET /api/projects/my-projects': () => ({
      success: true,
      projects: [],
      counts: { all: 7, submitted: 1, approved: 6, rejected: 0 },
    }),
    'GET /api/leaderboard/leaderboard': () => boardResponse(Object.values(boardRows).slice(0, 3)),
    'GET /api/leaderboard/history': () => ({ success: true, dates: [], lines: [] }),
    'GET /api/notifications': () => notifications([]),
    'GET /api/auth/bookmarks': () => ({ success: true, bookmarks: [] }),
    'GET /api/community/discussions': () => discussions([]),
    ...routes,
  })
  render(
    <MemoryRouter>
      <DashboardScreen />
    </MemoryRouter>,
  )
}

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  localStorage.clear()
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), day: 19, started: true, isLoaded: true })
})

test('welcomes the user by first name and shows the progress of the challenge', async () => {
  renderScreen()
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0)
  expect(await screen.findByText('18 days')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome back, Maya' })).toBeDefined()
  expect(screen.getByText('12 days')).toBeDefined()
  expect(screen.getByText('60%')).toBeDefined()
})

test('shows the current state on the tiles', async () => {
  renderScreen()
  expect(await screen.findByText('7 submitted, 1 waiting for review')).toBeDefined()
  expect(screen.getByText('10 points behind Rafael')).toBeDefined()
  expect(screen.getByText('Day 19 is open')).toBeDefined()
})

test('says no day while the current one is unknown', async () => {
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: false })
  renderScreen({})
  expect(await screen.findByRole('heading', { name: /Welcome back/ })).toBeDefined()
  expect(screen.queryByText(/^(Brief of )?day 1( is .*)?$/i)).toBeNull()
  const targets = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(targets).toContain('/SubmitProject')
  expect(targets).not.toContain('/SubmitProject?day=1')
})

test('shows why a project was rejected, with a link to revise it', async () => {
  renderScreen({
    'GET /api/projects/my-projects': () => ({
      success: true,
      projects: [ownProject(18, 'rejected', 'The demo is down.'), ownProject(17, 'approved')],
      counts: { all: 2, submitted: 0, approved: 1, rejected: 1 },
    }),
  })
  await screen.findByText(/The demo is down\./)
  expect(screen.getByText(/^Day 18, .* was rejected/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Revise day 18' }).getAttribute('href')).toBe(
    '/SubmitProject?day=18',
  )
  expect(screen.queryByRole('link', { name: 'Revise day 17' })).toBeNull()
})

test('several rejected projects are one line that opens, and the welcome stays on top', async () => {
  const days = [11, 12, 13, 14, 15, 16, 17, 18]
  renderScreen({
    'GET /api/projects/my-projects': () => ({
      success: true,
      projects: days.map((day) => ownProject(day, 'rejected', `The demo of day ${day} is down.`)),
      counts: { all: 8, submitted: 0, approved: 0, rejected: 8 },
    }),
  })
  const line = await screen.findByText('8 of your projects were rejected')
  const group = line.closest('details')
  expect(group?.open).toBe(false)
  await userEvent.click(line)
  expect(group?.open).toBe(true)
  expect(screen.getAllByRole('link', { name: /^Revise day/ })).toHaveLength(days.length)
})

test('updates the top three live', async () => {
  renderScreen()
  await screen.findByText('Rafael Example')
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  await waitFor(() => expect(screen.queryByText('Rafael Example')).toBeNull())
  expect(screen.getByText('Leila Example')).toBeDefined()
})

test('loads again when a message says that the log was put back, although its position is lower', async () => {
  let board = boardResponse()
  renderScreen({ 'GET /api/leaderboard/leaderboard': () => board })
  await screen.findByText('Rafael Example')
  // The resync after the first connection would load it as well.
  cancelResync()
  vi.mocked(Math.random).mockReturnValue(0)
  const [kenji, amara] = board.data
  board = { ...board, data: [kenji, amara].flatMap((row) => row ?? []), position: '50', epoch: 'e2' }
  await emitFromServer('leaderboard.changed', leaderboardUpdate([], '50', 'e2'))
  await waitFor(() => expect(screen.queryByText('Rafael Example')).toBeNull(), { timeout: 2_000 })
})

test('keeps updates that are newer than the response of a pending dashboard load', async () => {
  const { promise: pendingResponse, resolve: respond } = Promise.withResolvers<unknown>()
  renderScreen({ 'GET /api/leaderboard/leaderboard': () => pendingResponse })
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  respond(boardResponse(Object.values(boardRows).slice(0, 3)))
  expect(await screen.findByText('Leila Example')).toBeDefined()
  expect(screen.queryByText('Rafael Example')).toBeNull()
})

test("shows the server's message after a failure and offers to retry", async () => {
  renderScreen({
    'GET /api/projects/my-projects': () => errorResponse(503, 'busy', 'The database is busy.'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The database is busy.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('omits only the sparkline when the history cannot be loaded', async () => {
  renderScreen({ 'GET /api/leaderboard/history': () => errorResponse(503, 'busy', 'Busy') })
  expect(await screen.findByText('10 points behind Rafael')).toBeDefined()
})

test('formats the number of participants: the current one, else the last known one, else an estimate', () => {
  expect(formatParticipantCount(0)).toBe('≈ 1,000')
  expect(formatParticipantCount(1732)).toBe('1,732')
  expect(formatParticipantCount(0)).toBe('1,732')
})

test('says when the challenge ends, and after the end that it has', async () => {
  const end = { endsAt: '2099-12-08T00:00:00.000Z', timeZone: 'Pacific/Kiritimati' }
  useCurrentDay.setState({ ...end, ended: false })
  renderScreen()
  expect((await screen.findByText(/^The challenge closes/)).textContent).toBe(
    'The challenge closes on Dec 8, 2099 at 2:00 PM (Pacific/Kiritimati).',
  )
  expect(screen.getByRole('link', { name: 'Submit Day 19' })).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true, day: 30 }))
  expect((await screen.findByText(/^The challenge ended/)).textContent).toBe(
    'The challenge ended on Dec 8, 2099 at 2:00 PM (Pacific/Kiritimati).',
  )
  expect(screen.getByText(/You can still rate, like and comment\./)).toBeDefined()
  expect(screen.getByText('The challenge has ended')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Submit Day/ })).toBeNull()
  expect(screen.getByText('Remaining').parentElement?.textContent).toContain('0 days')
})

test('asks for the confirmation of an address, and sends the link again', async () => {
  const message = 'An email with a new link is on its way.'
  renderScreen({
    'GET /api/auth/me': () => meResponse({ ...maya, emailConfirmed: false }),
    'POST /api/auth/send-confirmation': () => ({ success: true, sent: true, message }),
  })
  expect(await screen.findByText('Confirm your email.')).toBeDefined()
  expect(screen.getByText(/We sent a link to maya@example.com/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect((await screen.findByText(message)).closest('[role="status"]')).not.toBeNull()
})

test('says when the link could not be sent again', async () => {
  renderScreen({
    'GET /api/auth/me': () => meResponse({ ...maya, emailConfirmed: false }),
    'POST /api/auth/send-confirmation': () => errorResponse(429, 'too-many', 'Too many attempts.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
})

test('does not ask a user whose address is confirmed, or whose account is pending', async () => {
  for (const change of [{}, { emailConfirmed: false, status: 'pending' }] as const) {
    renderScreen({ 'GET /api/auth/me': () => meResponse({ ...maya, ...change }) })
    expect((await screen.findAllByText('18 days')).length).toBeGreaterThan(0)
    expect(screen.queryByText('Confirm your email.')).toBeNull()
  }
})

const ratedQuickShow = {
  id: 'n1',
  kind: 'rated',
  text: '',
  position: '20',
  at: '2026-11-20T10:00:00.000Z',
  isUnread: false,
  official: true,
  average: 4.4,
  count: 2,
  project: { _id: 'quick-show', projectName: 'Quick Show', day: 17 },
  people: [],
  others: 0,
}
const rating = {
  id: 'r2',
  raterName: 'Ines Duarte',
  official: true,
  criteria: {},
  average: 4.4,
  feedback: 'Clean state handling.',
  createdAt: '2099-11-20T10:00:00.000Z',
}
const quickShow = { _id: 'quick-show', projectName: 'Quick Show', day: 17, thumbnailUrl: '/t.webp' }

test('shows the latest feedback with its project, its author and a link to all', async () => {
  const requests: string[] = []
  renderScreen({
    'GET /api/notifications': () =>
      notifications([{ ...ratedQuickShow, kind: 'liked', project: { _id: 'other' } }, ratedQuickShow]),
    'GET /api/ratings/project/:id': (_request, id) => {
      requests.push(id)
      return { success: true, project: quickShow, ratings: [{ ...rating, id: 'r3', feedback: '' }, rating] }
    },
  })
  const card = within((await screen.findByRole('heading', { name: 'Latest feedback' })).closest('section')!)
  expect(card.getByText('Clean state handling.')).toBeDefined()
  expect(card.getByText('Ines Duarte')).toBeDefined()
  expect(card.getByText('Quick Show')).toBeDefined()
  expect(card.getByText('just now')).toBeDefined()
  expect(card.getByRole('link').getAttribute('href')).toBe('/projects/quick-show/ratings')
  expect(requests).toEqual(['quick-show'])
})

test('a new rating replaces the latest feedback live', async () => {
  let feedback = 'First words.'
  renderScreen({
    'GET /api/notifications': () => notifications([ratedQuickShow]),
    'GET /api/ratings/project/:id': () => ({
      success: true,
      project: quickShow,
      ratings: [{ ...rating, feedback }],
    }),
  })
  await screen.findByText('First words.')
  feedback = 'Second words.'
  vi.mocked(Math.random).mockReturnValue(0)
  await emitFromServer('project.rated', {
    projectId: 'quick-show',
    owner: maya._id,
    averageRating: 4.4,
    ratingCount: 3,
    position: '40',
    epoch: 'e1',
    at: new Date().toISOString(),
  } as never)
  expect(await screen.findByText('Second words.', {}, { timeout: 5_000 })).toBeDefined()
  expect(screen.queryByText('First words.')).toBeNull()
})

test.each([
  ['nobody has rated anything', () => notifications([]), () => ({})],
  [
    'it is of a rejected project',
    () => notifications([ratedQuickShow]),
    () => ({ success: true, project: null, ratings: [rating] }),
  ],
  ['it cannot be loaded', () => errorResponse(503, 'unavailable', 'Busy'), () => ({})],
])('has no latest feedback while %s', async (_case, list, ratings) => {
  renderScreen({ 'GET /api/notifications': list, 'GET /api/ratings/project/:id': ratings })
  await screen.findByText('Top 3')
  await act(async () => vi.dynamicImportSettled())
  expect(screen.queryByText('Latest feedback')).toBeNull()
})

test('the tile of the resources has the sites of the newest bookmarks', async () => {
  const bookmarks = [
    'https://web.dev/learn',
    'https://www.vite.dev',
    'https://web.dev/a',
    'https://socket.io/docs',
  ]
  renderScreen({ 'GET /api/auth/bookmarks': () => ({ success: true, bookmarks }) })
  const sites = within(await screen.findByRole('list', { name: '4 bookmarks' }))
  expect(sites.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'socket.io',
    'web.dev',
    'vite.dev',
  ])
})

test('the tile of the community names its latest discussion', async () => {
  const author = { id: 'u1', name: 'Kenji Watanabe', username: 'kenji', avatar: null }
  const card = { id: 'd1', author, title: 'Which framework?', latestAt: '2099-11-20T10:00:00.000Z' }
  renderScreen({ 'GET /api/community/discussions': () => discussions([card]) })
  const title = await screen.findByText('Which framework?')
  expect(title.parentElement?.textContent).toBe('Which framework? · just now')
})

test('says what there is to find while nothing is bookmarked and nobody has started a discussion', async () => {
  renderScreen()
  expect(await screen.findByText('Hand-picked, with bookmarks')).toBeDefined()
  expect(screen.getByText('Feed, discussions, members')).toBeDefined()
})

test('marks rank and points as those of the freeze, until the reveal', async () => {
  useCurrentDay.setState({ frozen: true, frozenAt: '2099-11-20T12:00:00.000Z' })
  renderScreen()
  const mark = 'Frozen since Nov 20, 2099 at 12:00 PM. Later ratings count in the final standings.'
  // The tile of the leaderboard and the top three.
  expect(await screen.findAllByText(mark)).toHaveLength(2)
  act(() => useCurrentDay.setState({ frozen: false, frozenAt: null }))
  expect(screen.queryByText(mark)).toBeNull()
})
