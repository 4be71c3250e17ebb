import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../src/shared/navigation/router.ts'
import { vi } from 'vitest'
import { ProjectScreen } from '../src/features/project/project-screen.tsx'
import { useSession } from '../src/shared/session/session.ts'
import { useToasts } from '../src/shared/ui/feedback/toast-store.ts'
import { quickShow } from './admin-fixtures.ts'
import { mockServer, type RouteHandler } from './mock-server.ts'
import { maya } from './participant-fixtures.ts'

/** The project of another participant, with five ratings, two likes and a comment. */
export const pulse = {
  ...quickShow,
  _id: 'r1-d19-chloe',
  averageRating: 4.6,
  ratingCount: 5,
  likes: 2,
  comments: 1,
  views: 30,
  likedByMe: false,
}
/** The comment of a third participant on it. */
export const comment = {
  id: 'c1',
  text: 'Works on my phone.',
  createdAt: '2025-11-20T10:30:00.000Z',
  author: { _id: 'kenji', name: 'Kenji Watanabe', avatar: null },
  mine: false,
  mayRemove: false,
}

const log = { position: '10', epoch: 'e1' }
/** The fields of a live message after the responses. */
export const stamp = { position: '11', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }

export const projectResponse = (project: object = pulse) => ({ success: true, project, ...log })
export const commentsResponse = (comments: object[] = [comment]) => ({
  success: true,
  comments,
  count: comments.length,
  nextCursor: null,
  ...log,
})

/** Before each test: Maya is logged in, in a browser that has stored nothing. */
export function resetProject(): void {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
}

/** Shows the screen as if it was opened at the address `from`. */
export function renderProject(routes: Record<string, RouteHandler> = {}, from?: string) {
  const requests = mockServer({
    'GET /api/projects/:id': () => projectResponse(),
    'GET /api/projects/:id/comments': () => commentsResponse(),
    'GET /api/ratings/project/:id/mine': () => ({ success: true, rating: null }),
    'POST /api/projects/:id/view': () => ({ success: true, position: '10' }),
    'POST /api/ratings/submit': () => ({
      success: true,
      position: '12',
      average: 3.4,
      averageRating: 4.4,
      ratingCount: 6,
    }),
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/project/:projectId', Component: ProjectScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [{ pathname: '/project/r1-d19-chloe', ...(from && { state: { from } }) }] },
  )
  render(<RouterProvider router={router} />)
  return { requests, router }
}

/** Returns the text of the newest toast. */
export const toastText = () => useToasts.getState().toasts.at(-1)?.text
