import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { appForTest, appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal, commandApp, password, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { logEndingAtRemoval } from '@thirty/command-api/testing/interrupted-log.ts'
import { putBackLog } from '@thirty/command-api/testing/put-back-log.ts'
import { expect, test } from 'vitest'
import { pendingErasures } from './pending-erasures.ts'

const app = appForFile(commandApp)

const leave = (token: string, body: unknown = { password }, key?: string) =>
  app.http.call('DELETE', '/api/auth/account', body, { token, key })

test('deleting an account removes its sessions, login, name, address and password hash', async () => {
  const { id, token } = await app.signUpUser('ana')
  const other = await app.logInToken('ana')
  await app.http.call('PUT', '/api/auth/profile', { fullName: 'Ana Unique', bio: 'Once here' }, { token })
  const personal = ['Ana Unique', 'Once here', 'ana@example.org', '$argon2id$']
  const before = await app.wholeLog()
  for (const text of personal) expect(before).toContain(text)
  const { status, body } = await leave(token)
  expect([status, body['success']]).toEqual([200, true])
  expect([await app.statusWithToken(token), await app.statusWithToken(other)]).toEqual([401, 401])
  expect((await app.logIn('ana')).body).toEqual((await app.logIn('never-there')).body)
  expect([await app.eventsOf(`user-${id}`), await app.eventsOf(`credentials-${id}`)]).toEqual([[], []])
  const after = await app.wholeLog()
  for (const text of personal) expect(after).not.toContain(text)
})

test('nothing links a name to the id of a deleted account, not even an earlier username', async () => {
  const { id, token } = await app.signUpUser('abe')
  await app.http.call('PUT', '/api/auth/profile', { username: 'abe_2' }, { token })
  const names = [app.names.email('abe@example.org'), app.names.username('abe'), app.names.username('abe_2')]
  for (const { stream } of names)
    expect((await app.eventsOf(stream))[0]).toMatchObject({ metadata: { actor: id }, data: { user: id } })
  await leave(token)
  for (const { stream } of names) expect(await app.eventsOf(stream)).toEqual([])
})

test('the deletion of an account leaves an earlier username to the user who has it now', async () => {
  const { id, token } = await app.signUpUser('ada')
  await app.http.call('PUT', '/api/auth/profile', { username: 'ada_2' }, { token })
  const signedUp = await app.signUp({ ...signUpBody('ada'), email: 'other@example.org' })
  const next = signedInResponse.parse(signedUp.body).user
  await leave(token)
  expect((await app.logIn('ada')).status).toBe(200)
  const left = await app.eventsOf(app.names.username('ada').stream)
  expect(left.map(({ type, data }) => [type, data])).toEqual([['Reserved', { user: next._id }]])
  expect(left.map(({ metadata }) => metadata.actor)).not.toContain(id)
})

test('no digest of personal data remains against which guesses could be tried', async () => {
  const { id, token } = await app.signUpUser('amy')
  const profile = { username: 'amy_new', fullName: 'Amy Example', location: 'Lima' }
  await app.http.call('PUT', '/api/auth/profile', profile, { token, key: 'key-of-amy' })
  const changed = (await app.eventsOf(`user-${id}`)).find(({ type }) => type === 'ProfileChanged')
  const digest = changed?.metadata.causation?.split(':')[1] ?? 'none'
  // The same change with another key has no effect and is remembered with its own digest.
  await app.http.call('PUT', '/api/auth/profile', profile, { token, key: 'another-key-of-amy' })
  expect(await app.eventsOf(`commands-${id}`)).toHaveLength(1)
  expect(await app.wholeLog()).toContain(`:${digest}"`)
  await leave(token)
  expect(await app.wholeLog()).not.toContain(digest)
})

test('the event that remains after a deletion serves the leaderboard and contains no personal data', async () => {
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

test('a wrong password is refused at its field and deletes nothing', async () => {
  const { id, token } = await app.signUpUser('dora')
  expect(await leave(token, { password: 'Wrong-horse-7' })).toMatchObject(
    refusal(401, 'wrong-credentials', { errors: { password: 'Wrong password' } }),
  )
  expect(await leave(token, {})).toMatchObject({
    status: 422,
    body: { errors: { password: 'Password is required' } },
  })
  expect(await app.statusWithToken(token)).toBe(200)
  expect(await app.eventsOf(`deleted-${id}`)).toEqual([])
})

test('a user without a password can delete the account within ten minutes after signing in', async () => {
  const { id, token } = await app.signUpUser('fred')
  await app.append(`credentials-${id}`, 'PasswordRemoved', { sessionVersion: 0 })
  app.time.now += 10 * 60_000
  expect(await leave(token, {})).toMatchObject({ status: 403, body: { code: 'sign-in-again' } })
  const fresh = app.tokens.issue({ id, version: 0 })
  app.time.now += 10 * 60_000 - 1_000
  expect((await leave(fresh, {})).status).toBe(200)
  expect(await app.statusWithToken(fresh)).toBe(401)
})

test.for([0, 1, 2, 3, 4, 5, 6])(
  'a deletion that is interrupted after %i steps is recorded, and completed by the next process',
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
      truncate: async (...erasure) => {
        step()
        return app.log.truncate(...erasure)
      },
      remove: async (stream) => {
        step()
        return app.log.remove(stream)
      },
    }
    const broken = await app.serve(ending)
    const { status } = await broken.call('DELETE', '/api/auth/account', { password }, { token })
    expect(status).toBe(200)
    // Once the deletion is recorded the account is gone, even if data is left in the log.
    expect(await app.statusWithToken(token)).toBe(401)
    expect((await app.logIn(name)).status).toBe(401)
    expect(await app.eventsOf(`user-${id}`)).not.toEqual([])

    const erasures = pendingErasures(app)
    await erasures.pass()
    await erasures.pass()
    expect([await app.eventsOf(`user-${id}`), await app.eventsOf(`credentials-${id}`)]).toEqual([[], []])
    expect((await app.signUp(signUpBody(name))).status).toBe(201)
  },
)

test('drafts and other personal documents are erased, also if a process ended before', async () => {
  const other = await app.signUpUser('delphine')
  await app.personalDocuments.change(other.id, 'drafts', () => ['Draft of Delphine'])
  await leave(other.token)
  expect(await app.personalDocuments.load(other.id, 'drafts')).toBeUndefined()
  const { id, token } = await app.signUpUser('drew')
  await app.personalDocuments.change(id, 'drafts', () => ['Draft of Drew'])
  const removeAll = async () => {
    throw new Error('The store is down.')
  }
  const interrupted = await app.serve(app.log, { personalDocuments: { ...app.personalDocuments, removeAll } })
  await interrupted.call('DELETE', '/api/auth/account', { password }, { token })
  expect(await app.personalDocuments.load(id, 'drafts')).toEqual(['Draft of Drew'])
  await pendingErasures({ ...app, log: app.log }).pass()
  expect(await app.personalDocuments.load(id, 'drafts')).toBeUndefined()
})

test('a document that was stored after the erasure is removed by the next pass, and by the first one', async () => {
  const { id, token } = await app.signUpUser('dana')
  await leave(token)
  const erasures = pendingErasures(app)
  const storeLate = () => app.personalDocuments.change(id, 'drafts', () => ['Draft of Dana'])
  for (const pass of [erasures.pass, erasures.pass, pendingErasures(app).pass]) {
    await storeLate()
    await pass()
    expect(await app.personalDocuments.load(id, 'drafts')).toBeUndefined()
  }
})

test('the list of sessions is erased, also what was recorded after the erasure', async () => {
  const { id, token } = await app.signUpUser('dinah')
  expect(await app.statusWithToken(token)).toBe(200)
  const [session] = await app.seenSessions.load(id)
  if (!session) throw new Error('The session was not recorded.')
  await leave(token)
  expect(await app.seenSessions.load(id)).toEqual([])
  await app.seenSessions.record(id, session)
  await pendingErasures(app).pass()
  expect(await app.seenSessions.load(id)).toEqual([])
})

test('the first pass erases what accounts left that were deleted under an older release', async () => {
  const id = crypto.randomUUID()
  const other = crypto.randomUUID()
  const by = (actor: string, type: string, eventData: object) => ({
    ...app.newEvent(type, eventData),
    metadata: { actor, correlation: 'spec', causation: 'command:digest-of-older-release' },
  })
  const registered = { at: '2026-03-01T00:00:00.000Z', position: '1' }
  const deleted = { role: 'participant', status: 'active', registered }
  await app.log.append(`deleted-${id}`, [by(id, 'AccountDeleted', deleted)], 'none')
  const { olderStream } = app.names.username('isa')
  const released = [by(id, 'Reserved', { user: id }), by(id, 'Released', {})]
  await app.log.append(olderStream, released, 'none')
  const { olderStream: taken } = app.names.email('isa@example.org')
  await app.log.append(taken, [...released, by(other, 'Reserved', { user: other })].map(withNewId), 'none')
  const kept = by(other, 'Reserved', { user: other })
  await app.log.append(app.names.identity('github', '7').olderStream, [kept], 'none')
  const picture = { picture: `${'8'.repeat(32)}.webp` }
  const images = [
    by(id, 'PictureUploaded', { ...picture, bytes: 1, use: 'profile' }),
    by(id, 'PictureDiscarded', picture),
    { ...app.newEvent('PictureRemoved', picture) },
  ]
  await app.log.append(`pictures-${id}`, images, 'none')

  await pendingErasures(app).pass()
  expect(await app.eventsOf(olderStream)).toEqual([])
  expect((await app.eventsOf(taken)).map(({ data }) => data)).toEqual([{ user: other }])
  expect(await app.eventsOf(app.names.identity('github', '7').olderStream)).toHaveLength(1)
  expect((await app.eventsOf(`pictures-${id}`)).map(({ type }) => type)).toEqual(['PictureRemoved'])
})

const withNewId = <Event extends object>(event: Event) => ({ ...event, id: crypto.randomUUID() })

test('a change of username during the deletion leaves no reservation', async () => {
  const { id, token } = await app.signUpUser('ina')
  const { stream } = app.names.username('ina_2')
  const slow = await app.serve({
    ...app.log,
    append: async (appendedTo, ...rest) => {
      if (appendedTo === stream && (await app.eventsOf(`deleted-${id}`)).length === 0) await leave(token)
      return app.log.append(appendedTo, ...rest)
    },
  })
  const renamed = await slow.call('PUT', '/api/auth/profile', { username: 'ina_2' }, { token })
  expect(renamed.status).toBe(404)
  expect(await app.eventsOf(stream)).toEqual([])
  expect(JSON.stringify(await app.eventsOf(app.names.username('ina').stream))).not.toContain(id)
})

test('a sign-up that is repeated after the deletion of its account leaves no reservation', async () => {
  const body = signUpBody('iva')
  const signedUp = signedInResponse.parse((await app.signUp(body, 'key-of-iva')).body).user
  await leave(signedUp.token)
  expect((await app.signUp(body, 'key-of-iva')).status).toBe(404)
  for (const name of [app.names.email(body.email), app.names.username('iva')])
    expect(await app.eventsOf(name.stream)).toEqual([])
})

/** Deletes accounts in a process that ends before it removes their streams. */
async function leaveUnerased({ serve, log }: Pick<typeof app, 'serve' | 'log'>, ...tokens: string[]) {
  const broken = await serve(logEndingAtRemoval(log))
  for (const token of tokens) await broken.call('DELETE', '/api/auth/account', { password }, { token })
}

test('an erasure pass that stops early continues the next time', async () => {
  const { id, token } = await app.signUpUser('ida')
  await leaveUnerased(app, token)
  const erasures = pendingErasures(app)
  await erasures.pass(() => true)
  expect(await app.eventsOf(`user-${id}`)).not.toEqual([])
  await erasures.pass()
  expect(await app.eventsOf(`user-${id}`)).toEqual([])
})

test('an account that cannot be erased does not block others, and is tried again', async () => {
  const people = [await app.signUpUser('kim'), await app.signUpUser('lea')]
  await leaveUnerased(app, ...people.map(({ token }) => token))
  const [kim, lea] = people.map(({ id }) => `user-${id}`)
  let isBad = true
  const log: typeof app.log = {
    ...app.log,
    remove: async (stream) => {
      if (isBad && stream === kim) throw new Error('This stream is broken.')
      return app.log.remove(stream)
    },
  }
  const erasures = pendingErasures({ ...app, log })
  await expect(erasures.pass()).rejects.toThrow('This stream is broken.')
  expect(await app.eventsOf(String(lea))).toEqual([])
  isBad = false
  await erasures.pass()
  expect(await app.eventsOf(String(kim))).toEqual([])
})

test('the remaining events of an admin do not identify the events that were erased', async () => {
  const own = await appForTest(commandApp())
  const { id } = await own.signUpUser('abby', { isAdmin: true })
  const joined = (await own.eventsOf('admins')).find(({ metadata }) => metadata.actor === id)
  const [registered] = await own.eventsOf(`user-${id}`)
  expect(joined?.metadata.causation).toEqual(expect.any(String))
  expect(joined?.metadata.causation).not.toBe(registered?.metadata.causation)
})

test('after the log was put back, a deletion is found also if there was none before', async () => {
  const own = await appForTest(commandApp())
  const kai = await own.signUpUser('kai')
  await leaveUnerased(own, kai.token)
  const { log, putBack } = putBackLog(own.log, `deleted-${kai.id}`)
  const erasures = pendingErasures({ ...own, log })
  await erasures.pass()
  expect(await own.eventsOf(`user-${kai.id}`)).not.toEqual([])
  putBack()
  await erasures.pass()
  expect(await own.eventsOf(`user-${kai.id}`)).toEqual([])
})

test('after the log was put back, deletions are read from the beginning again', async () => {
  const people = [await app.signUpUser('kai'), await app.signUpUser('liv')]
  await leaveUnerased(app, ...people.map(({ token }) => token))
  const [kai, liv] = people.map(({ id }) => id)
  const { log, putBack } = putBackLog(app.log, `deleted-${kai}`)
  const erasures = pendingErasures({ ...app, log })
  await erasures.pass()
  expect(await app.eventsOf(`user-${liv}`)).toEqual([])
  expect(await app.eventsOf(`user-${kai}`)).not.toEqual([])
  putBack()
  await erasures.pass()
  expect(await app.eventsOf(`user-${kai}`)).toEqual([])
})
