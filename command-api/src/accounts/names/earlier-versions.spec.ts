import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { testNames as names } from '@thirty/command-api/testing/test-names.ts'
import { expect, test } from 'vitest'
import { newContext } from '../../idempotency.ts'
import { changeOwnProfile } from '../profile/endpoints.ts'
import { findOrCreateAccount } from '../social-sign-in/find-or-create-account.ts'
import { eraseName } from './reserve-names.ts'

const email = 'ana@example.org'
const reserved = [names.email(email), names.username('ana')]
/** The account of Ana in an older release, which knows only the older streams. */
const ofOlderRelease = {
  user: 'ana',
  email,
  username: 'ana',
  streams: reserved.map((name) => name.olderStream),
}

const unicode = 'ana@bücher.example'
const ascii = 'ana@xn--bcher-kva.example'
/** The stream of exactly this spelling: that of an address in ASCII is its stream, and that of the other comes first. */
const streamAsTyped = (address: string): string => names.email(address).streams[0] ?? ''
/** An account of an earlier version, which reserved an address as it was typed. */
const asTyped = (address: string, user = 'ana') => ({
  user,
  email: address,
  streams: [streamAsTyped(address)],
})

/** A log with accounts that signed up an hour ago, with their names reserved in these streams. */
function logWith(...accounts: (typeof ofOlderRelease | ReturnType<typeof asTyped>)[]) {
  const processes = accountProcesses()
  for (const { user, streams, ...account } of accounts) processes.storeAccount(user, account, streams)
  processes.time.now += 3_600_000
  const signUp = (account: { email: string; username?: string }) =>
    processes.signUp({ username: undefined, ...account })
  return { ...processes, signUp, idOf: async (name: string) => (await processes.logIn(name)).id }
}

test('both spellings of an international domain have one stream', () => {
  for (const spelling of [unicode, 'ana@BU\u0308CHER.example', ascii])
    expect(names.email(spelling).stream).toBe(streamAsTyped(ascii))
  expect(names.loginName(unicode)?.stream).toBe(streamAsTyped(ascii))
  expect(names.digest(unicode)).toBe(names.digest(ascii))
  expect(names.email(email).streams).toHaveLength(2)
})

test.for([
  [unicode, ascii],
  [ascii, unicode],
])('an account as %s cannot be made again as %s, and logs in as both', async ([first = '', second = '']) => {
  const { signUp, idOf } = logWith()
  const { id } = await signUp({ email: first })
  await expect(signUp({ email: second })).rejects.toMatchObject({ code: 'name-taken' })
  expect([await idOf(first), await idOf(second)]).toEqual([id, id])
})

const spellings = [unicode, ascii, 'ANA@Bücher.example']
test.for([
  { account: ofOlderRelease, logins: ['ana', 'ANA@example.org'], taken: [{ email }, { username: 'ana' }] },
  ...[unicode, ascii].map((address) => ({
    account: asTyped(address),
    logins: spellings,
    taken: spellings.map((spelling) => ({ email: spelling })),
  })),
])(
  'an account of an earlier version as $account.email logs in, in any spelling, and its names are taken',
  async ({ account, logins, taken }) => {
    const { signUp, idOf } = logWith(account)
    for (const login of logins) expect(await idOf(login)).toBe('ana')
    for (const name of taken)
      await expect(signUp({ email: 'other@example.org', ...name })).rejects.toMatchObject({
        code: 'name-taken',
      })
  },
)

test('two people who signed up with one spelling each in an earlier version each log in with their own', async () => {
  const { idOf } = logWith(asTyped(unicode), asTyped(ascii, 'other'))
  expect([await idOf(unicode), await idOf(ascii)]).toEqual(['ana', 'other'])
})

test.for([unicode, ascii])('a deletion erases the reservation as %s', async (spelling) => {
  const { memory, next } = logWith(asTyped(spelling))
  await eraseName(next, names.email(unicode), 'ana')
  for (const stream of names.email(ascii).streams) expect(memory.inStream(stream)).toEqual([])
})

test('of two users who hold a name, the user with an account logs in', async () => {
  const { idOf, store } = logWith(ofOlderRelease)
  // A sign-up of this release that never completed, during the upgrade.
  for (const { stream } of reserved) store(stream, 'Reserved', { user: 'unfinished' })
  expect([await idOf('ana'), await idOf(email)]).toEqual(['ana', 'ana'])
})

test('the username that an account of an older release gave up is free', async () => {
  const { next, idOf, signUp } = logWith(ofOlderRelease)
  const context = newContext({ actor: 'ana' })
  await changeOwnProfile(next, { user: 'ana', request: { username: 'ana_2' }, context })
  const { id } = await signUp({ email: 'other@example.org', username: 'ana' })
  expect([await idOf('ana'), await idOf('ana_2')]).toEqual([id, 'ana'])
})

test('a verified sign-in with a provider finds the account of an older release', async () => {
  const profile = { subject: '17', email, name: 'Ana', handle: 'ana' }
  const signIn = { provider: 'github', profile, correlation: 'spec', reader: 'en' } as const
  expect((await findOrCreateAccount(logWith(ofOlderRelease).next, signIn)).id).toBe('ana')
})

test('a name that an unfinished sign-up of an older release left is free after a minute', async () => {
  const { idOf, signUp, store, time, memory } = logWith()
  const newcomer = { username: 'new', email: 'new@example.org' }
  const { olderStream } = names.username('new')
  store(olderStream, 'Reserved', { user: 'unfinished' })
  await expect(signUp(newcomer)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await signUp(newcomer)
  expect(await idOf('new')).toBe(id)
  // The unfinished sign-up can no longer complete, and nothing else is reserved in older streams, which would reveal the names.
  expect(memory.inStream('user-unfinished').map(({ type }) => type)).toEqual(['UserStatusChanged'])
  expect(memory.inStream(olderStream)).toHaveLength(1)
  expect(memory.inStream(names.email(newcomer.email).olderStream)).toEqual([])
})
