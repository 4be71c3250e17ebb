import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { refusal, commandApp, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { logEndingAtRemoval, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { expect, test, vi } from 'vitest'
import { pendingErasures } from './delete-account.ts'

const app = appForFile(commandApp)

/** Signs people up who delete their accounts in a process that ends before it removes their streams. Returns their ids. */
async function unerasedPeople(...names: string[]) {
  const ending = await app.serve(logEndingAtRemoval(app.log))
  const ids: string[] = []
  for (const name of names) {
    const { id, token } = await app.signUpUser(name)
    await ending.leave(token)
    ids.push(id)
  }
  return ids as [string, ...string[]]
}
const namesOf = (...usernames: string[]) => usernames.map((username) => app.names.username(username))
const isErased = async (id: string) => (await app.eventsOf(`user-${id}`)).length === 0

test('nothing links a name to the id of a deleted account, and an earlier username stays with the user who has it now', async () => {
  const { id, token } = await app.signUpUser('abe')
  for (const username of ['abe_2', 'abe_3']) await app.http.changeProfile(token, { username })
  const signedUp = await app.signUp({ ...signUpBody('abe'), email: 'other@example.org' })
  const next = signedInResponse.parse(signedUp.body).user
  const identity = app.names.identity('github', '7')
  await app.append(identity.stream, 'Reserved', { user: id })
  await app.append(`user-${id}`, 'SignInProviderLinked', { provider: 'github', subject: '7' })
  const [taken, ...others] = [
    ...namesOf('abe', 'abe_2', 'abe_3'),
    app.names.email('abe@example.org'),
    identity,
  ]
  for (const { stream } of others)
    expect((await app.eventsOf(stream))[0]).toMatchObject({ type: 'Reserved', data: { user: id } })
  await app.http.leave(token)
  for (const { stream } of others) expect(await app.eventsOf(stream)).toEqual([])
  const left = await app.eventsOf(taken?.stream ?? '')
  expect(left).toMatchObject([{ type: 'Reserved', data: { user: next._id } }])
  expect(left[0]?.metadata.actor).not.toBe(id)
})

test('no digest of personal data remains against which guesses could be tried', async () => {
  const { id, token } = await app.signUpUser('amy')
  const profile = { username: 'amy_new', fullName: 'Amy Example', location: 'Lima' }
  await app.http.changeProfile(token, profile, 'key-of-amy')
  const changed = (await app.eventsOf(`user-${id}`)).find(({ type }) => type === 'ProfileChanged')
  const digest = changed?.metadata.causation?.split(':')[1] ?? 'none'
  // The same change with another key has no effect and is remembered with its own digest.
  await app.http.changeProfile(token, profile, 'another-key-of-amy')
  expect(await app.eventsOf(`commands-${id}`)).toHaveLength(1)
  expect(await app.wholeLog()).toContain(`:${digest}"`)
  await app.http.leave(token)
  expect(await app.wholeLog()).not.toContain(digest)
})

test('the event that remains after a deletion serves the leaderboard and contains no personal data', async () => {
  const { id, token } = await app.signUpUser('bea')
  const [{ at, position } = { at: '', position: 0n }] = await app.eventsOf(`user-${id}`)
  await app.http.leave(token)
  const registered = { at, position: position.toString() }
  expect((await app.eventsOf(`deleted-${id}`)).map(({ type, data }) => [type, data])).toEqual([
    ['AccountDeleted', { role: 'participant', status: 'active', registered }],
  ])
})

test('a wrong password is refused at its field and deletes nothing', async () => {
  const { id, token } = await app.signUpUser('dora')
  expect(await app.http.leave(token, { password: 'Wrong-horse-7' })).toMatchObject(
    refusal(401, 'wrong-credentials', { errors: { password: 'Wrong password' } }),
  )
  expect(await app.http.leave(token, {})).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { password: 'Password is required' } }),
  )
  expect(await app.statusWithToken(token)).toBe(200)
  expect(await app.eventsOf(`deleted-${id}`)).toEqual([])
})

test('a user without a password can delete the account within ten minutes after signing in', async () => {
  const { id, token } = await app.signUpUser('fred')
  await app.append(`credentials-${id}`, 'PasswordRemoved', { sessionVersion: 0 })
  app.time.now += 10 * 60_000
  expect(await app.http.leave(token, {})).toMatchObject(refusal(403, 'sign-in-again'))
  const fresh = app.tokens.issue({ id, version: 0 })
  app.time.now += 10 * 60_000 - 1_000
  expect((await app.http.leave(fresh, {})).status).toBe(200)
  expect(await app.statusWithToken(fresh)).toBe(401)
})

