// @vitest-environment happy-dom
import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { ines, quickShow } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { FeedbackScreen } from './feedback-screen.tsx'

const official = {
  id: 'r1',
  raterName: 'Inés Duarte',
  official: true,
  criteria: { functionality: 5, design: 4, innovation: 5, codeQuality: 4, completeness: 4 },
  average: 4.4,
  feedback: 'Clean state handling.',
  createdAt: '2025-11-19T09:12:00.000Z',
}
const community = {
  ...official,
  id: 'r2',
  raterName: 'Kenji Watanabe',
  official: false,
  criteria: { functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 0 },
  average: 3.4,
  feedback: '',
}
const ratingsOf = (
  ratings: RatingsResponse['ratings'],
  nextCursor: string | null = null,
): RatingsResponse => ({
  success: true,
  project: quickShow,
  ratings,
  averageRating: 3.9,
  ratingCount: 2,
  averages: { functionality: 5, design: 4, innovation: 4.5, codeQuality: 4, completeness: null },
  dayAverages: { functionality: 4.3, design: 4, innovation: 4.7, codeQuality: 3.96, completeness: 3 },
  neighbours: [],
  spread: [0, 1, 1, 0, 0],
  official: { ratingCount: 1, averageRating: 4.4 },
  community: { ratingCount: 1, averageRating: 3.4 },
  nextCursor,
  position: '10',
  epoch: 'e1',
})
const unrated: RatingsResponse = {
  ...ratingsOf([]),
  averageRating: 0,
  ratingCount: 0,
  averages: { functionality: null, design: null, innovation: null, codeQuality: null, completeness: null },
  spread: [0, 0, 0, 0, 0],
  official: { ratingCount: 0, averageRating: 0 },
  community: { ratingCount: 0, averageRating: 0 },
}

const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  entries = ['/projects/quick-show/ratings'],
) => {
  const requests = mockServer({
    'GET /api/ratings/project/:id': () => ratingsOf([official, community]),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/projects/:projectId/ratings', Component: FeedbackScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: entries },
  )
  render(<RouterProvider router={router} />)
  return { requests, router }
}
const ratingItems = async () =>
  within(await screen.findByRole('list', { name: 'Ratings' }))
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.getAttribute('aria-label') === 'Ratings')
const rated = { projectId: 'quick-show', averageRating: 4.9, ratingCount: 3, official: true }
const stamp = { position: '11', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1))

test('shows a visitor the project, its score and its ratings, without a token', async () => {
  const { requests } = renderScreen()
  expect(screen.getByText('Loading feedback')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: 'Quick show' })).toBeDefined()
  expect(screen.getByText('Chloé Bernard')).toBeDefined()
  expect(screen.getByText('3.9')).toBeDefined()
  expect(screen.getByText('2 ratings')).toBeDefined()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.token).toBeUndefined()
})

test('compares each rated criterion with the official average of the day', async () => {
  renderScreen()
  const card = await screen.findByRole('region', { name: 'Score by criterion' })
  const bars = within(card)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  expect(bars).toEqual([
    expect.stringContaining('+0.7 vs day'),
    expect.stringContaining('same as the day'),
    expect.stringContaining('−0.2 vs day'),
    // A difference of 0.04 is none.
    expect.stringContaining('same as the day'),
    expect.not.stringContaining('day'),
  ])
  expect(within(card).getByRole('img', { name: /Average of the day: Functionality 4.3/ })).toBeDefined()
  expect(card.textContent).toContain('official ratings of all day 19 projects')
})

test('a day without official ratings is not compared', async () => {
  const averages = { ...unrated.averages }
  renderScreen({
    'GET /api/ratings/project/:id': () => ({ ...ratingsOf([community]), dayAverages: averages }),
  })
  const card = await screen.findByRole('region', { name: 'Score by criterion' })
  expect(card.textContent).not.toMatch(/vs day|same as the day|Compared/)
  expect(within(card).queryByText('This project')).toBeNull()
})

test('leads to the projects of the days after and before', async () => {
  const neighbours = [
    { _id: 'tomato', projectName: 'Tomato clock', day: 20, thumbnailUrl: '/uploads/t.webp' },
    { _id: 'fingers', projectName: 'Fingers', day: 18, thumbnailUrl: '/uploads/f.webp' },
  ]
  const { router } = renderScreen({
    'GET /api/ratings/project/:id': () => ({ ...unrated, neighbours }),
  })
  const links = await screen.findAllByRole('link', { name: /Tomato clock|Fingers/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/projects/tomato/ratings',
    '/projects/fingers/ratings',
  ])
  expect(links[0]?.textContent).toContain('Day 20')
  await userEvent.click(links[1] as HTMLElement)
  expect(router.state.location.pathname).toBe('/projects/fingers/ratings')
})

test('marks official and community ratings, and says how many criteria were rated', async () => {
  renderScreen()
  const [first, second] = await ratingItems()
  expect(first?.textContent).toContain('Inés Duarte')
  expect(first?.textContent).toContain('Official')
  expect(first?.textContent).toContain('Clean state handling.')
  expect(first?.textContent).not.toContain('of 5 criteria')
  expect(second?.textContent).toContain('Community')
  expect(second?.textContent).toContain('rated 4 of 5 criteria')
})

test('shows the averages as a chart with a table, as bars, and how the ratings spread', async () => {
  renderScreen()
  expect(await screen.findByRole('img', { name: /^Rating by criterion: Functionality 5\.0/ })).toBeDefined()
  expect(screen.getByRole('img', { name: 'Creativity: 4.5 of 5' })).toBeDefined()
  expect(screen.getByText('Not rated: Usability.')).toBeDefined()
  expect(screen.getByRole('listitem', { name: '4 stars: 1 rating' })).toBeDefined()
  expect(screen.getByText('Strongest:').textContent).toBe('Strongest: Functionality')
  await userEvent.click(screen.getByText('View as table'))
  expect(screen.getByRole('cell', { name: '4.5' })).toBeDefined()
})

