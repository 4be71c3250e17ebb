import type { VerifiedProfile } from '@thirty/infra/oauth/providers.ts'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { expect, test } from 'vitest'
import { accountProcesses, password } from '@thirty/command-api/testing/account-processes.ts'
import { interruptionsOf } from '@thirty/command-api/testing/interrupted-log.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { fullName } from '@thirty/contracts/accounts/api.ts'
import { eraseAccount } from '../deletion/delete-account.ts'
import { findOrCreateAccount, toFullName, toUsername } from './find-or-create-account.ts'

const profile: VerifiedProfile = { subject: '42', email: 'ana@example.org', fullName: 'Ana', handle: 'ana' }
const signIn = { provider: 'github', profile, correlation: 'request-1', reader: 'en' } as const
const byGoogle = { ...signIn, provider: 'google' } as const
/** Mallory signs up with Ana's address and a password. */
const mallory = { fullName: 'Mallory', username: undefined }
const deleted = {
  role: 'participant',
  status: 'active',
  registered: { at: '2026-03-02T08:00:00.000Z', position: '1' },
}

const appendsOfNewAccount = 4
const appendsOfLinking = 3

test.for(interruptionsOf(appendsOfNewAccount))(
  'an interruption at append %i of a first sign-in (stored: %s) is completed by the next one',
  async ([append, isStored]) => {
    const { endingAt, next, memory } = accountProcesses()
    const ending = endingAt(append, isStored)
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(account).toMatchObject({ fullName: 'Ana', username: 'ana', providers: { github: '42' } })
    expect(memory.inStream(`user-${id}`)).toHaveLength(2)
    expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
  },
)

test.for(interruptionsOf(appendsOfLinking))(
  'an interruption at append %i of linking (stored: %s) is completed by the next sign-in, and the password no longer works',
  async ([append, isStored]) => {
    const { endingAt, next, signUp, logIn } = accountProcesses()
    const local = await signUp(mallory)
    const ending = endingAt(append, isStored)
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(id).toBe(local.id)
    expect(account).toMatchObject({ providers: { github: '42' }, sessionVersion: 1 })
    await expect(logIn(profile.email)).rejects.toMatchObject({ code: 'wrong-credentials' })
  },
)

test('a first sign-in and linking have no more appends than these specs interrupt', async () => {
  const [first, linking] = [accountProcesses(), accountProcesses()]
  await linking.signUp(mallory)
  for (const process of [
    first.endingAt(appendsOfNewAccount + 1, true),
    linking.endingAt(appendsOfLinking + 1, true),
  ])
    await expect(findOrCreateAccount(process, signIn)).resolves.toBeDefined()
})