test('a deletion succeeds although its data cannot be erased yet, warns the operator and is tried again soon', async () => {
  const { token } = await app.signUpUser('gus')
  const told: string[] = []
  const process = await app.serve(logEndingAtRemoval(app.log), {
    warn: (message) => void told.push(message),
    retryErasures: () => void told.push('again'),
  })
  expect((await process.leave(token)).status).toBe(200)
  expect(told).toEqual([
    'a deleted account was not erased completely; it is retried in five seconds',
    'again',
  ])
})

test.for([0, 1, 2, 3, 4, 5, 6])(
  'a deletion that is interrupted after %i steps is recorded, and completed by the next process',
  async (steps) => {
    const name = `hugo${steps}`
    const { id, token } = await app.signUpUser(name)
    let left = steps
    const counted =
      <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
      async (...args: Args) => {
        left -= 1
        if (left < 0) throw new Error('The process has ended.')
        return step(...args)
      }
    const appendToName = counted(app.log.append)
    const ending: typeof app.log = {
      ...app.log,
      append: (stream, ...rest) =>
        (/^(email|username)-/.test(stream) ? appendToName : app.log.append)(stream, ...rest),
      truncate: counted(app.log.truncate),
      remove: counted(app.log.remove),
    }
    expect((await (await app.serve(ending)).leave(token)).status).toBe(200)
    // Once the deletion is recorded the account is gone, even if data is left in the log.
    expect([await app.statusWithToken(token), (await app.logIn(name)).status]).toEqual([401, 401])
    expect(await isErased(id)).toBe(false)

    const { pass } = pendingErasures(app)
    await pass()
    await pass()
    expect([await isErased(id), await app.eventsOf(`credentials-${id}`)]).toEqual([true, []])
    expect((await app.signUp(signUpBody(name))).status).toBe(201)
  },
)

const draftsOf = (id: string) => app.personalDocuments.load(id, 'drafts')
const storeDraft = (id: string) => app.personalDocuments.change(id, 'drafts', () => ['A draft'])

test('drafts and other personal documents are erased, also if a process ended before', async () => {
  const [delphine, drew] = [await app.signUpUser('delphine'), await app.signUpUser('drew')]
  await storeDraft(delphine.id)
  await app.http.leave(delphine.token)
  expect(await draftsOf(delphine.id)).toBeUndefined()
  await storeDraft(drew.id)
  const removeAll = () => Promise.reject(new Error('The store is down.'))
  const interrupted = await app.serve(app.log, { personalDocuments: { ...app.personalDocuments, removeAll } })
  await interrupted.leave(drew.token)
  expect(await draftsOf(drew.id)).toEqual(['A draft'])
  await pendingErasures(app).pass()
  expect(await draftsOf(drew.id)).toBeUndefined()
})

test.each([
  [
    'a draft',
    '/api/drafts/4',
    { version: 'version-1', replaces: [], writtenAgoMs: 0, content: allTextsOf({}) },
  ],
  [
    'a push subscription',
    '/api/push/subscription',
    { endpoint: 'https://push.example/a', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } },
  ],
])('%s that is stored while its owner deletes the account is removed at once', async (what, path, body) => {
  const { id, token } = await app.signUpUser(what.replaceAll(' ', '_'))
  const stored: string[] = []
  const change: typeof app.personalDocuments.change = async (user, collection, update) => {
    await app.http.leave(token)
    await app.personalDocuments.change(user, collection, update)
    stored.push(collection)
  }
  const slow = await app.serve(app.log, { personalDocuments: { ...app.personalDocuments, change } })
  expect(await slow.call('PUT', path, body, { token })).toMatchObject(refusal(401, 'not-signed-in'))
  expect(stored).toHaveLength(1)
  expect(await app.personalDocuments.load(id, stored[0] ?? '')).toBeUndefined()
})

test('documents and sessions that were stored after the erasure are removed by the next pass, and by the first one', async () => {
  const { id, token } = await app.signUpUser('dana')
  expect(await app.statusWithToken(token)).toBe(200)
  const [session] = await app.seenSessions.load(id)
  if (!session) throw new Error('The session was not recorded.')
  await app.http.leave(token)
  expect(await app.seenSessions.load(id)).toEqual([])
  const erasures = pendingErasures(app)
  for (const { pass } of [erasures, erasures, pendingErasures(app)]) {
    await storeDraft(id)
    await app.seenSessions.record(id, session)
    await pass()
    expect([await draftsOf(id), await app.seenSessions.load(id)]).toEqual([undefined, []])
  }
})

