// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import { useSession } from '../../shared/session/session.ts'
import { NeedsPermission } from './admin-shell.tsx'

const renderHealth = () => {
  const router = createMemoryRouter([
    {
      element: <NeedsPermission permission="view-health" />,
      children: [{ path: '*', element: <h1>Health</h1> }],
    },
  ])
  render(<RouterProvider router={router} />)
}
const owner = { ...ines, role: 'owner', lastSeenAt: null }

beforeEach(() => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role: 'reviewer' } } })
})

test('an address that the role may not open says which roles may, and who can give one', async () => {
  mockServer({
    'GET /api/admin/team': () => ({
      success: true,
      members: [
        owner,
        { ...owner, _id: 'b', fullName: 'Noor Haddad', role: 'viewer' },
        { ...owner, _id: 'c', fullName: 'Former Owner', status: 'inactive' },
      ],
    }),
  })
  renderHealth()
  expect(screen.getByRole('heading', { level: 1, name: 'No access' })).toBeTruthy()
  expect(
    screen.getByText('Only owners and organizers can open this page. Your role is Reviewer.'),
  ).toBeTruthy()
  expect(await screen.findByText('An owner can give you another role: Inés Duarte.')).toBeTruthy()
})

test('the page appears as soon as the role allows it, and goes with it', () => {
  mockServer({ 'GET /api/admin/team': () => errorResponse(503, 'busy', 'Busy') })
  renderHealth()
  expect(screen.queryByRole('heading', { name: 'Health' })).toBeNull()
  expect(screen.getByText('An owner can give you another role.')).toBeTruthy()
  act(() => useSession.getState().changeUser({ role: 'organiser' }))
  expect(screen.getByRole('heading', { name: 'Health' })).toBeTruthy()
  act(() => useSession.getState().changeUser({ role: 'viewer' }))
  expect(screen.getByRole('heading', { level: 1, name: 'No access' })).toBeTruthy()
})
