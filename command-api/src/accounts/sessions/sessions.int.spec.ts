import { maxRevokedTokens } from '@thirty/contracts/accounts/sessions.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, password } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

const logOut = (token: string, key?: string) =>
  app.http.call('POST', '/api/auth/logout', undefined, { token, key })

test('logging out revokes a token in every process, and other sessions continue', async () => {
  const { token: here } = await app.signUpUser('ana')
  const elsewhere = await app.logInToken('ana')
  expect(await logOut(here)).toMatchObject({ status: 200, body: { success: true } })
  const next = await app.serve()
  for (const http of [app.http, next]) {
    const call = (token: string) => http.call('GET', '/api/auth/bookmarks', undefined, { token })
    expect((await call(here)).status).toBe(401)
    expect((await call(elsewhere)).status).toBe(200)
  }
})

test('two sessions that log out with the same idempotency key both end', async () => {
  const { token: here } = await app.signUpUser('berta')
  const elsewhere = await app.logInToken('berta')
  expect((await logOut(here, 'k')).status).toBe(200)
  expect((await logOut(elsewhere, 'k')).status).toBe(200)
  expect([await app.statusWithToken(here), await app.statusWithToken(elsewhere)]).toEqual([401, 401])
  for (let times = 0; times < 2; times += 1) {
    const token = await app.logInToken('berta')
    expect((await app.http.call('POST', '/api/auth/logout-everywhere', {}, { token, key: 'k' })).status).toBe(
      200,
    )
    expect(await app.statusWithToken(token)).toBe(401)
  }
})

test('revoking more tokens than can be remembered ends all sessions', async () => {
  const { id, token: first } = await app.signUpUser('dora')
  const issue = () => app.tokens.issue({ id, version: 0 })
  await logOut(first)
  for (let times = 1; times < maxRevokedTokens; times += 1) await logOut(issue())
  const kept = issue()
  expect(await app.statusWithToken(kept)).toBe(200)
  expect((await logOut(issue())).status).toBe(200)
  expect([await app.statusWithToken(first), await app.statusWithToken(kept)]).toEqual([401, 401])
  expect((await app.eventsOf(`user-${id}`)).at(-1)?.type).toBe('SessionsRevoked')
})

const setStatus = (token: string, id: string, status: string) =>
  app.http.call('PUT', `/api/auth/users/${id}/status`, { status }, { token })

test('a deactivated account is signed out immediately, and can log in again when it is activated', async () => {
  const root = await app.signUpUser('rhea', { isAdmin: true })
  const { id, token } = await app.signUpUser('fred')
  expect((await setStatus(root.token, id, 'inactive')).status).toBe(200)
  expect(await app.statusWithToken(token)).toBe(401)
  expect(await app.logIn('fred')).toMatchObject({ status: 401, body: { code: 'account-inactive' } })
  expect((await setStatus(root.token, id, 'inactive')).status).toBe(200)
  expect((await setStatus(root.token, id, 'active')).status).toBe(200)
  // The old session stays revoked.
  expect(await app.statusWithToken(token)).toBe(401)
  expect(await app.statusWithToken(await app.logInToken('fred'))).toBe(200)
  expect((await app.eventsOf(`user-${id}`)).map(({ type }) => type)).toEqual([
    'UserRegistered',
    'UserStatusChanged',
    'SessionsRevoked',
    'UserStatusChanged',
  ])
})

test('admins cannot deactivate their own accounts', async () => {
  const { id, token } = await app.signUpUser('ruth', { isAdmin: true })
  expect(await setStatus(token, id, 'inactive')).toMatchObject({ status: 403, body: { code: 'own-account' } })
  expect((await setStatus(token, id, 'pending')).status).toBe(403)
  expect((await setStatus(token, id, 'active')).status).toBe(200)
})

test('of two admins who deactivate each other concurrently, one stays', async () => {
  const alone = await commandApp()
  const [one, two] = [
    await alone.signUpUser('one', { isAdmin: true }),
    await alone.signUpUser('two', { isAdmin: true }),
  ]
  const deactivate = (by: typeof one, user: typeof one) =>
    alone.http.call('PUT', `/api/auth/users/${user.id}/status`, { status: 'inactive' }, { token: by.token })
  const responses = await Promise.all([deactivate(one, two), deactivate(two, one)])
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const statusOf = async ({ token }: typeof one) => alone.statusWithToken(token)
  const statuses = [await statusOf(one), await statusOf(two)]
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const last = statuses[0] === 200 ? one : two
  const deletion = await alone.http.call('DELETE', '/api/auth/account', { password }, { token: last.token })
  expect(deletion).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  expect(await statusOf(last)).toBe(200)
  await alone.close()
})
