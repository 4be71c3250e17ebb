import { signedInAnswer } from '@thirty/contracts/api/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parts, served, statuses } from '../spec-app.ts'
import { passwords } from './password.ts'
import { accountRoutes } from './routes.ts'
import { emailStream } from './streams.ts'

const adminKey = 'a key of at least thirty-two characters'
const password = 'Correct-horse-7'
let app: Awaited<ReturnType<typeof parts>>
let http: Awaited<ReturnType<typeof served>>

beforeAll(async () => {
  app = await parts()
  const router = accountRoutes({ ...app, passwords: passwords(), adminKey })
  http = await served({ '/api/auth': router, '/auth': router })
})
afterAll(async () => {
  await http.close()
  await app.close()
})

const person = (name: string) => ({
  fullName: 'Ana Example',
  username: name,
  email: `${name}@example.org`,
  password,
})
const signUp = (body: unknown, key?: string) =>
  http.call('POST', '/api/auth/signup', body, key === undefined ? {} : { key })
const logIn = (emailOrUsername: unknown, secret: unknown = password) =>
  http.call('POST', '/api/auth/login', { emailOrUsername, password: secret })

test('a person signs up and holds a token', async () => {
  const { status, body } = await signUp({ ...person('ana'), email: 'Ana@Example.org' })
  expect(status).toBe(201)
  const { user } = signedInAnswer.parse(body)
  expect(user).toMatchObject({ username: 'ana', email: 'Ana@Example.org', isAdmin: false, status: 'active' })
  expect(app.tokens.read(user.token)).toMatchObject({ userId: user._id, version: 0 })
  expect(body['position']).toBe((await app.log.head()).toString())
})

test('personal data is in the stream of the user only, and the password nowhere', async () => {
  const { body } = await signUp(person('private'), 'key-of-private')
  const { user } = signedInAnswer.parse(body)
  const everything = await allEvents()
  const elsewhere = everything.filter(({ stream }) => stream !== `user-${user._id}`)
  const textOf = (events: typeof everything) =>
    JSON.stringify(events.map(({ data, metadata, stream }) => [data, metadata, stream]))
  expect(textOf(everything)).toContain('private@')
  expect(textOf(everything)).not.toContain(password)
  expect(textOf(elsewhere)).not.toContain('private@')
})

test('people log in by address or username in any case, under both paths', async () => {
  await signUp(person('Bea_9'))
  for (const name of ['Bea_9', 'BEA_9', ' bea_9 ', 'bea_9@example.org', 'BEA_9@EXAMPLE.ORG']) {
    const { status, body } = await logIn(name)
    expect([name, status]).toEqual([name, 200])
    expect(signedInAnswer.parse(body).user.username).toBe('Bea_9')
  }
  const old = await http.call('POST', '/auth/login', { emailOrUsername: 'bea_9', password })
  expect(old.status).toBe(200)
})

test('a wrong password and an unknown name get the very same answer', async () => {
  await signUp(person('carl'))
  const wrong = await logIn('carl', 'Wrong-horse-7')
  const unknown = await logIn('nobody-there@example.org')
  const impossible = await logIn('$all')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({
    success: false,
    code: 'wrong-credentials',
    message: 'Invalid email/username or password',
  })
  for (const other of [unknown, impossible]) {
    expect([other.status, other.body]).toEqual([wrong.status, wrong.body])
  }
})

test('a password is taken exactly as it was typed', async () => {
  const spaced = '  Ünïcode 7 🐎 Horse '
  await signUp({ ...person('spaces'), password: spaced })
  expect((await logIn('spaces', spaced)).status).toBe(200)
  expect((await logIn('spaces', spaced.trim())).status).toBe(401)
})

test('a deactivated user cannot log in', async () => {
  const { body } = await signUp(person('dora'))
  const { user } = signedInAnswer.parse(body)
  await app.log.append(
    `user-${user._id}`,
    [
      {
        id: crypto.randomUUID(),
        type: 'UserStatusChanged',
        version: 1,
        at: new Date(app.time.now).toISOString(),
        data: { status: 'inactive' },
        metadata: { correlation: 'spec' },
      },
    ],
    'any',
  )
  expect(await logIn('dora')).toMatchObject({ status: 401, body: { code: 'account-inactive' } })
})

test('a taken address and a taken username are refused in the same words', async () => {
  await signUp(person('eve'))
  const byEmail = await signUp({ ...person('other'), email: 'EVE@example.org' })
  const byName = await signUp({ ...person('EVE'), email: 'someone@example.org' })
  expect(byEmail).toMatchObject({ status: 409, body: { message: 'Email or username is already taken' } })
  expect(byName.body).toEqual(byEmail.body)
})

test('a taken username leaves the address free', async () => {
  await signUp(person('fred'))
  expect((await signUp({ ...person('fred'), email: 'frida@example.org' })).status).toBe(409)
  expect((await signUp({ ...person('frida'), email: 'frida@example.org' })).status).toBe(201)
})

