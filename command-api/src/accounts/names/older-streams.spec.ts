import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { testNames as names } from '@thirty/command-api/testing/test-names.ts'
import { expect, test } from 'vitest'
import { newContext } from '../../idempotency.ts'
import { changeOwnProfile } from '../profile/change-own-profile.ts'
import { findOrCreateAccount } from '../social-sign-in/find-or-create-account.ts'

/** A log with the account of Ana, who signed up with an older release, which knows only the older streams. */
function olderLog() {
  const processes = accountProcesses()
  const ana = { username: 'ana', email: 'ana@example.org' }
  const reserved = [names.email(ana.email), names.username('ana')]
  processes.storeAccount(
    'ana',
    ana,
    reserved.map(({ olderStream }) => olderStream),
  )
  processes.time.now += 3_600_000
  const idOf = async (name: string) => (await processes.logIn(name)).id
  return { ...processes, reserved, idOf }
}
const newcomer = { username: 'new', email: 'new@example.org' }

test.each([
  ['email address', { username: 'other' }],
  ['username', { email: 'other@example.org' }],
])('the %s of an account of an older release is taken', async (_what, change) => {
  await expect(olderLog().signUp(change)).rejects.toMatchObject({ code: 'name-taken' })
})

test.each(['ana', 'ANA@example.org'])('an account of an older release logs in as %s', async (name) => {
  expect(await olderLog().idOf(name)).toBe('ana')
})

test('of two users who hold a name, the user with an account logs in', async () => {
  const { idOf, reserved, store } = olderLog()
  // A sign-up of this release that never completed, during the upgrade.
  for (const { stream } of reserved) store(stream, 'Reserved', { user: 'unfinished' })
  expect([await idOf('ana'), await idOf('ana@example.org')]).toEqual(['ana', 'ana'])
})

test('the username that an account of an older release gave up is free', async () => {
  const { next, idOf, signUp } = olderLog()
  const context = newContext({ actor: 'ana' })
  await changeOwnProfile(next, { user: 'ana', request: { username: 'ana_2' }, context })
  const { id } = await signUp({ email: 'other@example.org' })
  expect([await idOf('ana'), await idOf('ana_2')]).toEqual([id, 'ana'])
})

test('a verified sign-in with a provider finds the account of an older release', async () => {
  const profile = { subject: '17', email: 'ana@example.org', name: 'Ana', handle: 'ana' }
  const signIn = { provider: 'github', profile, correlation: 'spec', reader: 'en' } as const
  expect((await findOrCreateAccount(olderLog().next, signIn)).id).toBe('ana')
})

test('a name that an unfinished sign-up of an older release left is free after a minute', async () => {
  const { idOf, signUp, store, time, memory } = olderLog()
  store(names.username('new').olderStream, 'Reserved', { user: 'unfinished' })
  await expect(signUp(newcomer)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await signUp(newcomer)
  expect(await idOf('new')).toBe(id)
  // The unfinished sign-up can no longer complete.
  expect(memory.inStream('user-unfinished').map(({ type }) => type)).toEqual(['UserStatusChanged'])
})

test('names are not reserved in older streams, which would reveal them', async () => {
  const { signUp, memory } = olderLog()
  await signUp(newcomer)
  for (const { olderStream } of [names.username('new'), names.email('new@example.org')])
    expect(memory.inStream(olderStream)).toEqual([])
})
