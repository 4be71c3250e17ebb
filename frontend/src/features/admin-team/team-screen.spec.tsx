// @vitest-environment happy-dom
import type { InvitationEntry, TeamMember } from '@thirty/contracts/team/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain } from '../../../testing/refresh-in-vain.tsx'
import { IdentityQuestion } from '../../app/root.tsx'
import { useIdentityProof } from '../../shared/http/proof-of-identity.ts'
import { useSession } from '../../shared/session/session.ts'
import { Toasts } from '../../shared/ui/feedback/shell-messages.tsx'
import { TeamScreen } from './team-screen.tsx'

const owner: TeamMember = {
  _id: ines._id,
  fullName: 'Inés Duarte',
  username: 'ines_duarte',
  email: 'ines@demo.example',
  profileImage: null,
  status: 'active',
  role: 'owner',
  createdAt: '2025-11-01T08:00:00.000Z',
  lastSeenAt: null,
}
const samuel: TeamMember = {
  ...owner,
  _id: 'samuel',
  fullName: 'Samuel Adeyemi',
  email: 'samuel@demo.example',
  role: 'reviewer',
  lastSeenAt: '2025-11-20T08:00:00.000Z',
}
const open: InvitationEntry = {
  id: 'i1',
  role: 'viewer',
  state: 'open',
  by: { _id: ines._id, fullName: 'Inés Duarte' },
  createdAt: '2025-11-20T08:00:00.000Z',
  expiresAt: '2025-11-27T08:00:00.000Z',
  email: 'rita@people.example',
  note: 'Rita of the jury',
  link: 'https://thirty.example/admin/invitation?token=secret',
  usedBy: null,
}
const used: InvitationEntry = {
  ...open,
  id: 'i2',
  role: 'reviewer',
  state: 'used',
  email: null,
  note: null,
  link: null,
  usedBy: { _id: 'samuel', fullName: 'Samuel Adeyemi' },
}

const renderScreen = (
  routes: Record<string, RouteHandler> = {},
  role: AdminRole = 'owner',
): ReceivedRequest[] => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  const requests = mockServer({
    'GET /api/admin/team': () => ({ success: true, members: [owner, samuel] }),
    'GET /api/admin/invitations': () => ({ success: true, invitations: [open, used] }),
    ...routes,
  })
  render(
    <MemoryRouter>
      <TeamScreen />
      <Toasts />
      <IdentityQuestion />
    </MemoryRouter>,
  )
  return requests
}
const members = () => screen.findByRole('list', { name: 'Admins' })
const chooseRole = async (name: string, role: string) => {
  await userEvent.click(within(await members()).getByRole('combobox', { name: `Role of ${name}` }))
  await userEvent.click(await screen.findByRole('option', { name: role }))
}
const sent = (requests: ReceivedRequest[], method: string) =>
  requests.filter((request) => request.method === method).map(({ path, body }) => [path, body])

beforeEach(() => {
  useIdentityProof.setState({ confirmation: undefined, question: undefined })
})

test('an owner sees the admins, their roles and when they were last seen', async () => {
  renderScreen()
  expect(screen.getByText('Loading the team')).toBeTruthy()
  const rows = within(await members()).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Inés Duarte.*You.*ines@demo\.example.*Active.*Not logged in/),
    expect.stringMatching(/Samuel Adeyemi.*samuel@demo\.example.*Active.*Last seen/),
  ])
  expect(screen.getByText('2')).toBeTruthy()
})

test('more rights are given at once', async () => {
  let role: AdminRole = 'reviewer'
  const requests = renderScreen({
    'GET /api/admin/team': () => ({ success: true, members: [owner, { ...samuel, role }] }),
    'PUT /api/admin/team/:id/role': () => {
      role = 'organiser'
      return { success: true, position: '7' }
    },
  })
  await chooseRole('Samuel Adeyemi', 'Organizer')
  await screen.findByText('Samuel Adeyemi is now an organizer')
  expect(screen.getByRole('combobox', { name: 'Role of Samuel Adeyemi' }).textContent).toBe('Organizer')
  expect(sent(requests, 'PUT')).toEqual([['/api/admin/team/samuel/role', { role: 'organiser' }]])
})

