// @vitest-environment happy-dom
import type { TwoFactorResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { IdentityQuestion } from '../../app/root.tsx'
import { useIdentityProof } from '../../shared/http/proof-of-identity.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { useSession } from '../../shared/session/session.ts'
import { SecurityScreen } from './security-screens.tsx'
import { TwoFactorSetupScreen } from './security-screens.tsx'

const startRegistration = vi.hoisted(() => vi.fn<(options: object) => Promise<object>>())
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }))

const at = '2025-11-18T10:00:00.000Z'
const none = { app: null, passkeys: [], recoveryCodes: null }
const app = { addedAt: at }
const laptop = { id: 'laptop', name: 'Laptop', addedAt: at, lastUsedAt: null }
const recoveryCodes = { left: 9, createdAt: at }
const state = (change: Partial<TwoFactorResponse> = {}): TwoFactorResponse => ({
  success: true,
  twoFactor: none,
  required: false,
  arePasskeysOffered: true,
  hasPassword: true,
  confirmedUntil: null,
  ...change,
})
const withState = (change?: Partial<TwoFactorResponse>) => ({
  'GET /api/auth/two-factor': () => state(change),
})
const changed = (twoFactor: TwoFactorResponse['twoFactor'], codes?: string[]) => ({
  success: true,
  position: '7',
  twoFactor,
  ...(codes && { codes }),
})
const setup = {
  success: true,
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Thirty',
  setup: 'of-the-setup',
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const card = async (name: string) => within(await screen.findByRole('region', { name }))

const renderWithQuestion = () =>
  render(
    <>
      <SecurityScreen />
      <IdentityQuestion />
    </>,
  )

beforeEach(() => {
  useIdentityProof.setState({ confirmation: undefined, question: undefined })
  startRegistration.mockReset()
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  localStorage.setItem('adminToken', 'of-ines')
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test('says that the factors are loading, and offers another attempt if that fails', async () => {
  const response = Promise.withResolvers<object>()
  mockServer({ 'GET /api/auth/two-factor': () => response.promise })
  render(<SecurityScreen />)
  expect(screen.getByText('Loading your second factors')).toBeTruthy()
  response.resolve(errorResponse(503, 'busy', 'Please try again.'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  mockServer(withState())
  await press('Try Again')
  expect((await card('Authenticator app')).getByText('Off')).toBeTruthy()
  expect((await card('Passkeys')).getByText('Off')).toBeTruthy()
  expect(screen.getByText('You have no passkey yet.')).toBeTruthy()
  expect(screen.getByText('You get ten codes when you add your first second factor.')).toBeTruthy()
})

test('an app is set up with its first code, and the recovery codes are shown once', async () => {
  const requests = mockServer({
    ...withState(),
    'POST /api/auth/two-factor/app/setup': () => setup,
    'POST /api/auth/two-factor/app': ({ body }) =>
      JSON.stringify(body).includes('654321')
        ? changed({ ...none, app, recoveryCodes: { ...recoveryCodes, left: 2 } }, ['AAAA-BBBB', 'CCCC-DDDD'])
        : errorResponse(401, 'wrong-credentials', 'Wrong code', { code: 'Wrong code' }),
  })
  render(<SecurityScreen />)
  await press('Set up an app')
  const dialog = within(await screen.findByRole('dialog', { name: 'Authenticator app' }))
  expect(dialog.getByRole('img', { name: /QR code/ })).toBeTruthy()
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Code from the app'), '123456{Enter}')
  expect(await dialog.findByText('Wrong code')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Code from the app'))
  await userEvent.type(dialog.getByLabelText('Code from the app'), '654321{Enter}')
  const codes = within(await screen.findByRole('alertdialog', { name: 'Your recovery codes' }))
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AAAA-BBBB',
    'CCCC-DDDD',
  ])
  expect(requests.at(-1)?.body).toEqual({ setup: 'of-the-setup', code: '654321' })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(codes.getByRole('button', { name: "I've saved them" }))
  expect(screen.queryByText('AAAA-BBBB')).toBeNull()
  expect((await card('Authenticator app')).getByText('On')).toBeTruthy()
  expect(screen.getByText('2 codes left.')).toBeTruthy()
})

test('a change after a while asks for the password first, and remembers the answer', async () => {
  const requests = mockServer({
    ...withState({ twoFactor: { ...none, app, recoveryCodes } }),
    'POST /api/auth/two-factor/recovery-codes': ({ confirmation }) =>
      confirmation === undefined
        ? errorResponse(403, 'confirmation-needed', "Please confirm that it's you first.")
        : changed({ ...none, app, recoveryCodes }, ['NEW-CODE']),
    'POST /api/auth/two-factor/confirm': ({ body }) =>
      JSON.stringify(body).includes('right')
        ? { success: true, confirmation: 'confirmed', until: at }
        : errorResponse(401, 'wrong-credentials', 'Wrong password', { password: 'Wrong password' }),
    'GET /api/auth/me': () => ({ success: true, user: ines, stats: { rank: null, totalParticipants: 1 } }),
  })
  renderWithQuestion()
  await press('Create new codes')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Create new codes' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  expect(await dialog.findByText('Wrong password')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'right{Enter}')
  expect(await screen.findByText('NEW-CODE')).toBeTruthy()
  expect(requests.at(-1)?.confirmation).toBe('confirmed')
  expect(useIdentityProof.getState().confirmation).toBe('confirmed')
})

test('closing the question changes nothing, and shows no error', async () => {
  const requests = mockServer({
    ...withState(),
    'POST /api/auth/two-factor/app/setup': () =>
      errorResponse(403, 'confirmation-needed', "Please confirm that it's you first."),
  })
  renderWithQuestion()
  await press('Set up an app')
  await screen.findByRole('dialog', { name: "Confirm it's you" })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('an account without a password and factors is told to log in again', async () => {
  mockServer({
    ...withState({ hasPassword: false }),
    'POST /api/auth/two-factor/app/setup': () =>
      errorResponse(403, 'confirmation-needed', "Please confirm that it's you first."),
  })
  renderWithQuestion()
  await press('Set up an app')
  expect(await screen.findByText(/^Your account has no password\./)).toBeTruthy()
})

test('a first passkey is added with a name and shows recovery codes; it is renamed and removed', async () => {
  const named = (name: string, codes?: string[]) =>
    changed({ ...none, passkeys: [{ ...laptop, name }], recoveryCodes }, codes)
  const requests = mockServer({
    ...withState(),
    'POST /api/auth/two-factor/passkeys/options': () => ({
      success: true,
      passkey: { ceremony: 'of-the-passkey', options: { challenge: 'x' } },
    }),
    'POST /api/auth/two-factor/passkeys': () => named('Laptop', ['AAAA-BBBB']),
    'PUT /api/auth/two-factor/passkeys/:id': () => named('Work'),
    'DELETE /api/auth/two-factor/passkeys/:id': () => changed(none),
  })
  startRegistration.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
  startRegistration.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'))
  startRegistration.mockResolvedValueOnce({
    id: 'key',
    rawId: 'key',
    response: { clientDataJSON: 'c', attestationObject: 'a', transports: ['internal'] },
  })
  render(<SecurityScreen />)
  await press('Add a passkey')
  await userEvent.type(screen.getByLabelText('Name'), 'Laptop')
  await press('Continue')
  expect(await screen.findByText("The passkey wasn't created. Please try again.")).toBeTruthy()
  await press('Continue')
  expect(await screen.findByText('This device already has a passkey for your account.')).toBeTruthy()
  await press('Continue')
  const codes = within(await screen.findByRole('alertdialog', { name: 'Your recovery codes' }))
  expect(codes.getByText('AAAA-BBBB')).toBeTruthy()
  await userEvent.click(codes.getByRole('button', { name: "I've saved them" }))
  const list = within(await screen.findByRole('list', { name: 'Your passkeys' }))
  expect((await card('Passkeys')).getByText('On')).toBeTruthy()
  expect(list.getByRole('listitem').textContent).toMatch(/Laptop.*Added Nov 18, 2025.*Not used yet/)
  expect(requests.at(-1)?.body).toMatchObject({ name: 'Laptop', ceremony: 'of-the-passkey' })

  await press('Rename Laptop')
  await userEvent.clear(screen.getByLabelText('Name'))
  await press('Save')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name'), 'Work{Enter}')
  await press('Remove Work')
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove Work?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('You have no passkey yet.')).toBeTruthy()
  expect(requests.at(-1)).toMatchObject({ path: '/api/auth/two-factor/passkeys/laptop', body: {} })
})

test('the last factor that is required stays, and the server says why', async () => {
  const text = 'Owners need two-factor sign-in. Add another second factor before you remove this one.'
  mockServer({
    ...withState({ required: true, twoFactor: { ...none, app, recoveryCodes } }),
    'DELETE /api/auth/two-factor/app': () => errorResponse(409, 'last-factor', text),
  })
  render(<SecurityScreen />)
  expect(await screen.findByText(/^Owners need two-factor sign-in here/)).toBeTruthy()
  await press('Remove')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await question.findByText(text)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect((await card('Authenticator app')).getByText('On')).toBeTruthy()
})

test('says why there are no passkeys', async () => {
  mockServer(withState({ arePasskeysOffered: false }))
  const { unmount } = render(<SecurityScreen />)
  expect(await screen.findByText(/^Passkeys need HTTPS/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  unmount()
  clearUserData()
  vi.stubGlobal('PublicKeyCredential', undefined)
  mockServer(withState())
  render(<SecurityScreen />)
  expect(await screen.findByText("This browser doesn't support passkeys.")).toBeTruthy()
})

test('a setup that could not begin says so', async () => {
  mockServer({ ...withState(), 'POST /api/auth/two-factor/app/setup': networkError })
  render(<SecurityScreen />)
  await press('Set up an app')
  expect((await screen.findByRole('alert')).textContent).toBe("That didn't work. Please try again.")
})

test('an owner who needs a second factor opens the admin area once there is one', async () => {
  useSession.setState({ session: { kind: 'admin', user: ines, needsTwoFactor: true } })
  let twoFactor: TwoFactorResponse['twoFactor'] = none
  mockServer({
    'GET /api/auth/two-factor': () => state({ required: true, twoFactor }),
    'GET /api/auth/me': () => ({
      success: true,
      user: ines,
      stats: { rank: null, totalParticipants: 1 },
      ...(twoFactor === none && { needsTwoFactor: true }),
    }),
  })
  const { unmount } = render(<TwoFactorSetupScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })).toBeTruthy()
  await press('Check again')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy())
  expect(useSession.getState().session).toMatchObject({ needsTwoFactor: true })
  unmount()
  clearUserData()
  twoFactor = { ...none, app, recoveryCodes }
  render(<TwoFactorSetupScreen />)
  await press('Open the admin area')
  await waitFor(() =>
    expect(useSession.getState().session).toEqual({ kind: 'admin', user: ines, needsTwoFactor: undefined }),
  )
})

test('the page says that the factors could not be updated', async () => {
  mockServer(withState())
  render(<SecurityScreen />)
  await card('Authenticator app')
  expect(await refreshInVain()).toEqual([staleNotice])
})
