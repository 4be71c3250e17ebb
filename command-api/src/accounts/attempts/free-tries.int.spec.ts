import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { twoFactorEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { commandApp, password, refusal, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { newPassword, passwordResetApp } from '@thirty/command-api/testing/password-reset-app.ts'
import { appForEach, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { codeAt } from '@thirty/command-api/testing/totp-code.ts'
import { expect, test } from 'vitest'

const app = appForEach(() => commandApp({ areLimitsOn: true }))
const home = { 'X-Forwarded-For': '203.0.113.7' }
const stranger = { 'X-Forwarded-For': '198.51.100.1' }
const wrong = (count: number) => `Wrong-horse-${count}`
const bob = (secret: string) => ({ ...signUpBody('bob'), password: secret })

/** The ways to sign up, each as a function that signs Bob up with a password from an address. */
const ways = {
  'a sign-up':
    async () =>
    (secret: string, headers = home) =>
      app.http.call('POST', '/api/auth/signup', bob(secret), { key: 'k', headers }),
  'a sign-up with the registration key':
    async () =>
    (secret: string, headers = home) =>
      app.http.adminSignUp(bob(secret), undefined, { key: 'k', headers }),
  'an invitation that was used': async () => {
    const invitation = await app.http.invite((await app.signUpUser('ada', { isAdmin: true })).token)
    return (secret: string, headers = home) => app.http.accept(invitation, bob(secret), { headers })
  },
}
const { 'a sign-up': _ofParticipant, ...waysOfAdmins } = ways

test.each(Object.entries(ways))(
  '%s that is repeated tells no more about a password than a login does',
  async (_name, begin) => {
    const signUp = await begin()
    expect((await signUp(password)).status).toBe(201)
    expect((await signUp(password, stranger)).status).toBe(201)
    for (let count = 0; count < 10; count += 1)
      expect((await signUp(wrong(count), stranger)).body['code']).toBe('key-reused')
    // The right password neither.
    expect((await signUp(password, stranger)).body['code']).toBe('too-many')
    expect((await app.logIn('bob', password, stranger)).status).toBe(429)
    expect((await app.logIn('bob', password, home)).status).toBe(200)
  },
)

test.each(Object.entries(waysOfAdmins))(
  '%s that is repeated opens no session of an admin who has a second factor',
  async (_name, begin) => {
    const signUp = await begin()
    const { user } = signedInResponse.parse((await signUp(password)).body)
    expect(signedInResponse.parse((await signUp(password)).body).user._id).toBe(user._id)
    const addApp = (path: string, body: object) =>
      app.http.call('POST', `/api/auth/two-factor/app${path}`, body, user)
    const setUp = twoFactorEndpoints.setUpApp.response.parse((await addApp('/setup', {})).body)
    const code = codeAt(setUp.secret, app.time.now)
    expect((await addApp('', { setup: setUp.setup, code })).status).toBe(200)
    const repeated = await signUp(password)
    expect(repeated).toMatchObject(
      refusal(409, 'conflict', { message: 'You have already signed up. Please log in.' }),
    )
    expect(repeated.body).not.toHaveProperty('user')
  },
)

test('a used reset link tells no more about the password that was set with it', async () => {
  const resets = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await resets.signUp('bob')
  const token = await resets.mailedToken('bob')
  for (const _again of [1, 2]) expect((await resets.reset(token, newPassword, 'k')).status).toBe(200)
  for (let count = 0; count < 10; count += 1)
    expect((await resets.reset(token, wrong(count), 'k')).body['code']).toBe('key-reused')
  expect((await resets.reset(token, newPassword, 'k')).status).toBe(429)
})

test('a repeated change of the password counts in its session', async () => {
  const { token } = await app.signUpUser('bob')
  const change = (secret: string, own: string) => app.http.changePassword(own, password, secret, 'k')
  const own = String((await change(newPassword, token)).body['token'])
  for (let count = 0; count < 9; count += 1)
    expect((await change(wrong(count), own)).body['code']).toBe('key-reused')
  for (const status of [401, 429])
    expect((await app.http.confirm(own, { password: wrong(10) })).status).toBe(status)
})
