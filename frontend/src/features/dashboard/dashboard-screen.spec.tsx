// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { renderDashboard, resetDashboard } from '../../../testing/dashboard-screen.tsx'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse } from '../../../testing/mock-server.ts'
import {
  boardEntry,
  boardResponse,
  leaderboardUpdate,
  leilaThird,
  maya,
  meResponse,
  ownProject,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { formatParticipantCount } from './dashboard-tiles.tsx'

beforeEach(resetDashboard)

test('welcomes the user by first name and shows the progress of the challenge', async () => {
  renderDashboard()
  expect(screen.getAllByText('Loading').length).toBeGreaterThan(0)
  expect(await screen.findByText('18 days')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome back, Maya' })).toBeDefined()
  expect(screen.getByText('12 days')).toBeDefined()
  expect(screen.getByText('60%')).toBeDefined()
})

test('shows the current state on the tiles', async () => {
  renderDashboard()
  expect(await screen.findByText('7 submitted, 1 waiting for review')).toBeDefined()
  expect(screen.getByText('10 points behind Rafael')).toBeDefined()
  expect(screen.getByText('Day 19 is open')).toBeDefined()
})

test.each([
  ['You are in the lead', 1, 120],
  ['No one has points yet', 1, 0],
  ['Level with Rafael', 4, boardRows.rafael.totalPoints],
])('%s: rank %i with %f points', async (text, rank, totalPoints) => {
  const you = {
    ...boardEntry(boardRows.maya),
    rank,
    totalPoints,
    projectsSubmitted: totalPoints === 0 ? 0 : 7,
  }
  renderDashboard({ 'GET /api/leaderboard/leaderboard': () => ({ ...boardResponse(), you }) })
  expect(await screen.findByText(text)).toBeDefined()
})

test('the tile of the leaderboard says that the user does not take part in it', async () => {
  renderDashboard({
    'GET /api/leaderboard/leaderboard': () => ({ ...boardResponse(), you: null, excluded: true }),
    'GET /api/auth/me': () => {
      const response = meResponse(maya)
      return { ...response, stats: { ...response.stats, rank: null } }
    },
  })
  expect(await screen.findByText('Not ranked: excluded by the organizers')).toBeDefined()
})

test('the route has the days of submissions that the leaderboard lacks', async () => {
  renderDashboard({
    'GET /api/leaderboard/leaderboard': () => ({ ...boardResponse(), you: null }),
    'GET /api/projects/my-projects': () => ({
      success: true,
      projects: [ownProject(17, 'approved')],
      counts: { all: 1, submitted: 0, approved: 1, rejected: 0 },
    }),
  })
  const [route] = await screen.findAllByLabelText(/^30 days of /)
  expect(route?.getAttribute('aria-label')).toMatch(/: 1 submitted/)
})

test('says no day and no progress while the current day is unknown', async () => {
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), isLoaded: false })
  renderDashboard({})
  expect(await screen.findAllByRole('link')).not.toEqual([])
  expect(screen.getByRole('heading', { name: /Welcome back/ })).toBeDefined()
  expect(screen.queryByText(/^(Brief of )?day 1( is .*)?$/i)).toBeNull()
  expect(screen.queryByText(/^The challenge hasn't started/)).toBeNull()
  for (const label of ['Completed', 'Remaining', 'Total progress'])
    expect(screen.getByText(label).parentElement?.textContent).toBe(`${label}Not available`)
  const targets = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(targets).toContain('/SubmitProject')
  expect(targets).not.toContain('/SubmitProject?day=1')
})

test('shows why a project was rejected, with a link to revise it', async () => {
  renderDashboard({
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
  renderDashboard({
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
  renderDashboard()
  const third = (await screen.findByText('Rafael Example')).closest('li')
  expect(third?.parentElement?.children).toHaveLength(3)
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  await waitFor(() => expect(screen.queryByText('Rafael Example')).toBeNull())
  expect(screen.getByText('Leila Example')).toBeDefined()
})

test('loads again when a message says that the log was put back, although its position is lower', async () => {
  let board = boardResponse()
  renderDashboard({ 'GET /api/leaderboard/leaderboard': () => board })
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
  renderDashboard({ 'GET /api/leaderboard/leaderboard': () => pendingResponse })
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  respond(boardResponse(Object.values(boardRows).slice(0, 3)))
  expect(await screen.findByText('Leila Example')).toBeDefined()
  expect(screen.queryByText('Rafael Example')).toBeNull()
})

test("shows the server's message after a failure and offers to retry", async () => {
  renderDashboard({
    'GET /api/projects/my-projects': () => errorResponse(503, 'busy', 'The database is busy.'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('The database is busy.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('omits only the sparkline when the history cannot be loaded', async () => {
  renderDashboard({ 'GET /api/leaderboard/history': () => errorResponse(503, 'busy', 'Busy') })
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
  renderDashboard()
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

test('marks rank and points as those of the freeze, until the reveal', async () => {
  useCurrentDay.setState({ frozen: true, frozenAt: '2099-11-20T12:00:00.000Z' })
  renderDashboard()
  const mark = 'Frozen since Nov 20, 2099 at 12:00 PM. Later ratings count in the final standings.'
  // The tile of the leaderboard and the top three.
  expect(await screen.findAllByText(mark)).toHaveLength(2)
  act(() => useCurrentDay.setState({ frozen: false, frozenAt: null }))
  expect(screen.queryByText(mark)).toBeNull()
})
