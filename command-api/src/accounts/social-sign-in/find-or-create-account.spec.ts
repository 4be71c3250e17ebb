import { randomUUID } from 'node:crypto'
import type { VerifiedProfile } from '@thirty/infra/oauth/oauth-provider.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { logIn } from '../sessions/log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { signUp } from '../sign-up/sign-up.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'

// Hashing is slow on purpose; what is told here is the order of things.
const passwords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, known) => known === `hash of ${password}`,
}
const profile: VerifiedProfile = { subject: '42', email: 'ana@example.org', fullName: 'Ana', handle: 'ana' }
const signIn = { provider: 'github', profile, correlation: 'request-1' } as const
const password = 'Correct-horse-7'

/** A process that ends at its n-th append, before it is stored or after, and the next one over the same log. */
function processEndingAt(append: number, isStored: boolean) {
  let left = append
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const clock = () => time.now
  const log: typeof memory.log = {
    ...memory.log,
    append: async (...asked) => {
      left -= 1
      if (left < 0) throw new Error('The process has ended.')
      if (left > 0) return memory.log.append(...asked)
      if (isStored) await memory.log.append(...asked)
      throw new Error('The process has ended.')
    },
  }
  const deps = (over: typeof memory.log) => ({
    commands: createCommands({ log: over, clock }),
    log: over,
    clock,
    passwords,
  })
  return { ending: deps(log), next: deps(memory.log), memory, time }
}

const endsOf = (appends: number) =>
  Array.from({ length: appends }, (_, index) => index + 1).flatMap((append) => [
    [append, false] as const,
    [append, true] as const,
  ])
const appendsOfNewAccount = 4
const appendsOfJoining = 3

test.for(endsOf(appendsOfNewAccount))(
  'a first visit that ends at append %i (stored: %s) goes on at once where it stopped',
  async ([append, isStored]) => {
    const { ending, next, memory } = processEndingAt(append, isStored)
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(account).toMatchObject({ fullName: 'Ana', username: 'ana', providers: { github: '42' } })
    expect(memory.inStream(`user-${id}`)).toHaveLength(2)
    expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
  },
)

test('a first visit is as many appends as these specs end it at', async () => {
  const { ending } = processEndingAt(appendsOfNewAccount + 1, true)
  await expect(findOrCreateAccount(ending, signIn)).resolves.toBeDefined()
})

test.for(endsOf(appendsOfJoining))(
  'joining that ends at append %i (stored: %s) is done by the next visit, and no password is good from then on',
  async ([append, isStored]) => {
    const { ending, next } = processEndingAt(append, isStored)
    const local = await signUp(next, {
      request: { fullName: 'Mallory', username: undefined, email: profile.email, password },
      role: 'participant',
      correlation: 'request-0',
    })
    await expect(findOrCreateAccount(ending, signIn)).rejects.toThrow('The process has ended.')
    const { id, account } = await findOrCreateAccount(next, signIn)
    expect(id).toBe(local.id)
    expect(account).toMatchObject({ providers: { github: '42' }, sessionVersion: 1 })
    await expect(
      logIn(next, { emailOrUsername: profile.email, password }, 'request-2'),
    ).rejects.toMatchObject({ code: 'wrong-credentials' })
  },
)

test('joining is as many appends as these specs end it at', async () => {
  const { ending, next } = processEndingAt(appendsOfJoining + 1, true)
  const request = { fullName: 'Mallory', username: undefined, email: profile.email, password }
  await signUp(next, { request, role: 'participant', correlation: 'request-0' })
  await expect(findOrCreateAccount(ending, signIn)).resolves.toBeDefined()
})

test('an address that somebody is signing up with at this moment is told to come again, and is there in a minute', async () => {
  const { ending, next, time } = processEndingAt(2, true)
  const request = { fullName: 'Mallory', username: undefined, email: profile.email, password }
  const half = { request, role: 'participant', correlation: 'request-0' } as const
  await expect(signUp(ending, half)).rejects.toThrow('The process has ended.')
  await expect(findOrCreateAccount(next, signIn)).rejects.toMatchObject({ code: 'name-taken' })
  time.now += 60_001
  const { id } = await findOrCreateAccount(next, signIn)
  expect((await findOrCreateAccount(next, signIn)).id).toBe(id)
})

test('who was erased half-way is somebody new after a minute', async () => {
  const { next, memory, time } = processEndingAt(1, true)
  const { id } = await findOrCreateAccount(next, signIn)
  await memory.log.remove(`user-${id}`)
  time.now += 60_001
  expect((await findOrCreateAccount(next, signIn)).id).not.toBe(id)
})

test('an account whose deletion was announced is open to nobody, also before it is erased', async () => {
  const { next, memory } = processEndingAt(1, true)
  const { id } = await findOrCreateAccount(next, signIn)
  await memory.log.append(
    `deleted-${id}`,
    [
      {
        id: randomUUID(),
        type: 'AccountDeleted',
        version: 1,
        at: '2026-03-02T08:00:00.000Z',
        data: {
          role: 'participant',
          status: 'active',
          registered: { at: '2026-03-02T08:00:00.000Z', position: '1' },
        },
        metadata: { correlation: 'spec' },
      },
    ],
    'none',
  )
  const other = { ...signIn, provider: 'google' } as const
  for (const one of [signIn, other])
    await expect(findOrCreateAccount(next, one)).rejects.toMatchObject({ code: 'name-taken' })
  expect(memory.inStream(`user-${id}`)).toHaveLength(2)
})

const signUpOf = (email: string) => ({
  request: { fullName: 'Mallory', username: undefined, email, password },
  role: 'participant' as const,
  correlation: 'request-0',
})

test('whoever loses a password by joining is told once, also when joining took two tries', async () => {
  for (const append of [1, 2, 4]) {
    const { ending, next } = processEndingAt(append, true)
    const told: string[] = []
    const deps = (process: typeof next) => ({
      ...process,
      onPasswordRemoved: ({ email }: { email: string }, provider: string) =>
        told.push(`${email} ${provider}`),
    })
    await signUp(next, signUpOf(profile.email))
    await findOrCreateAccount(deps(ending), signIn).catch(() => undefined)
    await findOrCreateAccount(deps(next), signIn)
    await findOrCreateAccount(deps(next), { ...signIn, provider: 'google' })
    expect(told).toEqual(['ana@example.org github'])
  }
})

test('whoever had no password to lose is told nothing', async () => {
  const { next } = processEndingAt(1, true)
  const told: unknown[] = []
  const deps = { ...next, onPasswordRemoved: (...words: unknown[]) => told.push(words) }
  await findOrCreateAccount(deps, signIn)
  await findOrCreateAccount(deps, { ...signIn, provider: 'google' })
  expect(told).toEqual([])
})

test('an address that is none opens nothing', async () => {
  const { next } = processEndingAt(1, true)
  const odd = { ...signIn, profile: { ...profile, email: 'ana' } }
  await expect(findOrCreateAccount(next, odd)).rejects.toMatchObject({ reason: 'unverified-email' })
})
