import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp } from '@thirty/command-api/testing/test-app.ts'

const app = appForFile(commandApp)

const logOut = async (token: string, key?: string, everywhere = '') =>
  (await app.http.call('POST', `/api/auth/logout${everywhere}`, undefined, { token, key })).status
const statuses = (...tokens: string[]) => Promise.all(tokens.map(app.statusWithToken))

test('logging out revokes a token in every process, and other sessions continue', async () => {
  const { token: here } = await app.signUpUser('ana')
  const elsewhere = await app.logInToken('ana')
  expect(await logOut(here)).toBe(200)
  expect(await statuses(here, elsewhere)).toEqual([401, 200])
  const next = await app.serve()
  expect((await next.call('GET', '/api/auth/bookmarks', undefined, { token: here })).status).toBe(401)
})

test('two sessions that log out with the same idempotency key both end', async () => {
  const tokens = [(await app.signUpUser('berta')).token, await app.logInToken('berta')]
  for (const token of tokens) expect(await logOut(token, 'k')).toBe(200)
  expect(await statuses(...tokens)).toEqual([401, 401])
  for (const _again of [1, 2]) {
    const token = await app.logInToken('berta')
    expect(await logOut(token, 'k', '-everywhere')).toBe(200)
    expect(await app.statusWithToken(token)).toBe(401)
  }
})

test('a deactivated account is signed out immediately, and can log in again when it is activated', async () => {
  const root = await app.signUpUser('rhea', { isAdmin: true })
  const { id, token } = await app.signUpUser('fred')
  const setStatus = async (status: string) => (await app.http.setStatus(root.token, id, status)).status
  expect(await setStatus('inactive')).toBe(200)
  expect(await app.statusWithToken(token)).toBe(401)
  expect(await app.logIn('fred')).toMatchObject({ status: 401, body: { code: 'account-inactive' } })
  expect([await setStatus('inactive'), await setStatus('active')]).toEqual([200, 200])
  // The old session stays revoked.
  expect(await statuses(token, await app.logInToken('fred'))).toEqual([401, 200])
  expect((await app.typesOf(`user-${id}`)).slice(1)).toEqual([
    'UserStatusChanged',
    'SessionsRevoked',
    'UserStatusChanged',
  ])
})
