import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsApp, password, signUpBody } from '@thirty/command-api/testing/accounts-app.ts'
import { pendingErasures } from './pending-erasures.ts'

let app: Awaited<ReturnType<typeof accountsApp>>
beforeAll(async () => {
  app = await accountsApp()
})
afterAll(() => app.close())

const leave = (token: string, body: unknown = { password }, key?: string) =>
  app.http.call('DELETE', '/api/auth/account', body, { token, ...(key !== undefined && { key }) })

/** Everything that the log holds, as text. */
async function wholeLog(): Promise<string> {
  const all = []
  for await (const events of app.log.readAll())
    for (const { stream, type, data, metadata } of events) all.push([stream, type, data, metadata])
  return JSON.stringify(all)
}

test('who leaves is gone: no session, no log-in, no name, no address, no hash', async () => {
  const { id, token } = await app.signUpUser('ana')
  const other = await app.logInToken('ana')
  await app.http.call('PUT', '/api/auth/profile', { fullName: 'Ana Unique', bio: 'Once here' }, { token })
  const personal = ['Ana Unique', 'Once here', 'ana@example.org', '$argon2id$']
  const before = await wholeLog()
  for (const text of personal) expect(before).toContain(text)
  const { status, body } = await leave(token)
  expect([status, body['success']]).toEqual([200, true])
  expect([await app.statusWithToken(token), await app.statusWithToken(other)]).toEqual([401, 401])
  expect((await app.logIn('ana')).body).toEqual((await app.logIn('never-there')).body)
  expect([await app.eventsOf(`user-${id}`), await app.eventsOf(`credentials-${id}`)]).toEqual([[], []])
  const after = await wholeLog()
  for (const text of personal) expect(after).not.toContain(text)
})

test('not even a digest of what somebody said about themselves is left, where another one could be tried against it', async () => {
  const { id, token } = await app.signUpUser('amy')
  const profile = { username: 'amy_new', fullName: 'Amy Example', location: 'Lima' }
  await app.http.call('PUT', '/api/auth/profile', profile, { token, key: 'key-of-amy' })
  const changed = (await app.eventsOf(`user-${id}`)).find(({ type }) => type === 'ProfileChanged')
  const digest = changed?.metadata.causation?.split(':')[1] ?? 'none'
  expect(await wholeLog()).toContain(`:${digest}"`)
  await leave(token)
  expect(await wholeLog()).not.toContain(digest)
})

test('what is left says what the standings rest on, and nothing about a person', async () => {
  const { id, token } = await app.signUpUser('bea')
  const [registered] = await app.eventsOf(`user-${id}`)
  await leave(token)
  const left = await app.eventsOf(`deleted-${id}`)
  expect(left.map(({ type, data }) => [type, data])).toEqual([
    [
      'AccountDeleted',
      {
        role: 'participant',
        status: 'active',
        registered: { at: registered?.at, position: registered?.position.toString() },
      },
    ],
  ])
})

test('the names are free at once', async () => {
  const { token } = await app.signUpUser('carl')
  await leave(token)
  expect((await app.signUp(signUpBody('carl'))).status).toBe(201)
})

test('a wrong password is refused at its field, and nothing is lost', async () => {
  const { id, token } = await app.signUpUser('dora')
  expect(await leave(token, { password: 'Wrong-horse-7' })).toMatchObject({
    status: 401,
    body: { code: 'wrong-credentials', errors: { password: 'Wrong password' } },
  })
  expect(await leave(token, {})).toMatchObject({
    status: 422,
    body: { errors: { password: 'Password is required' } },
  })
  expect(await app.statusWithToken(token)).toBe(200)
  expect(await app.eventsOf(`deleted-${id}`)).toEqual([])
})

test('the body is no place for another user', async () => {
  const { token } = await app.signUpUser('emil')
  expect((await leave(token, { password, userId: 'somebody' })).status).toBe(400)
  expect((await app.http.call('DELETE', '/api/auth/account', { password })).status).toBe(401)
})

test('without a password it takes a session that is younger than ten minutes', async () => {
  const { id, token } = await app.signUpUser('fred')
  const event = {
    id: crypto.randomUUID(),
    type: 'PasswordRemoved',
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data: { sessionVersion: 0 },
    metadata: { correlation: 'spec' },
  }
  await app.log.append(`credentials-${id}`, [event], 'any')
  app.time.now += 10 * 60_000
  expect(await leave(token, {})).toMatchObject({ status: 403, body: { code: 'sign-in-again' } })
  const fresh = app.tokens.issue({ id, version: 0 })
  app.time.now += 10 * 60_000 - 1_000
  expect((await leave(fresh, {})).status).toBe(200)
  expect(await app.statusWithToken(fresh)).toBe(401)
})

