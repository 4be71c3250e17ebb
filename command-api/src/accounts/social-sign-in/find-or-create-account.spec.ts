import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import type { VerifiedProfile } from '@thirty/infra/oauth/oauth-provider.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { interruptionsOf, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { eraseAccount } from '../deletion/delete-account.ts'
import { logIn } from '../sessions/log-in.ts'
import { signUp, type SignUp } from '../sign-up/sign-up.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { processEndingAt } from '@thirty/command-api/testing/account-deps.ts'

const profile: VerifiedProfile = { subject: '42', email: 'ana@example.org', fullName: 'Ana', handle: 'ana' }
const signIn = { provider: 'github', profile, correlation: 'request-1', reader: 'en' } as const
const password = 'Correct-horse-7'
/** Mallory signs up with Ana's address and a password. */
const localSignUp: SignUp = {
  request: { fullName: 'Mallory', username: undefined, email: profile.email, password },
  role: 'participant',
  correlation: 'request-0',
}

const appendsOfNewAccount = 4
const appendsOfLinking = 3

test.for(interruptionsOf(appendsOfNewAccount))(
  'an interruption at append %i of a first sign-in (stored: %s) is completed by the next one',
  async ([append, isStored]) => {
    const { ending, next, memory } = processEndingAt(append, isStored)
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(account).toMatchObject({ fullName: 'Ana', username: 'ana', providers: { github: '42' } })
    expect(memory.inStream(`user-${id}`)).toHaveLength(2)
    expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
  },
)

test('a first sign-in has as many appends as these specs interrupt', async () => {
  const { ending } = processEndingAt(appendsOfNewAccount + 1, true)
  await expect(findOrCreateAccount(ending, signIn)).resolves.toBeDefined()
})

test.for(interruptionsOf(appendsOfLinking))(
  'an interruption at append %i of linking (stored: %s) is completed by the next sign-in, and the password no longer works',
  async ([append, isStored]) => {
    const { ending, next } = processEndingAt(append, isStored)
    const local = await signUp(next, localSignUp)
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(id).toBe(local.id)
    expect(account).toMatchObject({ providers: { github: '42' }, sessionVersion: 1 })
    await expect(
      logIn(
        next,
        { emailOrUsername: profile.email, password },
        { request: requestFrom(), correlation: 'request-2' },
      ),
    ).rejects.toMatchObject({ code: 'wrong-credentials' })
  },
)

test('linking has as many appends as these specs interrupt', async () => {
  const { ending, next } = processEndingAt(appendsOfLinking + 1, true)
  await signUp(next, localSignUp)
  await expect(findOrCreateAccount(ending, signIn)).resolves.toBeDefined()
})

test('an address in use by a concurrent sign-up is refused, and available after a minute', async () => {
  const { ending, next, time } = processEndingAt(2, true)
  await expect(signUp(ending, localSignUp)).rejects.toThrow('The process has ended.')
  await expect(findOrCreateAccount(next, signIn)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await findOrCreateAccount(next, signIn)
  expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
})

test('a partly erased user becomes a new user after a minute', async () => {
  const { next, memory, time } = processEndingAt(1, true)
  const { id } = await findOrCreateAccount(next, signIn)
  await memory.log.remove(`user-${id}`)
  time.now += 60_001
  expect((await findOrCreateAccount(next, signIn)).id).not.toBe(id)
})

test('a deleted account is refused, even before its data is erased', async () => {
  const { next, memory, time } = processEndingAt(1, true)
  const { id } = await findOrCreateAccount(next, signIn)
  const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
  const data = { role: 'participant', status: 'active', registered }
  const deleted = createNewEvent('AccountDeleted', data, { at: time.now })
  await memory.log.append(`deleted-${id}`, [deleted], 'none')
  const other = { ...signIn, provider: 'google' } as const
  for (const attempt of [signIn, other])
    await expect(findOrCreateAccount(next, attempt)).rejects.toMatchObject({ code: 'name-taken' })
  expect(memory.inStream(`user-${id}`)).toHaveLength(2)
})

test('a user whose password was removed is informed once, even after an interruption', async () => {
  for (const append of [1, 2, 4]) {
    const { ending, next } = processEndingAt(append, true)
    const notified: string[] = []
    const deps = (process: typeof next) => ({
      ...process,
      onPasswordRemoved: ({ email }: { email: string }, provider: string) =>
        notified.push(`${email} ${provider}`),
    })
    await signUp(next, localSignUp)
    await findOrCreateAccount(deps(ending), signIn).catch(() => undefined)
    await findOrCreateAccount(deps(next), signIn)
    await findOrCreateAccount(deps(next), { ...signIn, provider: 'google' })
    expect(notified).toEqual(['ana@example.org github'])
  }
})

test('a user without a password is not informed', async () => {
  const { next } = processEndingAt(1, true)
  const notified: unknown[] = []
  const deps = { ...next, onPasswordRemoved: (...args: unknown[]) => notified.push(args) }
  await findOrCreateAccount(deps, signIn)
  await findOrCreateAccount(deps, { ...signIn, provider: 'google' })
  expect(notified).toEqual([])
})

test('an invalid email address is refused', async () => {
  const { next } = processEndingAt(1, true)
  const invalid = { ...signIn, profile: { ...profile, email: 'ana' } }
  await expect(findOrCreateAccount(next, invalid)).rejects.toMatchObject({ reason: 'invalid-email' })
})

test.for([true, false])(
  'an account that is deleted while an identity is linked leaves no reservation (already erased: %s)',
  async (isErased) => {
    const { next, memory } = processEndingAt(1, true)
    const local = await signUp(next, localSignUp)
    const deleteLocal = async () => {
      const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
      const deleted = { role: 'participant', status: 'active', registered }
      const event = createNewEvent('AccountDeleted', deleted, { at: next.clock() })
      memory.store(`deleted-${local.id}`, [event], 'none')
      const stores = {
        media: { remove: async () => undefined },
        mail: { discard: async () => undefined },
        personalDocuments: { removeAll: async () => undefined },
        seenSessions: { removeAll: async () => undefined },
      }
      if (isErased) await eraseAccount({ ...next, ...stores }, local.id)
    }
    const log = logInterruptedBefore(memory.log, ({ type }) => type === 'SignInProviderLinked', deleteLocal)
    const slow = { ...next, log, commands: createCommands({ log, clock: next.clock }) }
    await findOrCreateAccount(slow, signIn)
    const reserved = memory
      .inStream(testNames.identity('github', '42').stream)
      .map(({ data, metadata }) => [data, metadata.actor])
    expect(JSON.stringify(reserved)).not.toContain(local.id)
  },
)

test('a new account has the language of the page, and an existing one keeps its own', async () => {
  const { next } = processEndingAt(1, true)
  expect((await findOrCreateAccount(next, { ...signIn, reader: 'de' })).account.language).toBe('de')
  expect((await findOrCreateAccount(next, { ...signIn, reader: 'en' })).account.language).toBe('de')
})
