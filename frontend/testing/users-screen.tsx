import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../src/shared/navigation/router.ts'
import { vi } from 'vitest'
import { UsersScreen } from '../src/features/admin-users/users-screen.tsx'
import { useSession } from '../src/shared/session/session.ts'
import { applause, ines, projectsResponse, quickShow, tally } from './admin-fixtures.ts'
import { mockServer, pageResponse, type RouteHandler } from './mock-server.ts'

export const chloe: Person = {
  _id: 'chloe',
  fullName: 'Chloé Bernard',
  username: 'chloe_bernard',
  email: 'chloe@example.org',
  createdAt: '2025-11-03T10:00:00.000Z',
  status: 'active',
  submissions: 3,
  days: [{ day: 1, status: 'approved', score: 4.2 }],
  isAdmin: false,
  role: null,
  profileImage: null,
  sessions: 2,
  lastSeenAt: '2025-11-20T10:00:00.000Z',
}
export const oskar: Person = {
  ...chloe,
  _id: 'oskar',
  fullName: 'Oskar Nyström',
  email: 'oskar@example.org',
  createdAt: '2025-11-02T10:00:00.000Z',
  status: 'inactive',
  submissions: 1,
}
/** The admin who is logged in. */
export const admin: Person = {
  ...chloe,
  _id: 'ines',
  fullName: 'Inés Duarte',
  isAdmin: true,
  submissions: 0,
  days: [],
}

const desktop = {
  browser: 'Firefox',
  system: 'Windows',
  since: '2025-11-18T10:00:00.000Z',
  lastSeenAt: '2025-11-20T10:00:00.000Z',
}

/** Before each test: Inés is logged in as an owner. */
export function resetUsers(): void {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'admin', user: ines } })
}

/** Shows the screen with three users, unless `routes` replace them. `url` returns the query of the address. */
export function renderUsers(routes: Record<string, RouteHandler> = {}, address = '/admin/users') {
  const requests = mockServer({
    'GET /api/auth/users': () => pageResponse([admin, chloe, oskar]),
    'GET /api/auth/users/count': () => ({ success: true, count: 128 }),
    'GET /api/auth/users/active': () => ({ success: true, count: 96 }),
    'GET /api/projects/user/:id': () => ({
      ...projectsResponse([quickShow, tally]),
      counts: projectsResponse([quickShow, tally, applause]).counts,
    }),
    'GET /api/auth/users/:id/sessions': () => ({ success: true, sessions: [desktop] }),
    ...routes,
  })
  const router = createMemoryRouter([{ path: '*', Component: UsersScreen }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { requests, url: () => router.state.location.search }
}

/** Waits for the list and returns the names in it. */
export const findNames = async () =>
  (await screen.findAllByRole('heading', { level: 2 })).map(
    (name) => within(name).getByRole('button').textContent,
  )

/** Opens the details of a user. */
export const openUser = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