test('parallel sign-ups with one address in different cases make one account', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? 'twin@example.org' : ' TWIN@Example.ORG ',
  )
  const answers = await Promise.all(
    addresses.map((email, index) => signUp({ ...person(`twin${index}`), email })),
  )
  expect(statuses(answers)).toEqual({ 201: 1, 409: 19 })
  const users = (await allEvents()).filter(
    ({ type, data }) => type === 'UserRegistered' && JSON.stringify(data).toLowerCase().includes('twin@'),
  )
  expect(users).toHaveLength(1)
})

test('a double click with a key is one account and the same user', async () => {
  const [first, second] = await Promise.all([
    signUp(person('gina'), 'key-gina'),
    signUp(person('gina'), 'key-gina'),
  ])
  const later = await signUp(person('gina'), 'key-gina')
  const answers = [first, second, later]
  expect(statuses(answers)).toEqual({ 201: 3 })
  expect(new Set(answers.map(({ body }) => signedInAnswer.parse(body).user._id)).size).toBe(1)
})

test('a key is good for one sign-up only', async () => {
  await signUp(person('hanna'), 'key-hanna')
  const other = await signUp({ ...person('hanna'), password: 'Another-horse-7' }, 'key-hanna')
  expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } })
  expect((await logIn('hanna', 'Another-horse-7')).status).toBe(401)
})

test('after a restart the key still finds its account, but not with another password', async () => {
  await signUp(person('ida'), 'key-ida')
  const afterRestart = await served({
    '/api/auth': accountRoutes({ ...app, passwords: passwords(), adminKey }),
  })
  const again = (secret: string) =>
    afterRestart.call('POST', '/api/auth/signup', { ...person('ida'), password: secret }, { key: 'key-ida' })
  expect((await again(password)).status).toBe(201)
  expect((await again('Another-horse-7')).body['code']).toBe('key-reused')
  await afterRestart.close()
})

test('a name whose sign-up broke off is free again after a minute', async () => {
  const lost = crypto.randomUUID()
  await reserveFor(lost, 'jon@example.org')
  expect((await signUp(person('jon'))).status).toBe(409)
  app.time.now += 60_001
  expect((await signUp(person('jon'))).status).toBe(201)
  expect((await app.eventsOf(`user-${lost}`)).map(({ type }) => type)).toEqual(['UserStatusChanged'])
})

test('a name whose account is older than a minute stays taken', async () => {
  await signUp(person('kim'))
  app.time.now += 3_600_000
  expect((await signUp({ ...person('kim2'), email: 'kim@example.org' })).status).toBe(409)
  expect((await logIn('kim')).status).toBe(200)
})

test('twenty who wait for one abandoned name get one account', async () => {
  await reserveFor(crypto.randomUUID(), 'lea@example.org')
  app.time.now += 60_001
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signUp({ ...person(`lea${index}`), email: 'lea@example.org' })),
  )
  expect(statuses(answers)).toEqual({ 201: 1, 409: 19 })
})

test('a common password is refused at its field', async () => {
  expect(await signUp({ ...person('mia'), password: 'Password1!' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-fields', errors: { password: 'This password is too common' } },
  })
})

test('nobody signs up as more than they are', async () => {
  for (const extra of [
    { isAdmin: true },
    { role: 'admin' },
    { status: 'active' },
    { submissions: 99 },
    { _id: 'x' },
  ]) {
    expect((await signUp({ ...person('nora'), ...extra })).status).toBe(400)
  }
})

test.for([{}, [], { $ne: null }, 5, true, null])('%j is no name to log in with', async (value) => {
  expect([400, 422]).toContain((await logIn(value)).status)
})

test('a very long password is refused before it is hashed', async () => {
  const before = performance.now()
  expect((await logIn('ana', 'x'.repeat(90_000))).status).toBe(422)
  expect(performance.now() - before).toBeLessThan(500)
})

const admin = (name: string, key: unknown) =>
  http.call('POST', '/api/auth/admin-signup', { ...person(name), adminKey: key })

test('the key makes admins', async () => {
  const { status, body } = await admin('ada', adminKey)
  expect(status).toBe(201)
  expect(signedInAnswer.parse(body).user.isAdmin).toBe(true)
})

test('a wrong key makes none', async () => {
  expect(await admin('bob', 'undefined')).toMatchObject({ status: 403, body: { code: 'wrong-admin-key' } })
  expect((await logIn('bob')).status).toBe(401)
})

test('the key does not lift a participant who is there already', async () => {
  await signUp(person('otto'))
  expect((await admin('otto', adminKey)).status).toBe(409)
  expect(signedInAnswer.parse((await logIn('otto')).body).user.isAdmin).toBe(false)
})

async function allEvents() {
  const all = []
  for await (const events of app.log.readAll()) all.push(...events)
  return all
}

/** What a process leaves behind that ends in the middle of a sign-up. */
async function reserveFor(user: string, email: string) {
  const event = {
    id: crypto.randomUUID(),
    type: 'Reserved',
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data: { user },
    metadata: { correlation: 'spec' },
  }
  await app.log.append(emailStream(email), [event], 'none')
}
