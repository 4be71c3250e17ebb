// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  discussions,
  notifications,
  renderDashboard,
  resetDashboard,
} from '../../../testing/dashboard-screen.tsx'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'

beforeEach(resetDashboard)

test('asks for the confirmation of an address, and sends the link again', async () => {
  const message = 'An email with a new link is on its way.'
  renderDashboard({
    'GET /api/auth/me': () => meResponse({ ...maya, emailConfirmed: false }),
    'POST /api/auth/send-confirmation': () => ({ success: true, sent: true, message }),
  })
  expect(await screen.findByText('Confirm your email.')).toBeDefined()
  expect(screen.getByText(/We sent a link to maya@example.com/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect((await screen.findByText(message)).closest('[role="status"]')).not.toBeNull()
})

test('says when the link could not be sent again', async () => {
  renderDashboard({
    'GET /api/auth/me': () => meResponse({ ...maya, emailConfirmed: false }),
    'POST /api/auth/send-confirmation': () => errorResponse(429, 'too-many', 'Too many attempts.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.')
})

test.each([
  ['address is confirmed', {}],
  ['account is pending', { emailConfirmed: false, status: 'pending' }],
] as const)('does not ask a user whose %s', async (_, change) => {
  renderDashboard({ 'GET /api/auth/me': () => meResponse({ ...maya, ...change }) })
  expect((await screen.findAllByText('18 days')).length).toBeGreaterThan(0)
  expect(screen.queryByText('Confirm your email.')).toBeNull()
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
  renderDashboard({
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
  renderDashboard({
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
  renderDashboard({ 'GET /api/notifications': list, 'GET /api/ratings/project/:id': ratings })
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
  renderDashboard({ 'GET /api/auth/bookmarks': () => ({ success: true, bookmarks }) })
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
  renderDashboard({ 'GET /api/community/discussions': () => discussions([card]) })
  const title = await screen.findByText('Which framework?')
  expect(title.parentElement?.textContent).toBe('Which framework? · just now')
})

test('says what there is to find while nothing is bookmarked and nobody has started a discussion', async () => {
  renderDashboard()
  expect(await screen.findByText('Hand-picked, with bookmarks')).toBeDefined()
  expect(screen.getByText('Feed, discussions, members')).toBeDefined()
})