test('the first pass erases what accounts left that were deleted under an older release', async () => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const by = (actor: string, type: string, data: object) => ({
    ...app.newEvent(type, data),
    metadata: { actor, correlation: 'spec', causation: 'command:digest-of-older-release' },
  })
  const registered = { at: '2026-03-01T00:00:00.000Z', position: '1' }
  await app.append(`deleted-${id}`, 'AccountDeleted', { role: 'participant', status: 'active', registered })
  const released = () => [by(id, 'Reserved', { user: id }), by(id, 'Released', {})]
  const kept = () => [by(other, 'Reserved', { user: other })]
  const { names } = app
  const reserved = [names.username('isa'), names.email('isa@example.org'), names.identity('github', '7')]
  const [free = '', taken = '', identity = ''] = reserved.map(({ olderStream }) => olderStream)
  const truncated = names.username('isa_2').olderStream
  await app.log.append(free, released(), 'none')
  await app.log.append(truncated, [by(id, 'Released', {})], 'none')
  await app.log.append(taken, [...released(), ...kept()], 'none')
  await app.log.append(identity, kept(), 'none')
  const picture = { picture: `${'8'.repeat(32)}.webp` }
  const uploaded = by(id, 'PictureUploaded', { ...picture, bytes: 1, use: 'profile' })
  await app.log.append(`pictures-${id}`, [uploaded, app.newEvent('PictureRemoved', picture)], 'none')

  await pendingErasures(app).pass()
  for (const stream of [free, truncated]) expect(await app.eventsOf(stream)).toEqual([])
  for (const stream of [taken, identity])
    expect((await app.eventsOf(stream)).map(({ data }) => data)).toEqual([{ user: other }])
  expect(await app.typesOf(`pictures-${id}`)).toEqual(['PictureRemoved'])
})

test('a change of username during the deletion leaves no reservation', async () => {
  const { id, token } = await app.signUpUser('ina')
  const [before, after] = namesOf('ina', 'ina_2').map(({ stream }) => stream)
  const isReserved = (_event: unknown, stream: string) => stream === after
  const slow = await app.serve(logInterruptedBefore(app.log, isReserved, () => app.http.leave(token)))
  expect((await slow.changeProfile(token, { username: 'ina_2' })).status).toBe(404)
  expect(await app.eventsOf(after ?? '')).toEqual([])
  expect(JSON.stringify(await app.eventsOf(before ?? ''))).not.toContain(id)
})

test('a sign-up that is repeated after the deletion of its account leaves no reservation', async () => {
  const body = signUpBody('iva')
  const signedUp = signedInResponse.parse((await app.signUp(body, 'key-of-iva')).body).user
  await app.http.leave(signedUp.token)
  expect((await app.signUp(body, 'key-of-iva')).status).toBe(404)
  for (const { stream } of [app.names.email(body.email), ...namesOf('iva')])
    expect(await app.eventsOf(stream)).toEqual([])
})

test('an erasure pass that stops early continues the next time', async () => {
  const [ida] = await unerasedPeople('ida')
  const { pass } = pendingErasures(app)
  await pass(() => true)
  expect(await isErased(ida)).toBe(false)
  await pass()
  expect(await isErased(ida)).toBe(true)
})

test('an account that cannot be erased does not block others, and is tried again', async () => {
  const [kim, lea = ''] = await unerasedPeople('kim', 'lea')
  const remove = vi.fn<typeof app.log.remove>(app.log.remove)
  remove.mockImplementation(async (stream) => {
    if (stream === `user-${kim}`) throw new Error('This stream is broken.')
    return app.log.remove(stream)
  })
  const { pass } = pendingErasures({ ...app, log: { ...app.log, remove } })
  await expect(pass()).rejects.toThrow('This stream is broken.')
  expect(await isErased(lea)).toBe(true)
  remove.mockImplementation(app.log.remove)
  await pass()
  expect(await isErased(kim)).toBe(true)
})

test('the remaining events of an admin do not identify the events that were erased', async () => {
  const { id } = await app.signUpUser('abby', { isAdmin: true })
  const joined = (await app.eventsOf('admins')).find(({ metadata }) => metadata.actor === id)
  const [registered] = await app.eventsOf(`user-${id}`)
  expect(joined?.metadata.causation).toEqual(expect.any(String))
  expect(joined?.metadata.causation).not.toBe(registered?.metadata.causation)
})

test('after the log was put back, users whose deletion it does not have keep their documents', async () => {
  const { id, token } = await app.signUpUser('kai')
  await app.http.leave(token)
  let isPutBack = false
  const readAll: typeof app.log.readAll = async function* (range = {}) {
    if (isPutBack && range.seen) throw new LogReplaced(range.seen)
    if (!isPutBack) yield* app.log.readAll(range)
  }
  const { pass } = pendingErasures({ ...app, log: { ...app.log, readAll } })
  await pass()
  isPutBack = true
  await storeDraft(id)
  await pass()
  expect(await draftsOf(id)).toEqual(['A draft'])
})
