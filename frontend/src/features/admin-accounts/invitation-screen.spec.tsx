// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import { InvitationScreen } from './admin-account-screens.tsx'

const nothing = { role: null, invitedBy: null, expiresAt: null }
const open = {
  state: 'open',
  role: 'reviewer',
  invitedBy: 'Inés Duarte',
  expiresAt: '2025-11-27T08:00:00.000Z',
}
const check = 'POST /api/auth/invitations/check'
const accept = 'POST /api/auth/invitations/accept'

const renderScreen = (routes: Record<string, RouteHandler> = {}, search = '?token=secret') => {
  window.history.replaceState(null, '', `/admin/invitation${search}`)
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    [check]: () => ({ success: true, invitation: open }),
    ...routes,
  })
  renderInRouter(<InvitationScreen />)
  return requests
}
const bodies = (requests: ReceivedRequest[], path: string) =>
  requests.filter((request) => request.path === path).map(({ body }) => body)
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const signUp = async () => {
  await screen.findByLabelText('Full name')
  await type('Full name', 'Rita Jury')
  await type('Username', 'rita')
  await type('Email', 'rita@people.example')
  await type('Password', 'Thirty-days-1')
  await type('Confirm password', 'Thirty-days-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign up as an admin' }))
}

test('says who invites to what until when, and asks for no registration key', async () => {
  const requests = renderScreen()
  expect(await screen.findByText(/Inés Duarte invites you/)).toBeTruthy()
  expect(screen.getByText('Reviewer')).toBeTruthy()
  expect(screen.getByText(/The invitation is open until/)).toBeTruthy()
  expect(screen.queryByLabelText('Admin registration key')).toBeNull()
  expect(bodies(requests, '/api/auth/invitations/check')).toEqual([{ token: 'secret' }])
  expect(window.location.search).toBe('')
})

test('a new person signs up as an admin with the token', async () => {
  const requests = renderScreen({
    [accept]: () => ({
      success: true,
      position: '1',
      user: { ...ines, role: 'reviewer', token: 'session' },
    }),
  })
  await signUp()
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(bodies(requests, '/api/auth/invitations/accept')).toEqual([
    {
      fullName: 'Rita Jury',
      username: 'rita',
      email: 'rita@people.example',
      password: 'Thirty-days-1',
      token: 'secret',
    },
  ])
})

test.each([
  ['used', 'This invitation was used'],
  ['expired', 'This invitation has expired'],
  ['revoked', 'This invitation was revoked'],
  ['void', 'This invitation is no longer valid'],
] as const)('a link that is %s gets its own page', async (state, title) => {
  renderScreen({ [check]: () => ({ success: true, invitation: { ...nothing, state } }) })
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByLabelText('Full name')).toBeNull()
})

test('an unknown link and one without a token get their own page', async () => {
  renderScreen({ [check]: () => errorResponse(404, 'invitation-not-found', 'Invitation not found') })
  expect(await screen.findByRole('heading', { name: "This invitation link isn't valid" })).toBeTruthy()
})

test('a link without a token is incomplete', () => {
  renderScreen({}, '')
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
})

test('an invitation that ends while the form is filled in shows that', async () => {
  let state = 'open'
  renderScreen({
    [check]: () => ({ success: true, invitation: state === 'open' ? open : { ...nothing, state } }),
    [accept]: () => {
      state = 'revoked'
      return errorResponse(422, 'invitation-over', 'This invitation was revoked.')
    },
  })
  await signUp()
  expect(await screen.findByRole('heading', { name: 'This invitation was revoked' })).toBeTruthy()
})

test('a participant who is logged in learns that the account stays, and can log out', async () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  renderScreen({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  expect(await screen.findByText(/Your current account stays a participant/)).toBeTruthy()
  expect(screen.queryByLabelText('Full name')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Log out and continue' }))
  expect(await screen.findByLabelText('Full name')).toBeTruthy()
})

test('an admin who is logged in is told to leave it to the right person', async () => {
  useSession.setState({ session: { kind: 'admin', user: ines } })
  renderScreen()
  expect(await screen.findByText(/You are already an admin/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to the start' }).getAttribute('href')).toBe('/admin')
})

test('waits until it is known whether somebody is logged in', async () => {
  useSession.setState({ session: { kind: 'checking', area: 'user', personId: 'maya' } })
  const requests = renderScreen()
  await waitFor(() => expect(bodies(requests, '/api/auth/invitations/check')).toHaveLength(1))
  await act(() => new Promise((resolve) => void setTimeout(resolve)))
  expect(screen.getByText('Checking the invitation')).toBeTruthy()
  act(() => useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } }))
  expect(await screen.findByLabelText('Full name')).toBeTruthy()
})

test('an invitation that cannot be checked can be checked again', async () => {
  let isDown = true
  renderScreen({
    [check]: (...sent) => (isDown ? networkError(...sent) : { success: true, invitation: open }),
  })
  await screen.findByText('Failed to check the invitation')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/Inés Duarte invites you/)).toBeTruthy()
})

test('says that the invitation could not be checked again', async () => {
  let isDown = false
  renderScreen({
    [check]: (...sent) => (isDown ? networkError(...sent) : { success: true, invitation: open }),
    [accept]: () => {
      isDown = true
      return errorResponse(422, 'invitation-over', 'This invitation was revoked.')
    },
  })
  await signUp()
  expect(await screen.findByText(/^This screen could not be updated/)).toBeTruthy()
  expect(screen.getByLabelText('Full name')).toBeTruthy()
})
