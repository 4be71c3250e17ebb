import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { testNames } from '@thirty/command-api/testing/test-names.ts'
import { fakePasswords } from '@thirty/command-api/testing/fake-passwords.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { logIn } from './log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { signUp } from '../sign-up/sign-up.ts'

/** Returns a login that reports its result and how many reads and password checks it made. */
async function countingLogIn() {
  const { log } = inMemoryEventLog()
  const count = { reads: 0, checks: 0 }
  const passwords: PasswordHasher = {
    ...fakePasswords,
    matches: async (...args) => {
      count.checks += 1
      return fakePasswords.matches(...args)
    },
  }
  const counting: typeof log = {
    ...log,
    read: (stream, from) => {
      count.reads += 1
      return log.read(stream, from)
    },
  }
  const limits = rateLimits({ isEnabled: false })
  const clock = () => Date.parse('2026-03-02T08:00:00Z')
  const deps = {
    commands: createCommands({ log: counting, clock }),
    log: counting,
    clock,
    passwords,
    limits,
    names: testNames,
  }
  const password = 'Correct-horse-7'
  await signUp(deps, {
    request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password },
    role: 'participant',
    correlation: 'spec',
  })
  return async (emailOrUsername: string, secret = password) => {
    Object.assign(count, { reads: 0, checks: 0 })
    const code = await logIn(
      deps,
      { emailOrUsername, password: secret },
      { request: requestFrom(), correlation: 'spec' },
    ).then(
      () => 'signed in',
      (error: { code: string }) => error.code,
    )
    return { code, ...count }
  }
}

test('an unknown name takes the same steps as a wrong password', async () => {
  const tryLogIn = await countingLogIn()
  const wrong = await tryLogIn('ana', 'Wrong-horse-7')
  expect(wrong).toMatchObject({ code: 'wrong-credentials', checks: 1 })
  expect(await tryLogIn('nobody')).toEqual(wrong)
  expect(await tryLogIn('nobody@example.org')).toEqual(wrong)
  expect(await tryLogIn('ana')).toEqual({ ...wrong, code: 'signed in' })
})
