// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { autocompletes } from '../../../testing/autocomplete.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { meResponse } from '../../../testing/participant-fixtures.ts'
import { storedToken } from '../../shared/storage/browser-storage.ts'
import { useSession } from '../../shared/session/session.ts'
import { AdminAccountScreen } from './profile-screen.tsx'

beforeEach(() => {
  localStorage.setItem('adminToken', 'of-ines')
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

const renderScreen = (routes: Record<string, RouteHandler> = {}) => {
  const requests = mockServer({ 'GET /api/auth/me': () => meResponse(ines), ...routes })
  render(
    <MemoryRouter initialEntries={['/admin/account']}>
      <Routes>
        <Route path="/admin/account" element={<AdminAccountScreen />} />
        <Route path="/admin/login" element={<h1>Admin log-in</h1>} />
      </Routes>
    </MemoryRouter>,
  )
  return requests
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

test('an admin changes their own name, which the admin area shows at once', async () => {
  const requests = renderScreen({
    'PUT /api/auth/profile': () => ({
      success: true,
      message: '',
      position: '1',
      user: { ...ines, fullName: 'Inés Duarte Silva' },
    }),
  })
  await press('Edit profile')
  expect(await screen.findByRole('button', { name: 'Choose image' })).toBeTruthy()
  await type('Full name', 'Inés Duarte Silva')
  await press('Save changes')
  expect(await screen.findByText('Profile updated successfully!')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    body: { fullName: 'Inés Duarte Silva' },
    token: 'of-ines',
  })
  expect(useSession.getState().session).toMatchObject({
    kind: 'admin',
    user: { fullName: 'Inés Duarte Silva' },
  })
})

test('an admin has no fields of a public profile, and is not asked to confirm the address', async () => {
  renderScreen({ 'GET /api/auth/me': () => meResponse({ ...ines, emailConfirmed: false }) })
  await press('Edit profile')
  expect(await screen.findByLabelText('Full name')).toBeTruthy()
  expect(screen.queryByLabelText(/^(Location|Website|Bio)/)).toBeNull()
  expect(screen.queryByText('Confirm your email.')).toBeNull()
})

test('an admin changes their own password, and this session continues with the new token of the admin area', async () => {
  renderScreen({
    'POST /api/auth/change-password': () => ({ success: true, position: '1', token: 'new-token' }),
  })
  await press('Change password')
  await screen.findByLabelText('Current password')
  expect(autocompletes()).toEqual({
    currentPassword: 'current-password',
    password: 'new-password',
    confirmPassword: 'new-password',
  })
  await type('Current password', 'Sunny-day-7')
  await type('Password', 'Another-horse-8')
  await type('Confirm password', 'Another-horse-8')
  await press('Set new password')
  await waitFor(() => expect(storedToken('admin')).toBe('new-token'))
  expect(storedToken('user')).toBeUndefined()
})

test('an admin ends their other sessions, and this one continues with the new token of the admin area', async () => {
  renderScreen({
    'POST /api/auth/sessions/end-others': () => ({ success: true, position: '1', token: 'new-token' }),
  })
  await press('Log out all other sessions')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Log out all other sessions' }))
  await waitFor(() => expect(storedToken('admin')).toBe('new-token'))
  expect(storedToken('user')).toBeUndefined()
})

test('asks for nothing that only participants have, and leads to the second factors', async () => {
  renderScreen()
  expect(await screen.findByRole('heading', { level: 1, name: 'My account' })).toBeTruthy()
  await press('Edit profile')
  await screen.findByRole('heading', { name: 'Edit profile' })
  for (const name of ['Bio', 'Website', 'Location']) expect(screen.queryByLabelText(name)).toBeNull()
  expect(screen.queryByRole('group', { name: 'Notifications' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Security' }).getAttribute('href')).toBe('/admin/security')
})

const askToDelete = async () => {
  await press('Delete my account')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  await userEvent.type(question.getByLabelText('Password'), 'Sunny-day-7')
  await userEvent.click(question.getByRole('button', { name: 'Delete my account' }))
  return question
}

test('an admin deletes their own account with the password, and is led to the log-in of admins', async () => {
  const done = () => ({ success: true, message: '', position: '1' })
  const requests = renderScreen({ 'DELETE /api/auth/account': done, 'POST /api/auth/logout': done })
  await press('Delete my account')
  const consequences = within(await screen.findByRole('alertdialog')).getAllByRole('listitem')
  expect(consequences.map(({ textContent }) => textContent)).toContain(
    'Your decisions and ratings stay, without your name.',
  )
  await press('Cancel')
  await askToDelete()
  expect(await screen.findByRole('heading', { name: 'Admin log-in' })).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')).toMatchObject({
    body: { password: 'Sunny-day-7' },
    token: 'of-ines',
  })
  expect(storedToken('admin')).toBeUndefined()
})

test('the last owner reads why the account stays', async () => {
  renderScreen({
    'DELETE /api/auth/account': () =>
      errorResponse(409, 'last-admin', 'There must be at least one active owner.'),
  })
  const question = await askToDelete()
  expect(await question.findByText('There must be at least one active owner.')).toBeTruthy()
  expect(question.getByRole('link', { name: 'Team' }).getAttribute('href')).toBe('/admin/team')
  expect(storedToken('admin')).toBe('of-ines')
})
