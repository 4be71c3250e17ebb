// @vitest-environment happy-dom
import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, type RouteObject } from '../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { applause, ines, projectsResponse, ratingsResponse } from '../../testing/admin-fixtures.ts'
import { discussionResponse, discussionsResponse } from '../../testing/community-fixtures.ts'
import { copyRoutes } from '../../testing/copy-routes.ts'
import { emitFromServer } from '../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, type RouteHandler } from '../../testing/mock-server.ts'
import { boardResponse, dayNineteen, maya, meResponse } from '../../testing/participant-fixtures.ts'
import { useSession } from '../shared/session/session.ts'
import { routes } from './routes.tsx'
import type { RouteHandle } from './root.tsx'

type Page = { path: string; title: string | undefined }

/** Returns all addresses with a screen. Redirects and layouts have none. */
const pagesOf = (list: readonly RouteObject[], parent = ''): Page[] =>
  list.flatMap((route) => {
    const path = `${parent}/${route.path ?? ''}`.replaceAll(/\/+/g, '/').replace(/(.)\/$/, '$1')
    if (route.children) return pagesOf(route.children, path)
    // Safe: all handles of the routes are of this type.
    const { title, area } = (route.handle ?? {}) as Partial<RouteHandle>
    return route.lazy === undefined ? [] : [{ path, title: title && [title, area].join(' · ') }]
  })

test('every address has a title, and no two kinds of pages have the same', () => {
  const pages = pagesOf(routes)
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter(({ title }) => title === undefined).map(({ path }) => path)).toEqual(['/'])
  const shared = [...Map.groupBy(pages, ({ title }) => title).values()]
    .filter((list) => list.length > 1)
    .map((list) => list.map(({ path }) => path))
  // Addresses of the same screen.
  expect(shared).toEqual([
    ['/ProjectList', '/projects'],
    [
      '/admin/rate-project/:projectId',
      '/admin/projects/:projectId',
      '/admin/users/:userId/projects/:projectId/rate',
    ],
  ])
})

const log = { position: '10', epoch: 'e1' }
const project = { ...applause, projectName: "Maya's realtime poll" }
const kenji = { id: 'kenji', name: 'Kenji Watanabe', username: null, avatar: null }
const profile = {
  success: true,
  person: { ...kenji, role: 'participant', bio: '', location: '', website: '', joinedAt: null },
  standing: null,
  projects: [],
  activities: [],
  ...log,
}
const discussion = () => {
  const response = discussionResponse('a', [], { author: kenji })
  return { ...response, discussion: { ...response.discussion, title: 'How do you test?' } }
}
const server: Record<string, RouteHandler> = {
  'GET /api/challenge/current-day': () => dayNineteen,
  'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
  'GET /api/projects/:id': () => ({ success: true, project, ...log }),
  'GET /api/projects/my-projects': () => projectsResponse([]),
  'GET /api/projects/user/:id': () => projectsResponse([project]),
  'GET /api/ratings/project/:id': () => ratingsResponse(project, []),
  'GET /api/users/:user/profile': () => profile,
  'GET /api/leaderboard/leaderboard': () => boardResponse(),
  'GET /api/community/discussions': () => discussionsResponse([]),
  'GET /api/community/discussions/:id': discussion,
  'GET /api/auth/me': () => meResponse(maya),
}

const open = (path: string, changed: Record<string, RouteHandler> = {}) => {
  mockServer({ ...server, ...changed })
  const isAdmin = path.startsWith('/admin')
  useSession.setState({ session: isAdmin ? { kind: 'admin', user: ines } : { kind: 'user', user: maya } })
  const router = createMemoryRouter(copyRoutes(routes), { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return router
}
const longTimeout = { timeout: 15_000 }
const expectTitle = (title: string) => waitFor(() => expect(document.title).toBe(title), longTimeout)

beforeEach(() => {
  document.title = ''
})

test.each([
  ['/project/applause', "Maya's realtime poll · Thirty"],
  ['/projects/applause/ratings', "Ratings of Maya's realtime poll · Thirty"],
  ['/u/kenji', 'Kenji Watanabe · Thirty'],
  ['/community?tab=discussions&discussion=a', 'How do you test? · Thirty'],
  ['/community?tab=members', 'Members · Thirty'],
  ['/daily-challenge?day=4', /^Day 4: .+ · Thirty$/],
  ['/leaderboard?at=day:12', 'Leaderboard of day 12 · Thirty'],
  ['/SubmitProject?day=4', 'Submit day 4 · Thirty'],
  ['/admin/rate-project/applause', "Rate Maya's realtime poll · Admin · Thirty"],
  ['/admin/users/kenji/projects', /^Projects of .+ · Admin · Thirty$/],
])('%s has the name of what it shows: %s', async (path, title) => {
  open(path)
  await waitFor(() => expect(document.title).toMatch(title), longTimeout)
})

test.each([
  ['/project/applause', 'Project Not Found · Thirty', 'GET /api/projects/:id'],
  ['/projects/applause/ratings', 'Project Not Found · Thirty', 'GET /api/ratings/project/:id'],
  ['/u/kenji', 'Profile not found · Thirty', 'GET /api/users/:user/profile'],
  [
    '/community?tab=discussions&discussion=a',
    'This discussion was deleted · Thirty',
    'GET /api/community/discussions/:id',
  ],
  ['/certificates/forged', 'There is no certificate with this code · Thirty', 'GET /api/certificates/:code'],
  ['/admin/rate-project/applause', 'Project Not Found · Admin · Thirty', 'GET /api/projects/:id'],
])('%s says that there is nothing: %s', async (path, title, request) => {
  open(path, { [request]: () => errorResponse(404, 'not-found', 'Not found') })
  await expectTitle(title)
})

test('the tab of a discussion that could not be loaded does not say that it was deleted', async () => {
  open('/community?tab=discussions&discussion=a', { 'GET /api/community/discussions/:id': networkError })
  await expectTitle('Failed to fetch community data · Thirty')
})

test('a title follows the name, and is gone with the screen', async () => {
  const router = open('/project/applause')
  await expectTitle("Maya's realtime poll · Thirty")
  const revised = { what: 'revised' as const, by: 'maya', project: { ...project, projectName: 'Quick poll' } }
  await emitFromServer('submission.changed', {
    ...log,
    position: '11',
    at: '2026-11-20T10:00:00.000Z',
    items: [revised],
  })
  await expectTitle('Quick poll · Thirty')
  void router.navigate('/resources')
  await expectTitle('Resources · Thirty')
})
