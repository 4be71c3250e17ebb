import { expect, test } from 'vitest'
import { interruptionsOf } from '@thirty/command-api/testing/interrupted-log.ts'
import { refuseWrongAdminKey, registerUser } from './sign-up.ts'
import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import {
  ana as registration,
  anaRegistered,
  deactivated,
  userRule as rule,
} from '@thirty/command-api/testing/account-events.ts'
import type { User } from '../account.ts'

const appendsOfOneSignUp = 4

test.for(interruptionsOf(appendsOfOneSignUp))(
  'an interruption at append %i of a sign-up (stored: %s) blocks its names for at most a minute',
  async ([append, isStored]) => {
    const { endingAt, signUp, logIn, time } = accountProcesses()
    await expect(signUp({}, { by: endingAt(append, isStored) })).rejects.toThrow('The process has ended.')
    time.now += 60_001
    const outcome = await signUp().then(
      () => 'signed up',
      ({ message }: Error) => message,
    )
    const isDone = append === appendsOfOneSignUp && isStored
    expect(outcome).toBe(isDone ? 'Email or username is already taken' : 'signed up')
    expect((await logIn('ana')).account.email).toBe('ana@example.org')
  },
)

test.for([1, 2, 3, appendsOfOneSignUp])(
  'an interruption at append %i is completed immediately with the idempotency key',
  async (append) => {
    const { endingAt, signUp, memory } = accountProcesses()
    const key = 'key-ana'
    await expect(signUp({}, { by: endingAt(append, true), key })).rejects.toThrow('The process has ended.')
    const { id } = await signUp({}, { key })
    expect(memory.inStream(`user-${id}`)).toHaveLength(1)
    expect(memory.inStream(`credentials-${id}`)).toHaveLength(1)
  },
)

test('a slow sign-up whose names were taken over never becomes a second account', async () => {
  const { interruptedBefore, signUp, time } = accountProcesses()
  const isUserEvent = (_event: unknown, stream: string) => stream.startsWith('user-')
  const slow = interruptedBefore(isUserEvent, async () => {
    time.now += 60_001
    await signUp()
  })
  await expect(signUp({}, { by: slow })).rejects.toMatchObject({ code: 'conflict' })
})

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

const right = 'a key of at least thirty-two characters'
const wrong = 'Invalid admin registration key'

test.for(['', 'undefined', right.slice(1), `${right} `])(
  'only the admin key itself is accepted, not %j',
  (given) => {
    refuseWrongAdminKey(right, right)
    expect(() => refuseWrongAdminKey(given, right)).toThrow(wrong)
  },
)

test('without a configured key, every key is refused', () => {
  expect(() => refuseWrongAdminKey('', '')).toThrow(wrong)
})
