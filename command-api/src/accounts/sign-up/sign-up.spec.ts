import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import { fakePasswords } from '@thirty/command-api/testing/fake-passwords.ts'
import { interruptionsOf, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { logIn } from '../sessions/log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { signUp, type SignUp, registerUser } from './sign-up.ts'
import { processEndingAt } from '@thirty/command-api/testing/account-deps.ts'
import {
  ana as registration,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { userFold, type User } from '../evolve.ts'

const ana: SignUp = {
  request: { fullName: 'Ana', username: 'ana', email: 'ana@example.org', password: 'Correct-horse-7' },
  role: 'participant',
  correlation: 'request-1',
}
const appendsOfOneSignUp = 4

test.for(interruptionsOf(appendsOfOneSignUp))(
  'an interruption at append %i of a sign-up (stored: %s) blocks its names for at most a minute',
  async ([append, isStored]) => {
    const { ending, next, time } = processEndingAt(append, isStored)
    await expect(signUp(ending, ana)).rejects.toThrow('The process has ended.')
    time.now += 60_001
    const isDone = append === appendsOfOneSignUp && isStored
    const outcome = await signUp(next, ana).then(
      () => 'signed up',
      (error: Error) => error.message,
    )
    expect(outcome).toBe(isDone ? 'Email or username is already taken' : 'signed up')
    const { account } = await logIn(
      next,
      { emailOrUsername: 'ana', password: 'Correct-horse-7' },
      { request: requestFrom(), correlation: 'spec' },
    )
    expect(account.email).toBe('ana@example.org')
  },
)

test.for([1, 2, 3, appendsOfOneSignUp])(
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
  const isUserEvent = (_event: unknown, stream: string) => stream.startsWith('user-')
  const log = logInterruptedBefore(next.log, isUserEvent, async () => {
    time.now += 60_001
    await signUp(next, ana)
  })
  const passwords: PasswordHasher = { ...fakePasswords, matches: async () => false }
  const slow = { ...next, passwords, log, commands: createCommands({ log, clock: next.clock }) }
  await expect(signUp(slow, ana)).rejects.toMatchObject({ code: 'conflict' })
})

const { rule } = recordedDeciderSpec(userFold)
const registering =
  (change: Partial<typeof registration> = {}) =>
  (user: User) =>
    registerUser(user, { ...registration, ...change })

rule(
  'a new user becomes a participant, once',
  [[], registering(), [anaRegistered]],
  [[anaRegistered], registering(), []],
  [[anaRegistered], registering({ email: 'Ana@Example.org ' as typeof registration.email }), 'key-reused'],
  // An abandoned sign-up never becomes an account.
  [[deactivated], registering(), 'conflict'],
)
