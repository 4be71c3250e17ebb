// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from '../../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  errorResponse,
  mockServer,
  networkError,
  type ReceivedRequest,
} from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { saveFile } from '../../../shared/http/download.ts'
import { storedToken } from '../../../shared/storage/browser-storage.ts'
import { useSession } from '../../../shared/session/session.ts'
import { AccountSections } from './account-sections.tsx'

vi.mock(import('../../../shared/http/download.ts'), async (original) => ({
  ...(await original()),
  saveFile: vi.fn<(file: File) => void>(),
}))

const done = { success: true, position: '7' }

beforeEach(() => {
  localStorage.setItem('token', 'of-maya')
  useSession.setState({ session: { kind: 'user', user: maya } })
  vi.mocked(saveFile).mockClear()
})

const renderSections = () =>
  render(
    <MemoryRouter initialEntries={['/profile']}>
      <Routes>
        <Route path="/profile" element={<AccountSections />} />
        <Route path="/login" element={<h1>Log in</h1>} />
      </Routes>
    </MemoryRouter>,
  )
/** The requests that change something; the list of sessions is loaded, too. */
const commands = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method !== 'GET')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

const changePassword = async (next = 'Another-horse-8', repeated = next) => {
  await press('Change password')
  const current = await screen.findByLabelText('Current password')
  await waitFor(() => expect(document.activeElement === current).toBe(true))
  await type('Current password', 'Sunny-day-7')
  await type('Password', next)
  await type('Confirm password', repeated)
  await press('Set new password')
}

test('a new password replaces the token of this session', async () => {
  const requests = mockServer({
    'POST /api/auth/change-password': () => ({ ...done, token: 'new-token' }),
  })
  renderSections()
  await changePassword()
  expect(await screen.findByText(/^Your password was changed\./)).toBeTruthy()
  expect(commands(requests)[0]?.body).toEqual({
    currentPassword: 'Sunny-day-7',
    newPassword: 'Another-horse-8',
  })
  expect(storedToken('user')).toBe('new-token')
  expect(screen.queryByLabelText('Current password')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change password' }))
})

test('a wrong current password and a refused new one are shown', async () => {
  const responses = [
    () => errorResponse(401, 'wrong-credentials', 'The current password is wrong'),
    () => errorResponse(422, 'invalid-fields', 'Too common', { newPassword: 'This password is too common' }),
  ]
  mockServer({ 'POST /api/auth/change-password': () => responses.shift()?.() })
  renderSections()
  await changePassword()
  expect(await screen.findByText('The current password is wrong')).toBeTruthy()
  await press('Set new password')
  expect(await screen.findByText('This password is too common')).toBeTruthy()
  expect(storedToken('user')).toBe('of-maya')
})

test('different passwords are not sent', async () => {
  const requests = mockServer({})
  renderSections()
  await changePassword('Another-horse-8', 'Another-horse-9')
  expect(await screen.findByText('Passwords must match')).toBeTruthy()
  expect(commands(requests)).toEqual([])
})

test("the user's data is saved as a file, with its date in the name", async () => {
  mockServer({
    'GET /api/auth/export': () => ({ success: true, exportedAt: '2026-11-20T10:00:00.000Z', comments: [] }),
  })
  renderSections()
  await press('Export my data')
  expect(await screen.findByText(/^Your data was saved as a file/)).toBeTruthy()
  const file = vi.mocked(saveFile).mock.calls[0]?.[0]
  expect(file?.name).toBe('thirty-my-data-2026-11-20.json')
  expect(JSON.parse((await file?.text()) ?? '')).toEqual({
    exportedAt: '2026-11-20T10:00:00.000Z',
    comments: [],
  })
})

test('an export that fails says why, and no longer that an earlier one was saved', async () => {
  mockServer({ 'GET /api/auth/export': networkError })
  renderSections()
  await press('Export my data')
  expect(await screen.findByText('Failed to export your data. Please try again.')).toBeTruthy()
  expect(saveFile).not.toHaveBeenCalled()
  mockServer({ 'GET /api/auth/export': () => ({ success: true, exportedAt: '2026-11-20T10:00:00.000Z' }) })
  await press('Export my data')
  await screen.findByText(/^Your data was saved as a file/)
  mockServer({ 'GET /api/auth/export': networkError })
  await press('Export my data')
  await screen.findByText('Failed to export your data. Please try again.')
  expect(screen.queryByText(/^Your data was saved as a file/)).toBeNull()
})

const askToDelete = async () => {
  await press('Delete my account')
  return within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
}

test('the deletion lists its consequences, begins at Cancel, and needs the password', async () => {
  const requests = mockServer({
    'DELETE /api/auth/account': () => done,
    'POST /api/auth/logout': () => done,
  })
  renderSections()
  const question = await askToDelete()
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  expect(question.getAllByRole('listitem')).toHaveLength(3)
  await userEvent.type(question.getByLabelText('Password'), 'Sunny-day-7')
  await userEvent.click(question.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeTruthy()
  expect(commands(requests)[0]).toMatchObject({
    path: '/api/auth/account',
    body: { password: 'Sunny-day-7' },
  })
  expect(storedToken('user')).toBeUndefined()
})

test('an account of a social sign-in, which has no password, is deleted without one', async () => {
  const requests = mockServer({
    'DELETE /api/auth/account': () => done,
    'POST /api/auth/logout': () => done,
  })
  renderSections()
  const question = await askToDelete()
  await userEvent.click(question.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeTruthy()
  expect(commands(requests)[0]).toMatchObject({ path: '/api/auth/account' })
  expect(commands(requests)[0]?.body).toEqual({})
})

test('a wrong password deletes nothing and stays in the dialog', async () => {
  mockServer({
    'DELETE /api/auth/account': () => errorResponse(401, 'wrong-credentials', 'The password is wrong'),
  })
  renderSections()
  const question = await askToDelete()
  await userEvent.type(question.getByLabelText('Password'), 'wrong{Enter}')
  expect(await question.findByText('The password is wrong')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(storedToken('user')).toBe('of-maya')
})
