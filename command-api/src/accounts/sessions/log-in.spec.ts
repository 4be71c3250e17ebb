import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { inMemoryEventLog } from '@thirty/command-api/testing/in-memory-event-log.ts'
import { logIn } from './log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { signUp } from '../sign-up/sign-up.ts'

/** A log and passwords that count what a log-in asks of them. */
async function counted() {
  const { log } = inMemoryEventLog()
  const asked = { reads: 0, checks: 0 }
  const passwords: PasswordHasher = {
    hash: async (password) => `hash of ${password}`,
    matches: async (password, known) => {
      asked.checks += 1
      return known === `hash of ${password}`
    },
  }
  const counting: typeof log = {
    ...log,
    read: (stream, from) => {
      asked.reads += 1
      return log.read(stream, from)
    },
  }
  const clock = () => Date.parse('2026-03-02T08:00:00Z')
  const deps = { commands: createCommands({ log: counting, clock }), log: counting, clock, passwords }
  const password = 'Correct-horse-7'
  await signUp(deps, {
    request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password },
    role: 'participant',
    correlation: 'spec',
  })
  return async (emailOrUsername: string, secret = password) => {
    Object.assign(asked, { reads: 0, checks: 0 })
    const code = await logIn(deps, { emailOrUsername, password: secret }, 'spec').then(
      () => 'signed in',
      (problem: { code: string }) => problem.code,
    )
    return { code, ...asked }
  }
}

test('an unknown name takes the very steps of a wrong password', async () => {
  const tried = await counted()
  const wrong = await tried('ana', 'Wrong-horse-7')
  expect(wrong).toMatchObject({ code: 'wrong-credentials', checks: 1 })
  expect(await tried('nobody')).toEqual(wrong)
  expect(await tried('nobody@example.org')).toEqual(wrong)
  expect(await tried('ana')).toEqual({ ...wrong, code: 'signed in' })
})
