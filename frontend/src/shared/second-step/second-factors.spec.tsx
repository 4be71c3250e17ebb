// @vitest-environment happy-dom
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { errorResponse, mockServer, networkError } from '../../../testing/mock-server.ts'
import { SecondStepForm } from './second-factors.tsx'

const startAuthentication = vi.hoisted(() => vi.fn<(options: object) => Promise<object>>())
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }))

const path = 'POST /api/auth/login/second-factor'
const signedIn = { success: true, position: '1', user: { ...ines, token: 'secret' } }
const answer = {
  id: 'key',
  rawId: 'key',
  response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's', userHandle: 'u' },
}

function renderStep(kinds: readonly SecondFactorKind[]) {
  const [onSignedIn, onStartAgain] = [vi.fn<(response: object) => void>(), vi.fn<() => void>()]
  render(
    <SecondStepForm token="of-the-step" kinds={kinds} onSignedIn={onSignedIn} onStartAgain={onStartAgain} />,
  )
  return { onSignedIn, onStartAgain }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  startAuthentication.mockReset()
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
})

test('a code of the app completes the login, with or without spaces', async () => {
  const requests = mockServer({ [path]: () => signedIn })
  const { onSignedIn } = renderStep(['app', 'recovery-code'])
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  expect([field.autocomplete, field.inputMode, document.activeElement === field]).toEqual([
    'one-time-code',
    'numeric',
    true,
  ])
  const others = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(others).toEqual(['Log in', 'Use a recovery code', 'Back to the password'])
  await userEvent.type(field, '123 456{Enter}')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(requests.at(-1)?.body).toEqual({ token: 'of-the-step', code: '123456' })
})

test('a wrong code has its error at its field, and nothing is sent without six digits', async () => {
  const requests = mockServer({
    [path]: () => errorResponse(401, 'wrong-credentials', 'Wrong code', { code: 'Wrong code' }),
  })
  const { onSignedIn } = renderStep(['app'])
  await userEvent.type(screen.getByLabelText('Code'), '12345')
  await press('Log in')
  expect(await screen.findByText('Enter the six digits')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(screen.getByLabelText('Code'), '6')
  await press('Log in')
  expect(await screen.findByText('Wrong code')).toBeTruthy()
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a recovery code replaces the app', async () => {
  const requests = mockServer({ [path]: () => signedIn })
  const { onSignedIn } = renderStep(['app', 'recovery-code'])
  await press('Use a recovery code')
  await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-ijkl-mnop{Enter}')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(requests.at(-1)?.body).toEqual({ token: 'of-the-step', recoveryCode: 'ABCDEFGHIJKLMNOP' })
})

test('a passkey completes the login, after a first attempt that was cancelled', async () => {
  const requests = mockServer({
    'POST /api/auth/login/second-factor/options': () => ({
      success: true,
      kinds: ['passkey'],
      passkey: { ceremony: 'of-the-passkey', options: { challenge: 'x' } },
    }),
    [path]: () => signedIn,
  })
  startAuthentication.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'))
  startAuthentication.mockResolvedValueOnce(answer)
  const { onSignedIn } = renderStep(['passkey'])
  await press('Use a passkey')
  expect((await screen.findByRole('alert')).textContent).toBe('The passkey was not used. Please try again.')
  await press('Use a passkey')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(signedIn))
  expect(startAuthentication).toHaveBeenLastCalledWith({ optionsJSON: { challenge: 'x' } })
  expect(requests.at(-1)?.body).toMatchObject({
    token: 'of-the-step',
    passkey: { ceremony: 'of-the-passkey', response: { id: 'key', type: 'public-key' } },
  })
})

test('a browser without passkeys offers the other factors only', () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  renderStep(['passkey', 'recovery-code'])
  expect(screen.getByLabelText('Recovery code')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('a step that took too long says so, and leads back to the password', async () => {
  const text = 'This login was used or has expired. Please log in again.'
  mockServer({ [path]: () => errorResponse(401, 'second-step-over', text) })
  const { onStartAgain } = renderStep(['app'])
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  await press('Back to the password')
  expect(onStartAgain).toHaveBeenCalledOnce()
})

test('a screen says that the server does not answer', async () => {
  mockServer({ [path]: networkError })
  renderStep(['app'])
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed. Please try again.')
})
