// @vitest-environment happy-dom
import { act, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applause, projectsResponse, ratingsResponse } from '../../testing/admin-fixtures.ts'
import {
  communityResponse,
  discussionCard,
  discussionResponse,
  discussionsResponse,
  feedResponse,
  member,
  membersResponse,
  reply,
  submitted,
} from '../../testing/community-fixtures.ts'
import { copyRoutes } from '../../testing/copy-routes.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../testing/mock-server.ts'
import { boardResponse, dayNineteen, maya, meResponse } from '../../testing/participant-fixtures.ts'
import { stubIntersections } from '../../testing/window.ts'
import { resync } from '../shared/live/resync.ts'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { useSession } from '../shared/session/session.ts'
import { routes } from './routes.tsx'

const at = '2026-11-20T10:00:00.000Z'
const log = { position: '10', epoch: 'e1' }
const kenji = { id: 'kenji', name: 'Kenji Watanabe', username: null, avatar: null }
const criteria = { functionality: 5, design: 4, innovation: 5, codeQuality: 4, completeness: 4 }
const days = Array.from({ length: 30 }, (_, index) => ({
  day: index + 1,
  isOpen: true,
  completedAt: null,
  project: null,
}))

const server: Record<string, RouteHandler> = {
  'GET /api/challenge/current-day': () => dayNineteen,
  'GET /api/auth/me': () => meResponse(maya),
  'GET /api/auth/bookmarks': () => ({ success: true, bookmarks: ['https://tools.example.dev/'] }),
  'GET /api/auth/sessions': () => ({ success: true, sessions: [] }),
  'GET /api/auth/push-key': () => ({ success: true, publicKey: null }),
  'GET /api/drafts': () => ({ success: true, drafts: [] }),
  'GET /api/notifications': () => ({ success: true, notifications: [], unread: 0, nextCursor: null, ...log }),
  'GET /api/projects/:id': () => ({ success: true, project: applause, ...log }),
  'GET /api/projects/my-projects': () => projectsResponse([applause]),
  'GET /api/projects/:id/comments': () => ({
    success: true,
    comments: [],
    count: 0,
    nextCursor: null,
    ...log,
  }),
  'POST /api/projects/:id/view': () => ({ success: true, position: '10' }),
  'GET /api/ratings/project/:id': () =>
    ratingsResponse(applause, [
      { id: 'r1', raterName: 'Jo', official: true, criteria, average: 4, feedback: 'Neat', createdAt: at },
    ]),
  'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
  'GET /api/challenge/days': () => ({
    success: true,
    days,
    stats: {
      completed: 0,
      completedStreak: 0,
      handedIn: 0,
      approved: 0,
      streak: 0,
      totalPoints: 0,
      rank: 4,
      totalParticipants: 9,
    },
    ...log,
  }),
  'GET /api/users/:user/profile': () => ({
    success: true,
    person: { ...kenji, role: 'participant', bio: '', location: '', website: '', joinedAt: at },
    standing: null,
    projects: [],
    activities: [],
    ...log,
  }),
  'GET /api/leaderboard/leaderboard': () => boardResponse(),
  'GET /api/leaderboard/history': () => ({ success: true, dates: [], lines: [] }),
  'GET /api/leaderboard/showcase': () => ({
    success: true,
    rows: boardResponse().data,
    day: 19,
    participants: 5,
    projects: 50,
    averageScore: 4.1,
    asOf: at,
    ...log,
  }),
  'GET /api/community/all-data': () => communityResponse(),
  'GET /api/community/feed': () => feedResponse([submitted(5)]),
  'GET /api/community/members': () => membersResponse([member('kenji', kenji.name)]),
  'GET /api/community/discussions': () => discussionsResponse([discussionCard('a', kenji)]),
  'GET /api/community/discussions/:id': () => discussionResponse('a', [reply('r1', 'Hello', kenji)]),
}
/** Does not answer in the place of the server. */
const unavailable = () => errorResponse(503, 'unavailable', 'The server is starting')

/** The screen says it in its own pill or in the notice of its shell. */
const saysStaleness = () => /This screen could not be updated|Not updated/.test(document.body.textContent)
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
/**
 * Loads everything again until the screen says that some of it is stale, or that nothing is. Each time has a second, because the next one
 * ends the requests under way.
 */
async function loadAgain(changed: Record<string, RouteHandler>, expected: boolean) {
  mockServer({ ...server, ...changed })
  const says = () => expect([Object.keys(changed), saysStaleness()]).toEqual([Object.keys(changed), expected])
  await waitFor(async () => {
    act(() => resync())
    await waitFor(says, { timeout: 1000 })
  })
}

beforeEach(() => {
  stubIntersections()
})

const community = ['all-data', 'feed', 'discussions', 'members'].map((part) => `/api/community/${part}`)
const ratings = '/projects/applause/ratings'

test.each([
  ['/', 'visitor', ['/api/leaderboard/showcase']],
  [ratings, 'visitor', ['/api/ratings/project/applause']],
  [ratings, 'user', ['/api/ratings/project/applause']],
  [
    '/dashboard',
    'user',
    [
      '/api/auth/me',
      '/api/leaderboard/leaderboard',
      '/api/leaderboard/history',
      '/api/projects/my-projects',
      '/api/auth/bookmarks',
      '/api/community/discussions',
      '/api/notifications',
    ],
  ],
  ['/leaderboard', 'user', ['/api/leaderboard/leaderboard']],
  ['/resources', 'user', ['/api/auth/bookmarks']],
  ['/daily-challenge', 'user', ['/api/challenge/days', '/api/projects/my-projects']],
  ['/daily-challenge?tab=past', 'user', ['/api/challenge/days', '/api/projects/my-projects']],
  ['/daily-challenge?tab=stats', 'user', ['/api/challenge/days']],
  ['/ProjectList', 'user', ['/api/projects/my-projects']],
  ['/SubmitProject', 'user', ['/api/projects/my-projects', '/api/drafts']],
  ['/project/applause', 'user', ['/api/projects/applause', '/api/projects/applause/comments']],
  ['/u/kenji', 'user', ['/api/users/kenji/profile']],
  ['/profile', 'user', ['/api/auth/me', '/api/leaderboard/leaderboard', '/api/auth/sessions']],
  ['/community', 'user', community],
  ['/community?tab=discussions', 'user', community],
  ['/community?tab=discussions&discussion=a', 'user', [...community, '/api/community/discussions/a']],
  ['/community?tab=members', 'user', community],
] as const)(
  '%s says to a %s that it is stale when any part of it cannot be loaded again',
  async (path, who, parts) => {
    const requests = mockServer(server)
    useSession.setState({
      session: who === 'user' ? { kind: who, user: maya } : { kind: who, lastSession: 'never' },
    })
    render(<RouterProvider router={createMemoryRouter(copyRoutes(routes), { initialEntries: [path] })} />)
    const requested = () => requests.map((request) => request.path)
    await waitFor(() => expect(requested()).toEqual(expect.arrayContaining([...parts])), { timeout: 15_000 })
    await settle()
    for (const part of parts) {
      await loadAgain({ [`GET ${part}`]: unavailable }, true)
      await loadAgain({}, false)
    }
  },
)