test('an address in use by a concurrent sign-up is refused, and available after a minute', async () => {
  const { endingAt, next, signUp, time } = accountProcesses()
  await expect(signUp(mallory, { by: endingAt(2, true) })).rejects.toThrow('The process has ended.')
  await expect(findOrCreateAccount(next, signIn)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await findOrCreateAccount(next, signIn)
  expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
})

test('a partly erased user becomes a new user after a minute', async () => {
  const { next, memory, time } = accountProcesses()
  const { id } = await findOrCreateAccount(next, signIn)
  await memory.log.remove(`user-${id}`)
  time.now += 60_001
  expect((await findOrCreateAccount(next, signIn)).id).not.toBe(id)
})

test('a deleted account is refused, even before its data is erased', async () => {
  const { next, memory, store } = accountProcesses()
  const { id } = await findOrCreateAccount(next, signIn)
  store(`deleted-${id}`, 'AccountDeleted', deleted)
  for (const attempt of [signIn, byGoogle])
    await expect(findOrCreateAccount(next, attempt)).rejects.toMatchObject({ code: 'name-taken' })
  expect(memory.inStream(`user-${id}`)).toHaveLength(2)
})

test('a user whose password was removed is informed once, even after an interruption, and one without a password not', async () => {
  for (const [append, secret] of [
    [1, password],
    [2, password],
    [4, password],
    [5, undefined],
  ] as const) {
    const { endingAt, next, signUp, sent } = accountProcesses()
    if (secret !== undefined) await signUp(mallory)
    await findOrCreateAccount(endingAt(append, true), signIn).catch(() => undefined)
    await findOrCreateAccount(next, signIn)
    await findOrCreateAccount(next, byGoogle)
    const notified = sent.map(({ to, subject }) => [to, subject.includes('GitHub')])
    expect([append, notified]).toEqual([append, secret === undefined ? [] : [['ana@example.org', true]]])
  }
})

test('a participant who was imported, and never had a password, is not told that it was removed', async () => {
  const { next, store, sent } = accountProcesses()
  store(testNames.email(profile.email).stream, 'Reserved', { user: 'imported' })
  store('user-imported', 'UserRegistered', { fullName: 'Ana', email: profile.email, role: 'participant' })
  expect((await findOrCreateAccount(next, signIn)).id).toBe('imported')
  expect(sent).toEqual([])
})

test.for([true, false])(
  'an account that is deleted while an identity is linked leaves no reservation (already erased: %s)',
  async (isErased) => {
    const { interruptedBefore, next, memory, signUp, store } = accountProcesses()
    const { id } = await signUp(mallory)
    const slow = interruptedBefore(
      ({ type }) => type === 'SignInProviderLinked',
      async () => {
        store(`deleted-${id}`, 'AccountDeleted', deleted)
        const nothing = async () => undefined
        const entries = memoryEntries(() => 0)
        const stores = {
          media: { put: nothing, remove: nothing },
          personalDocuments: personalDocumentsIn(entries),
          seenSessions: seenSessionsIn(entries),
        }
        if (isErased) await eraseAccount({ ...next, ...stores }, id)
      },
    )
    await findOrCreateAccount(slow, signIn)
    const reserved = memory
      .inStream(testNames.identity('github', '42').stream)
      .map(({ data, metadata }) => [data, metadata.actor])
    expect(JSON.stringify(reserved)).not.toContain(id)
  },
)

test('a new account has the language of the page, and an existing one keeps its own', async () => {
  const { next } = accountProcesses()
  for (const reader of ['de', 'en'] as const)
    expect((await findOrCreateAccount(next, { ...signIn, reader })).account.language).toBe('de')
})

const email = 'ana.nunez@example.org'

test.each([
  ['Ana Núñez', 'Ana Núñez'],
  ["  Seán   O'Neill-Ó Dálaigh ", "Seán O'Neill-Ó Dálaigh"],
  ['李小龍', '李小龍'],
  ['Ana 🚀 Núñez', 'Ana Núñez'],
  ['Ana <b>Núñez</b>', 'Ana b Núñez b'],
  ['Ana2000 (she/her)', 'Ana she her'],
  ['x'.repeat(500), 'x'.repeat(120)],
  ['Ana\u3164 Núñez\uFFA0', 'Ana Núñez'],
])('%j becomes %j', (given, name) => {
  expect(toFullName({ fullName: given, email })).toBe(name)
})

test('without a valid name, the username, then the email address, then a fallback is used', () => {
  expect(toFullName({ fullName: '🚀', handle: 'octo-cat', email })).toBe('octo-cat')
  expect(toFullName({ fullName: '42', handle: '1337', email })).toBe('ana nunez')
  expect(toFullName({ email: '42@example.org' })).toBe('New participant')
  expect(toFullName({ fullName: '- ’', email: "-'@example.org" })).toBe('New participant')
})

test('any text of a provider becomes a valid name', () => {
  const odd = [
    '',
    ' ',
    '\u0000',
    '\u202e evil',
    'a',
    '\u0301',
    'e\u0301e',
    '’’',
    'ﷺ'.repeat(300),
    '\ud800',
    '\u3164\u3164',
  ]
  for (const text of odd)
    expect(fullName.safeParse(toFullName({ fullName: text, handle: text, email })).success).toBe(true)
})

test('a provider username is used unchanged or not at all', () => {
  expect(toUsername('octo_cat')).toBe('octo_cat')
  for (const handle of [undefined, '', 'oc', 'octo-cat', 'x'.repeat(31), 'victim@x.io', 'böse', 'Admin'])
    expect(toUsername(handle)).toBeUndefined()
})
