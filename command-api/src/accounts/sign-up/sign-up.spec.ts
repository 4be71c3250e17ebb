import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { logIn } from '../sessions/log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { signUp, type SignUp } from './sign-up.ts'

// Argon2 is slow on purpose, and not under test here.
const passwords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, hash) => hash === `hash of ${password}`,
}
const ana: SignUp = {
  request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password: 'Correct-horse-7' },
  role: 'participant',
  correlation: 'request-1',
}
const appendsOfOneSignUp = 4

/** Returns a process that is interrupted at its n-th append, before or after storing it, and the next process over the same log. */
function processEndingAt(append: number, isStored: boolean) {
  let left = append
  const memory = inMemoryEventLog()
  const time = { now: Date.parse('2026-03-02T08:00:00Z') }
  const log: typeof memory.log = {
    ...memory.log,
    append: async (...args) => {
      left -= 1
      if (left < 0) throw new Error('The process has ended.')
      if (left > 0) return memory.log.append(...args)
      if (isStored) await memory.log.append(...args)
      throw new Error('The process has ended.')
    },
  }
  const deps = (over: typeof memory.log) => {
    const clock = () => time.now
    return { commands: createCommands({ log: over, clock }), log: over, clock, passwords, names: testNames }
  }
  return { ending: deps(log), next: deps(memory.log), time, memory }
}

const interruptions = Array.from({ length: appendsOfOneSignUp }, (_, index) => [index + 1, false] as const)

test.for([...interruptions, ...interruptions.map(([append]) => [append, true] as const)])(
  'an interruption at append %i of a sign-up (stored: %s) blocks its names for at most a minute',
  async ([append, isStored]) => {
    const { ending, next, time } = processEndingAt(append, isStored)
    await expect(signUp(ending, ana)).rejects.toThrow('The process has ended.')
    time.now += 60_001
    const isDone = append === appendsOfOneSignUp && isStored
    const again = await signUp(next, ana).then(
      () => 'signed up',
      (error: Error) => error.message,
    )
    expect(again).toBe(isDone ? 'Email or username is already taken' : 'signed up')
    const { account } = await logIn(next, { emailOrUsername: 'ana', password: 'Correct-horse-7' }, 'spec')
    expect(account.email).toBe('ana@example.org')
  },
)

test.for(interruptions.map(([append]) => append))(
  'an interruption at append %i is completed immediately with the idempotency key',
  async (append) => {
    const { ending, next, memory } = processEndingAt(append, true)
    const withKey = { ...ana, key: 'key-ana' }
    await expect(signUp(ending, withKey)).rejects.toThrow('The process has ended.')
    const { id } = await signUp(next, withKey)
    expect(memory.inStream(`user-${id}`)).toHaveLength(1)
    expect(memory.inStream(`credentials-${id}`)).toHaveLength(1)
  },
)

test('a slow sign-up whose names were taken over never becomes a second account', async () => {
  const { next, time } = processEndingAt(1, true)
  const slow: PasswordHasher = { ...passwords, matches: async () => false }
  let isOvertaken = false
  const log: typeof next.log = {
    ...next.log,
    append: async (stream, events, expected) => {
      if (stream.startsWith('user-') && !isOvertaken) {
        isOvertaken = true
        time.now += 60_001
        await signUp(next, ana)
      }
      return next.log.append(stream, events, expected)
    },
  }
  const overtaken = { ...next, passwords: slow, log, commands: createCommands({ log, clock: next.clock }) }
  await expect(signUp(overtaken, ana)).rejects.toMatchObject({ code: 'conflict' })
})