test('says why a role that needs no confirmation could not be changed', async () => {
  renderScreen({
    'PUT /api/admin/team/:id/role': () => errorResponse(503, 'unavailable', 'The server is busy.'),
  })
  await chooseRole('Samuel Adeyemi', 'Organizer')
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  expect(screen.queryByText('Samuel Adeyemi is now an organizer')).toBeNull()
})

test('somebody loses rights only after a confirmation', async () => {
  const requests = renderScreen({ 'PUT /api/admin/team/:id/role': () => ({ success: true, position: '7' }) })
  await chooseRole('Samuel Adeyemi', 'Viewer')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Make Samuel Adeyemi a viewer?' }))
  expect(sent(requests, 'PUT')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
  await screen.findByText('Samuel Adeyemi is now a viewer')
  expect(sent(requests, 'PUT')).toEqual([['/api/admin/team/samuel/role', { role: 'viewer' }]])
})

test('the last owner is told why the role stays', async () => {
  renderScreen({
    'PUT /api/admin/team/:id/role': () =>
      errorResponse(409, 'last-admin', 'There must be at least one active owner.'),
  })
  await chooseRole('Inés Duarte', 'Viewer')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Give up your own rights?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
  expect(await dialog.findByText('There must be at least one active owner.')).toBeTruthy()
})

test('others see the team without buttons, and who can change it', async () => {
  const requests = renderScreen({}, 'organiser')
  const rows = await members()
  expect(within(rows).queryByRole('combobox')).toBeNull()
  expect(rows.textContent).toContain('Reviewer')
  expect(screen.queryByText('Invitations')).toBeNull()
  expect(screen.getByText(/Only owners can change something here\. Your role is Organizer\./)).toBeTruthy()
  expect(requests.some(({ path }) => path === '/api/admin/invitations')).toBe(false)
})

test("the buttons come and go with the user's own role", async () => {
  renderScreen({}, 'reviewer')
  await members()
  expect(screen.queryByRole('combobox')).toBeNull()
  act(() => useSession.getState().changeUser({ role: 'owner' }))
  await screen.findByRole('combobox', { name: 'Role of Samuel Adeyemi' })
  await screen.findByRole('list', { name: 'Invitations' })
  act(() => useSession.getState().changeUser({ role: 'viewer' }))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('shows changes of others without a reload', async () => {
  let role: AdminRole = 'reviewer'
  renderScreen({
    'GET /api/admin/team': () => ({ success: true, members: [owner, { ...samuel, role }] }),
  })
  const select = () => screen.findByRole('combobox', { name: 'Role of Samuel Adeyemi' })
  expect((await select()).textContent).toBe('Reviewer')
  role = 'viewer'
  await act(() => vi.dynamicImportSettled())
  await act(() =>
    emitFromServer('team.changed', { position: '9', epoch: 'e', at: '2025-11-20T08:00:00.000Z' }),
  )
  await waitFor(async () => expect((await select()).textContent).toBe('Viewer'))
})

test('lists invitations, whom they are for and what became of them', async () => {
  const invitations = [open, used, { ...open, id: 'i3', state: 'void', link: null }]
  renderScreen({ 'GET /api/admin/invitations': () => ({ success: true, invitations }) })
  const list = await screen.findByRole('list', { name: 'Invitations' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(
    /As Viewer.*Rita of the jury.*rita@people\.example.*by Inés Duarte.*Open/,
  )
  expect(rows[1]?.textContent).toMatch(/As Reviewer.*Used.*by Samuel Adeyemi/)
  expect(rows[2]?.textContent).toMatch(/Void.*the admin who sent it is no longer an owner/)
  expect(within(rows[1] ?? list).queryByRole('button')).toBeNull()
})

test('an owner invites by link, and copies the link', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  const requests = renderScreen({
    'GET /api/admin/invitations': () => ({ success: true, invitations: [] }),
    'POST /api/admin/invitations': () => ({
      success: true,
      position: '7',
      invitation: { ...open, email: null, note: null },
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite an admin' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite an admin' }))
  await userEvent.click(form.getByRole('combobox', { name: /^Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Viewer' }))
  await userEvent.click(form.getByRole('combobox', { name: /^Valid for/ }))
  await userEvent.click(await screen.findByRole('option', { name: '30 days' }))
  await userEvent.type(form.getByLabelText(/^Note/), 'Rita')
  await userEvent.click(form.getByRole('button', { name: 'Create invitation' }))
  const created = within(await screen.findByRole('dialog', { name: 'Invitation created' }))
  expect(sent(requests, 'POST')).toEqual([
    ['/api/admin/invitations', { role: 'viewer', days: 30, note: 'Rita' }],
  ])
  expect(created.getByLabelText<HTMLInputElement>('Link').value).toBe(open.link)
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  await userEvent.click(created.getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(writeText.mock.calls).toEqual([[open.link]]))
  expect(await screen.findByText('Link copied')).toBeTruthy()
})

test('a login of a while ago is confirmed first: what was typed stays, and the same invitation is sent', async () => {
  const requests = renderScreen({
    'GET /api/auth/two-factor': () => ({
      twoFactor: { app: null, passkeys: [], recoveryCodes: null },
      hasPassword: true,
    }),
    'POST /api/admin/invitations': ({ confirmation }) =>
      confirmation === undefined
        ? errorResponse(403, 'confirmation-needed', "Please confirm that it's you first.")
        : { success: true, position: '7', invitation: open },
    'POST /api/auth/two-factor/confirm': () => ({ success: true, confirmation: 'confirmed', until: '' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite an admin' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite an admin' }))
  await userEvent.type(form.getByLabelText(/^Note/), 'Rita{Enter}')
  const cancelled = await screen.findByRole('dialog', { name: "Confirm it's you" })
  expect(document.activeElement).toBe(within(cancelled).getByLabelText('Password'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull())
  expect(form.queryByRole('alert')).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Rita')
  await userEvent.click(form.getByRole('button', { name: 'Create invitation' }))
  const question = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await userEvent.type(await question.findByLabelText('Password'), 'Correct-horse-7{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Invitation created' })).toBeTruthy()
  const invitations = requests.filter(
    ({ method, path }) => `${method} ${path}` === 'POST /api/admin/invitations',
  )
  expect(invitations.map(({ body }) => body)).toEqual(
    Array.from({ length: 3 }, () => ({ role: 'reviewer', days: 7, note: 'Rita' })),
  )
  const [, refused, repeated] = invitations.map(({ idempotencyKey }) => idempotencyKey)
  expect(repeated).toBe(refused)
})

test('a wrong address is reported, and nothing is sent', async () => {
  const requests = renderScreen()
  await userEvent.click(await screen.findByRole('button', { name: 'Invite an admin' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite an admin' }))
  await userEvent.type(form.getByLabelText(/^Email/), 'nowhere')
  await userEvent.click(form.getByRole('button', { name: 'Create invitation' }))
  expect(await form.findByText('Invalid email format')).toBeTruthy()
  expect(sent(requests, 'POST')).toEqual([])
})

test('an invitation is revoked after a confirmation', async () => {
  let invitations = [open, used]
  const requests = renderScreen({
    // The first connection may load the list again after the change.
    'GET /api/admin/invitations': () => ({ success: true, invitations }),
    'DELETE /api/admin/invitations/:id': () => {
      invitations = [{ ...open, state: 'revoked', email: null, note: null, link: null }, used]
      return { success: true, position: '7' }
    },
  })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Revoke the invitation for Rita of the jury' }),
  )
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Invitation revoked')
  expect(sent(requests, 'DELETE')).toEqual([['/api/admin/invitations/i1', undefined]])
  expect(
    await within(await screen.findByRole('list', { name: 'Invitations' })).findByText('Revoked'),
  ).toBeTruthy()
})

test('a team that cannot be loaded can be loaded again', async () => {
  let isDown = true
  renderScreen({
    'GET /api/admin/team': (...sent) =>
      isDown ? networkError(...sent) : { success: true, members: [owner] },
  })
  await screen.findByText('Failed to load the team')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await members()
})

test('the pill of the team says that it could not be updated', async () => {
  renderScreen()
  await screen.findByRole('list', { name: 'Admins' })
  expect(await refreshInVain()).toEqual(['Not updated'])
  expect(screen.getByRole('list', { name: 'Admins' })).toBeTruthy()
})
