import { randomUUID } from 'node:crypto'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { sessionEndpoints } from '@thirty/contracts/accounts/sessions-api.ts'
import { commandApp, refusal, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForFile(commandApp)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'
const minute = 60_000

const call = (method: string, path: string, token: string, userAgent = firefox) =>
  app.http.call(method, `/api/auth/${path}`, undefined, { token, headers: { 'User-Agent': userAgent } })
const sessionsOf = async (token: string, userAgent?: string) =>
  sessionEndpoints.mine.response.parse((await call('GET', 'sessions', token, userAgent)).body).sessions
const end = (token: string, id = '') => call('DELETE', `sessions/${id}`, token)
const statuses = (...tokens: string[]) => Promise.all(tokens.map(app.statusWithToken))

/** Signs somebody up with Firefox and logs in with Edge five minutes later. */
async function withTwoSessions(name: string) {
  const { id, token: here } = await app.signUpUser(name)
  const since = new Date(app.time.now).toISOString()
  await sessionsOf(here)
  app.time.now += 5 * minute
  const elsewhere = await app.logInToken(name)
  await sessionsOf(elsewhere, edge)
  app.time.now += 5 * minute
  return { id, here, elsewhere, since }
}

test("a user's sessions have their device and times, the current one first", async () => {
  const { here, since } = await withTwoSessions('ana')
  const ago = (minutes: number) => new Date(app.time.now - minutes * minute).toISOString()
  expect(await sessionsOf(here)).toMatchObject([
    { current: true, browser: 'Firefox', system: 'Linux', since, lastSeenAt: ago(0) },
    { current: false, browser: 'Microsoft Edge', system: 'Windows', lastSeenAt: ago(5) },
  ])
})

test('a session that the store does not know is shown from its token', async () => {
  const { id, token } = await app.signUpUser('bea')
  await sessionsOf(token)
  await app.seenSessions.removeAll(id)
  expect(await sessionsOf(token)).toMatchObject([{ current: true, browser: 'Firefox', system: 'Linux' }])
})

test('an ended session is refused at the next request, and is no longer shown', async () => {
  const { id, here, elsewhere } = await withTwoSessions('carl')
  const [, other] = await sessionsOf(here)
  expect((await end(here, other?.id)).status).toBe(200)
  expect(await statuses(here, elsewhere)).toEqual([200, 401])
  expect(await sessionsOf(here)).toHaveLength(1)
  // The response may have been lost.
  expect((await end(here, other?.id)).status).toBe(200)
  const ended = (await app.eventsOf(`user-${id}`)).filter(({ type }) => type === 'SessionEnded')
  expect(ended).toMatchObject([{ data: { token: other?.id } }])
})

test('the session of another user is not found', async () => {
  const { token } = await app.signUpUser('dora')
  const { id, here, elsewhere } = await withTwoSessions('dirk')
  for (const session of await sessionsOf(here))
    expect(await end(token, session.id)).toMatchObject({ status: 404, body: { code: 'session-not-found' } })
  expect(await statuses(here, elsewhere)).toEqual([200, 200])
  expect(await app.typesOf(`user-${id}`)).toEqual(['UserRegistered'])
})

test('after all other sessions are ended, this one continues with another token', async () => {
  const { here, elsewhere } = await withTwoSessions('emil')
  const { body } = await call('POST', 'sessions/end-others', here)
  const { token } = sessionEndpoints.endOthers.response.parse(body)
  expect(await statuses(here, elsewhere)).toEqual([401, 401])
  expect(await sessionsOf(token)).toMatchObject([{ current: true }])
})

test('sessions that have expired, were logged out or have an older version are not shown', async () => {
  const { id, here, elsewhere } = await withTwoSessions('fay')
  const loggedIn = await app.seenSessions.load(id)
  await call('POST', 'logout', elsewhere)
  expect(await app.seenSessions.load(id)).toHaveLength(1)
  // Stored by a request that was on its way.
  for (const session of loggedIn) await app.seenSessions.record(id, session)
  expect(await sessionsOf(here)).toHaveLength(1)
  await app.logInToken('fay').then(sessionsOf)
  expect(await sessionsOf(here)).toHaveLength(2)
  // Stored by a request that was on its way while the version was raised.
  const [current] = await app.seenSessions.load(id)
  if (!current) throw new Error('There is no session.')
  await app.seenSessions.record(id, { ...current, id: 'newer', version: 7 })
  await app.seenSessions.record(id, { ...current, id: 'over', expiresAt: app.time.now, version: 7 })
  expect((await sessionsOf(here)).map((session) => session.current)).toEqual([true])
})

test('two sessions that log out with the same idempotency key both end', async () => {
  const logOut = async (token: string, everywhere = '') =>
    (await app.http.call('POST', `/api/auth/logout${everywhere}`, undefined, { token, key: 'k' })).status
  const tokens = [(await app.signUpUser('berta')).token, await app.logInToken('berta')]
  for (const token of tokens) expect(await logOut(token)).toBe(200)
  expect(await statuses(...tokens)).toEqual([401, 401])
  for (const _again of [1, 2]) {
    const token = await app.logInToken('berta')
    expect(await logOut(token, '-everywhere')).toBe(200)
    expect(await app.statusWithToken(token)).toBe(401)
  }
})

test('an admin sees where a user is logged in, without the ids, and ends all sessions', async () => {
  const admin = await app.signUpUser('rhea', { isAdmin: true })
  const { id, here, elsewhere } = await withTwoSessions('gina')
  const path = `users/${id}/sessions`
  const { body } = await call('GET', path, admin.token)
  expect(body).toMatchObject({ sessions: [{ browser: 'Microsoft Edge' }, { browser: 'Firefox' }] })
  expect(JSON.stringify(body)).not.toContain((await app.seenSessions.load(id))[0]?.id)
  expect((await call('DELETE', path, admin.token)).status).toBe(200)
  expect(await statuses(here, elsewhere)).toEqual([401, 401])
  expect((await call('GET', path, admin.token)).body).toMatchObject({ sessions: [] })
  expect((await app.eventsOf(`user-${id}`)).at(-1)).toMatchObject({
    type: 'SessionsRevoked',
    metadata: { actor: admin.id },
  })
})

test('the sessions of a user who does not exist are neither shown nor ended', async () => {
  const { token } = await app.signUpUser('rosa', { isAdmin: true })
  for (const method of ['GET', 'DELETE'])
    expect(await call(method, `users/${randomUUID()}/sessions`, token)).toMatchObject(
      refusal(404, 'user-not-found'),
    )
})

test('a password is used exactly as it was typed', async () => {
  const spaced = '  Ünïcode 7 🐎 Horse '
  await app.signUp({ ...signUpBody('spaces'), password: spaced })
  expect((await app.logIn('spaces', spaced)).status).toBe(200)
  expect((await app.logIn('spaces', spaced.trim())).status).toBe(401)
})

test('a very long password is refused before it is hashed', async () => {
  // What is hashed and wrong gets 401.
  expect((await app.logIn('ana', 'x'.repeat(90_000))).status).toBe(422)
})

test('the admin key does not turn an existing participant into an admin', async () => {
  await app.signUp(signUpBody('otto'))
  expect((await app.http.adminSignUp(signUpBody('otto'))).status).toBe(409)
  expect(signedInResponse.parse((await app.logIn('otto')).body).user.isAdmin).toBe(false)
})
