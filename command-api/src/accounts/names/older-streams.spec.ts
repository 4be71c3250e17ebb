import { accountDeps } from '@thirty/command-api/testing/account-deps.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { changeOwnProfile } from '../profile/change-own-profile.ts'
import { logIn } from '../sessions/log-in.ts'
import { signUp, type SignUp } from '../sign-up/sign-up.ts'
import { findOrCreateAccount } from '../social-sign-in/find-or-create-account.ts'
import { nameStreams, type UniqueName } from './name-streams.ts'

const key = 'a reservation key for the specs of commands'
const password = 'Correct-horse-7'
const ana: SignUp = {
  request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password },
  role: 'participant',
  correlation: 'spec',
}

/** A log with the account of Ana, who signed up with an older release. */
async function olderLog() {
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const memory = inMemoryEventLog()
  const process = () => accountDeps({ log: memory.log, clock: () => time.now, names: nameStreams(key) })
  const { names } = process()
  const event = (type: string, data: unknown) => ({
    id: randomUUID(),
    type,
    version: 1,
    at: new Date(time.now).toISOString(),
    data,
    metadata: { correlation: 'spec', reader: 'en' },
  })
  /** Reserves a name as the older release does, which knows only the older stream. */
  const reserveInOlder = ({ olderStream }: UniqueName, user: string) =>
    memory.store(olderStream, [event('Reserved', { user })], 'none')
  const signUpInOlder = (user: string, { username, email }: { username: string; email: string }) => {
    reserveInOlder(names.email(email), user)
    reserveInOlder(names.username(username), user)
    memory.store(`credentials-${user}`, [event('PasswordSet', { hash: `hash of ${password}` })], 'none')
    const registered = { fullName: 'Ana', username, email, role: 'participant' }
    memory.store(`user-${user}`, [event('UserRegistered', registered)], 'none')
  }
  signUpInOlder('ana', { username: 'ana', email: 'ana@example.org' })
  time.now += 3_600_000
  /** Logs in, and returns the id of the account. */
  const idOf = async (emailOrUsername: string) => {
    const request = { emailOrUsername, password }
    return (await logIn(process(), request, { request: requestFrom(), correlation: 'spec' })).id
  }
  const signUpAs = (change: Partial<SignUp['request']>) =>
    signUp(process(), { ...ana, request: { ...ana.request, ...change } })
  return { memory, time, names, process, reserveInOlder, idOf, signUpAs, event }
}
const newcomer = { username: 'new', email: 'new@example.org' }

test.each([
  ['email address', { username: 'other' }],
  ['username', { email: 'other@example.org' }],
])('the %s of an account of an older release is taken', async (_what, change) => {
  const { signUpAs } = await olderLog()
  await expect(signUpAs(change)).rejects.toMatchObject({ code: 'name-taken' })
})

test.each(['ana', 'ANA@example.org'])('an account of an older release logs in as %s', async (name) => {
  const { idOf } = await olderLog()
  expect(await idOf(name)).toBe('ana')
})

test('of two users who hold a name, the user with an account logs in', async () => {
  const { idOf, names, memory, event } = await olderLog()
  // A sign-up of this release that never completed, during the upgrade.
  for (const { stream } of [names.username('ana'), names.email('ana@example.org')])
    memory.store(stream, [event('Reserved', { user: 'unfinished' })], 'none')
  expect([await idOf('ana'), await idOf('ana@example.org')]).toEqual(['ana', 'ana'])
})

test('the username that an account of an older release gave up is free', async () => {
  const { process, idOf, signUpAs } = await olderLog()
  const context = { actor: 'ana', correlation: 'spec', command: { id: randomUUID() } }
  await changeOwnProfile(process(), { user: 'ana', request: { username: 'ana_2' }, context })
  const { id } = await signUpAs({ email: 'other@example.org' })
  expect([await idOf('ana'), await idOf('ana_2')]).toEqual([id, 'ana'])
})

test('a verified sign-in with a provider finds the account of an older release', async () => {
  const { process } = await olderLog()
  const profile = { subject: '17', email: 'ana@example.org', name: 'Ana', handle: 'ana' }
  const signIn = { provider: 'github', profile, correlation: 'spec', reader: 'en' } as const
  expect((await findOrCreateAccount(process(), signIn)).id).toBe('ana')
})

test('a name that an unfinished sign-up of an older release left is free after a minute', async () => {
  const { idOf, signUpAs, names, reserveInOlder, time, memory } = await olderLog()
  reserveInOlder(names.username('new'), 'unfinished')
  await expect(signUpAs(newcomer)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await signUpAs(newcomer)
  expect(await idOf('new')).toBe(id)
  // The unfinished sign-up can no longer complete.
  expect(memory.inStream('user-unfinished').map(({ type }) => type)).toEqual(['UserStatusChanged'])
})

test('names are not reserved in older streams, which would reveal them', async () => {
  const { signUpAs, names, memory } = await olderLog()
  await signUpAs(newcomer)
  for (const { olderStream } of [names.username('new'), names.email('new@example.org')])
    expect(memory.inStream(olderStream)).toEqual([])
})
