import { maxRevokedTokens } from '@thirty/contracts/accounts/sessions.ts'
import { appForFile, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { commandApp, refusal } from '@thirty/command-api/testing/test-app.ts'

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

test('revoking more tokens than can be remembered ends all sessions', async () => {
  const { id, token: first } = await app.signUpUser('dora')
  const issue = () => app.tokens.issue({ id, version: 0 })
  await logOut(first)
  for (let times = 1; times < maxRevokedTokens; times += 1) await logOut(issue())
  const kept = issue()
  expect(await app.statusWithToken(kept)).toBe(200)
  expect(await logOut(issue())).toBe(200)
  expect(await statuses(first, kept)).toEqual([401, 401])
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

test('admins cannot deactivate their own accounts', async () => {
  const { id, token } = await app.signUpUser('ruth', { isAdmin: true })
  const setStatus = (status: string) => app.http.setStatus(token, id, status)
  expect(await setStatus('inactive')).toMatchObject(refusal(403, 'own-account'))
  expect([(await setStatus('pending')).status, (await setStatus('active')).status]).toEqual([403, 200])
})

test('of two admins who deactivate each other concurrently, one stays', async () => {
  const alone = await appForTest(commandApp())
  const [one, two] = [
    await alone.signUpUser('one', { isAdmin: true }),
    await alone.signUpUser('two', { isAdmin: true }),
  ]
  const responses = await Promise.all([
    alone.http.setStatus(one.token, two.id, 'inactive'),
    alone.http.setStatus(two.token, one.id, 'inactive'),
  ])
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const last = responses[0]?.status === 200 ? one : two
  const left = last === one ? two : one
  expect(await alone.http.leave(last.token)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  expect([await alone.statusWithToken(last.token), await alone.statusWithToken(left.token)]).toEqual([
    200, 401,
  ])
})