test('names no strongest criterion if all have the same average', async () => {
  const averages = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: null }
  renderScreen({ 'GET /api/ratings/project/:id': () => ({ ...ratingsOf([official]), averages }) })
  expect(await screen.findByText('Not rated: Usability.')).toBeDefined()
  expect(screen.queryByText('Strongest:')).toBeNull()
})

test('shows half a star from x.5', async () => {
  renderScreen({
    'GET /api/ratings/project/:id': () => ({ ...ratingsOf([official]), averageRating: 3.5 }),
  })
  const stars = await screen.findByRole('img', { name: '3.5 of 5 stars' })
  const fills = [...stars.querySelectorAll('[data-fill]')].map((star) => star.getAttribute('data-fill'))
  expect(fills).toEqual(['full', 'full', 'full', 'half', 'empty'])
})

test('says that nobody has rated the project', async () => {
  renderScreen({ 'GET /api/ratings/project/:id': () => unrated })
  expect(await screen.findByText('No feedback yet')).toBeDefined()
  expect(screen.getByText('Not rated yet')).toBeDefined()
  expect(screen.queryByText('Score by criterion')).toBeNull()
})

test('says that there is no such project', async () => {
  renderScreen({
    'GET /api/ratings/project/:id': () => errorResponse(404, 'project-not-found', 'Project Not Found'),
  })
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Start page' }).getAttribute('href')).toBe('/')
})

test('hides a rejected project from visitors, but shows it to users', async () => {
  const routes = {
    'GET /api/ratings/project/:id': () => ({ ...unrated, project: null }),
    'GET /api/projects/:id': () => ({
      success: true,
      project: { ...quickShow, status: 'rejected' },
      position: '10',
      epoch: 'e1',
    }),
  }
  const { requests } = renderScreen(routes)
  expect(await screen.findByRole('heading', { name: 'Project Not Found' })).toBeDefined()
  expect(requests).toHaveLength(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
  expect(await screen.findByText('Rejected')).toBeDefined()
})

test('says that loading failed, and tries again', async () => {
  let respond: RouteHandler = networkError
  renderScreen({ 'GET /api/ratings/project/:id': (...request) => respond(...request) })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load project details')
  respond = () => ratingsOf([official])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await ratingItems()).toHaveLength(1)
})

test('loads earlier ratings, each once', async () => {
  const { requests } = renderScreen({
    'GET /api/ratings/project/:id': ({ query }) =>
      query.has('cursor') ? ratingsOf([official, community]) : ratingsOf([official], 'next'),
  })
  expect(await ratingItems()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Earlier ratings' }))
  await waitFor(async () => expect(await ratingItems()).toHaveLength(2))
  expect(requests.at(-1)?.query.get('cursor')).toBe('next')
  expect(screen.queryByRole('button', { name: 'Earlier ratings' })).toBeNull()
})

test('earlier ratings of a rejected project come without loading the project again', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  const { requests } = renderScreen({
    'GET /api/ratings/project/:id': ({ query }) => ({
      ...(query.has('cursor') ? ratingsOf([community]) : ratingsOf([official], 'next')),
      project: null,
    }),
    'GET /api/projects/:id': () => ({
      success: true,
      project: { ...quickShow, status: 'rejected' },
      position: '10',
      epoch: 'e1',
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier ratings' }))
  await waitFor(async () => expect(await ratingItems()).toHaveLength(2))
  expect(requests.filter(({ path }) => path.startsWith('/api/projects/'))).toHaveLength(1)
})

test('a new rating appears for users without a reload of the page', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  let response = ratingsOf([official])
  renderScreen({ 'GET /api/ratings/project/:id': () => response })
  expect(await ratingItems()).toHaveLength(1)
  response = { ...ratingsOf([community, official]), averageRating: 4.9, ratingCount: 3, position: '11' }
  await emitFromServer('project.rated', { ...stamp, items: [rated] })
  expect(screen.getByText('4.9')).toBeDefined()
  await waitFor(async () => expect(await ratingItems()).toHaveLength(2))
})

test('Back goes one step back in the history', async () => {
  const { router } = renderScreen({}, ['/ProjectList'])
  await router.navigate('/projects/quick-show/ratings')
  await userEvent.click(await screen.findByRole('link', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/ProjectList'))
  expect(router.state.historyAction).toBe('POP')
})

test.each([
  ['/', { kind: 'visitor', lastSession: 'never' }],
  ['/dashboard', { kind: 'user', user: maya }],
  ['/admin/leaderboard', { kind: 'admin', user: ines }],
] as const)('Back leads to %s when there is no step back', async (start, session) => {
  useSession.setState({ session })
  const { router } = renderScreen()
  await userEvent.click(await screen.findByRole('link', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(start))
})

test('says to visitors that these are the public ratings, and a login leads back to the link of the project', async () => {
  const { router } = renderScreen()
  expect(await screen.findByText(/These are the public ratings of this project/)).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    state: { from: '/projects/quick-show/ratings' },
  })
})

test('says to participants nothing about what visitors see', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  renderScreen()
  await screen.findByText('Score by criterion')
  expect(screen.queryByText(/public ratings/)).toBeNull()
})

test('offers visitors a login where a project is not public, without saying whether there is one', async () => {
  renderScreen({ 'GET /api/ratings/project/:id': () => ({ ...unrated, project: null }) })
  expect(
    await screen.findByText(/It was withdrawn or is not public, or the address is incomplete/),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})