test('two who delete one account at once delete it once', async () => {
  const { id, token } = await app.signUpUser('gina')
  const answers = await Promise.all([leave(token), leave(token)])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await app.eventsOf(`deleted-${id}`)).toHaveLength(1)
})

test.for([0, 1, 2, 3])(
  'a deletion that breaks off after %i steps is announced, and brought to its end by the next process',
  async (steps) => {
    const name = `hugo${steps}`
    const { id, token } = await app.signUpUser(name)
    let left = steps
    const step = () => {
      left -= 1
      if (left < 0) throw new Error('The process has ended.')
    }
    const ending: typeof app.log = {
      ...app.log,
      append: async (stream, ...rest) => {
        if (/^(email|username)-/.test(stream)) step()
        return app.log.append(stream, ...rest)
      },
      remove: async (stream) => {
        step()
        return app.log.remove(stream)
      },
    }
    const broken = await app.serve(ending)
    const { status } = await broken.call('DELETE', '/api/auth/account', { password }, { token })
    await broken.close()
    expect(status).toBe(200)
    // From the announcement on nobody is there, whatever is left in the log.
    expect(await app.statusWithToken(token)).toBe(401)
    expect((await app.logIn(name)).status).toBe(401)
    expect(await app.eventsOf(`user-${id}`)).not.toEqual([])

    const sweep = pendingErasures({ log: app.log, clock: app.clock })
    await sweep.pass()
    await sweep.pass()
    expect([await app.eventsOf(`user-${id}`), await app.eventsOf(`credentials-${id}`)]).toEqual([[], []])
    expect((await app.signUp(signUpBody(name))).status).toBe(201)
  },
)

test('whoever ends while there are more to erase goes on the next time', async () => {
  const { id, token } = await app.signUpUser('ida')
  const broken = await app.serve({
    ...app.log,
    remove: async () => {
      throw new Error('The process has ended.')
    },
  })
  await broken.call('DELETE', '/api/auth/account', { password }, { token })
  await broken.close()
  const sweep = pendingErasures({ log: app.log, clock: app.clock })
  await sweep.pass(() => true)
  expect(await app.eventsOf(`user-${id}`)).not.toEqual([])
  await sweep.pass()
  expect(await app.eventsOf(`user-${id}`)).toEqual([])
})

test('one account that cannot be erased keeps none of the others, and is tried again', async () => {
  const people = [await app.signUpUser('kim'), await app.signUpUser('lea')]
  const broken = await app.serve({
    ...app.log,
    remove: async () => {
      throw new Error('The process has ended.')
    },
  })
  for (const { token } of people) await broken.call('DELETE', '/api/auth/account', { password }, { token })
  await broken.close()
  const [kim, lea] = people.map(({ id }) => `user-${id}`)
  let isBad = true
  const log: typeof app.log = {
    ...app.log,
    remove: async (stream) => {
      if (isBad && stream === kim) throw new Error('This stream is broken.')
      return app.log.remove(stream)
    },
  }
  const sweep = pendingErasures({ log, clock: app.clock })
  await expect(sweep.pass()).rejects.toThrow('This stream is broken.')
  expect(await app.eventsOf(String(lea))).toEqual([])
  isBad = false
  await sweep.pass()
  expect(await app.eventsOf(String(kim))).toEqual([])
})

test('the last admin stays, one of two may leave', async () => {
  const one = await app.signUpUser('rita', { isAdmin: true })
  expect(await leave(one.token)).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  const two = await app.signUpUser('rosa', { isAdmin: true })
  expect((await leave(one.token)).status).toBe(200)
  expect((await leave(two.token)).status).toBe(409)
})

test('the eleventh try of an hour waits', async () => {
  const limited = await accountsApp({ areLimitsOn: true })
  const { token } = await limited.signUpUser('jon')
  const seen: number[] = []
  for (let times = 0; times < 11; times += 1) {
    const body = { password: 'Wrong-horse-7' }
    seen.push((await limited.http.call('DELETE', '/api/auth/account', body, { token })).status)
  }
  expect(seen).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  await limited.close()
})
