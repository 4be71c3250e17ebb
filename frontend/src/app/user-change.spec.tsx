// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { emitFromServer } from '../../testing/fake-socket.ts'
import { mockServer } from '../../testing/mock-server.ts'
import {
  boardEntry,
  boardResponse,
  boardRows,
  leaderboardUpdate,
  leilaThird,
  maya,
  meResponse,
} from '../../testing/participant-fixtures.ts'
import { projectsResponse, quickShow } from '../../testing/admin-fixtures.ts'
import { stubIntersections } from '../../testing/window.ts'
import { emptyDraft, storeLocalDraft } from '../features/submit/drafts/drafts.ts'
import { useSession } from '../shared/session/session.ts'
import { toast, useToasts } from '../shared/ui/feedback/toast-store.ts'
import { routes } from './routes.tsx'

const leila = { ...maya, _id: 'leila', fullName: 'Leila Example', username: 'leila' }

/** A server whose responses never arrive for a user who is not Maya. */
const serverOfMaya = () => {
  const mayaOnly = (respond: () => unknown) => (request: { token: string | undefined }) =>
    request.token === 'of-maya' ? respond() : new Promise(() => undefined)
  return mockServer({
    'GET /api/auth/me': mayaOnly(() => meResponse(maya)),
    'POST /api/auth/logout': () => ({ success: true, position: '1' }),
    'GET /api/challenge/current-day': mayaOnly(() => ({ success: true, day: 19, started: true })),
    'GET /api/projects/my-projects': mayaOnly(() => projectsResponse([quickShow])),
    'GET /api/leaderboard/history': mayaOnly(() => ({ success: true, dates: [], lines: [] })),
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': () => ({ success: true, providers: [] }),
    'GET /api/leaderboard/leaderboard': mayaOnly(() => ({
      ...boardResponse(),
      you: boardEntry(boardRows.maya),
    })),
  })
}

beforeEach(() => {
  stubIntersections()
})

test('somebody else who signs in in the same tab finds nothing of the first user', async () => {
  serverOfMaya()
  act(() => useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } }))
  const router = createMemoryRouter(routes, { initialEntries: ['/leaderboard'] })
  render(<RouterProvider router={router} />)
  // The screens are separate chunks.
  const slowly = { timeout: 15_000 }
  expect((await screen.findAllByText('Maya Example', {}, slowly)).length).toBeGreaterThan(0)
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(await screen.findByText('moved up to', { exact: false })).toBeDefined()
  await act(() => router.navigate('/dashboard'))
  expect(await screen.findByText('Welcome back, Maya', { selector: 'h1:not([class])' }, slowly)).toBeDefined()
  act(() => void toast({ kind: 'achievement', text: 'You scored 4.6' }))
  const draft = { ...emptyDraft, projectName: 'Draft of Maya' }
  storeLocalDraft(7, { draft, writtenAt: 1, base: [], isSent: false })

  act(() => useSession.getState().logOut())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'), slowly)
  expect(useToasts.getState().toasts).toEqual([])
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([])

  act(() => useSession.getState().signIn('user', { user: { ...leila, token: 'of-leila' } }))
  for (const path of ['/dashboard', '/leaderboard', '/SubmitProject']) {
    await act(() => router.navigate(path))
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    for (const text of [/Maya/, /Kenji Example/, /moved up to/, /You scored/, /Draft of Maya/, /Quick show/])
      expect(document.body.textContent).not.toMatch(text)
  }
})
