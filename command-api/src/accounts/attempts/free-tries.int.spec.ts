import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import { commandApp, password, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { adminKey } from '@thirty/command-api/testing/test-context.ts'
import { newPassword, passwordResetApp } from '@thirty/command-api/testing/password-reset-app.ts'
import { appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const home = { 'X-Forwarded-For': '203.0.113.7' }
const stranger = { 'X-Forwarded-For': '198.51.100.1' }
const wrong = (count: number) => `Wrong-horse-${count}`

async function startApp() {
  const app = await appForTest(commandApp({ areLimitsOn: true }))
  return app
}
type App = Awaited<ReturnType<typeof startApp>>

/** The ways to sign up, each as a function that signs Bob up with a password from an address. */
const ways = {
  'a sign-up': async ({ http }: App) => {
    return (secret: string, headers: Record<string, string>) =>
      http.call('POST', '/api/auth/signup', { ...signUpBody('bob'), password: secret }, { key: 'k', headers })
  },
  'a sign-up with the registration key': async ({ http }: App) => {
    return (secret: string, headers: Record<string, string>) => {
      const body = { ...signUpBody('bob'), password: secret, adminKey }
      return http.call('POST', '/api/auth/admin-signup', body, { key: 'k', headers })
    }
  },
  'an invitation that was used': async ({ http, signUpUser }: App) => {
    const { token } = await signUpUser('ada', { isAdmin: true })
    const body = { role: 'reviewer', days: 7 }
    const created = await http.call('POST', '/api/admin/invitations', body, { token })
    const { link } = invitationCreatedResponse.parse(created.body).invitation
    const used = new URL(link ?? '').searchParams.get('token')
    return (secret: string, headers: Record<string, string>) => {
      const invited = { ...signUpBody('bob'), password: secret, token: used }
      return http.call('POST', '/api/auth/invitations/accept', invited, { headers })
    }
  },
}

test.each(Object.entries(ways))(
  '%s that is repeated tells no more about a password than a login does',
  async (_name, begin) => {
    const app = await startApp()
    const signUp = await begin(app)
    expect((await signUp(password, home)).status).toBe(201)
    expect((await signUp(password, stranger)).status).toBe(201)
    for (let count = 0; count < 10; count += 1)
      expect((await signUp(wrong(count), stranger)).body['code']).toBe('key-reused')
    // The right password neither.
    expect((await signUp(password, stranger)).body['code']).toBe('too-many')
    const logIn = (headers: Record<string, string>) =>
      app.http.call('POST', '/api/auth/login', { emailOrUsername: 'bob', password }, { headers })
    expect((await logIn(stranger)).status).toBe(429)
    expect((await logIn(home)).status).toBe(200)
  },
)

test('a login and a repeated sign-up share one limit', async () => {
  const app = await startApp()
  const signUp = await ways['a sign-up'](app)
  await signUp(password, home)
  for (let count = 0; count < 5; count += 1) {
    await signUp(wrong(count), stranger)
    const body = { emailOrUsername: 'bob', password: wrong(count) }
    await app.http.call('POST', '/api/auth/login', body, { headers: stranger })
  }
  expect((await signUp(wrong(10), stranger)).status).toBe(429)
})

test('a used reset link tells no more about the password that was set with it', async () => {
  const app = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await app.signUp('bob')
  const token = await app.mailedToken('bob')
  expect((await app.reset(token, newPassword, 'k')).status).toBe(200)
  expect((await app.reset(token, newPassword, 'k')).status).toBe(200)
  for (let count = 0; count < 10; count += 1)
    expect((await app.reset(token, wrong(count), 'k')).body['code']).toBe('key-reused')
  expect((await app.reset(token, newPassword, 'k')).status).toBe(429)
})

test('a repeated change of the password counts in its session', async () => {
  const app = await startApp()
  const { token } = await app.signUpUser('bob')
  const change = (secret: string, own: string) =>
    app.http.call(
      'POST',
      '/api/auth/change-password',
      { currentPassword: password, newPassword: secret },
      { key: 'k', token: own },
    )
  const own = String((await change(newPassword, token)).body['token'])
  for (let count = 0; count < 9; count += 1)
    expect((await change(wrong(count), own)).body['code']).toBe('key-reused')
  const confirm = () =>
    app.http.call('POST', '/api/auth/two-factor/confirm', { password: wrong(10) }, { token: own })
  expect((await confirm()).status).toBe(401)
  expect((await confirm()).status).toBe(429)
})
