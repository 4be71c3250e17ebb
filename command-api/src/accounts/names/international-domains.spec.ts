import { accountDeps } from '@thirty/command-api/testing/account-deps.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { logIn } from '../sessions/log-in.ts'
import { signUp } from '../sign-up/sign-up.ts'
import { eraseName } from './erase-name.ts'
import { nameStreams } from './name-streams.ts'

const unicode = 'ana@bücher.example'
const ascii = 'ana@xn--bcher-kva.example'
const password = 'Correct-horse-7'
const names = nameStreams('a reservation key for the specs of commands')

/** A log with accounts of an earlier version, which reserved an address as it was typed. */
function logWith(accounts: Readonly<Record<string, string>>) {
  const memory = inMemoryEventLog()
  const clock = () => Date.parse('2026-03-02T08:00:00Z')
  const store = (stream: string, type: string, data: unknown) =>
    memory.store(
      stream,
      [
        {
          id: randomUUID(),
          type,
          version: 1,
          at: '2026-03-01T08:00:00.000Z',
          data,
          metadata: { correlation: 'spec' },
        },
      ],
      'none',
    )
  for (const [user, email] of Object.entries(accounts)) {
    store(streamAsTyped(email), 'Reserved', { user })
    store(`credentials-${user}`, 'PasswordSet', { hash: `hash of ${password}` })
    store(`user-${user}`, 'UserRegistered', { fullName: 'Ana', email, role: 'participant' })
  }
  const deps = accountDeps({ log: memory.log, clock, names })
  const logInAs = (emailOrUsername: string) =>
    logIn(deps, { emailOrUsername, password }, { request: requestFrom(), correlation: 'spec' })
  const signUpAs = (email: string) =>
    signUp(deps, {
      request: { fullName: 'Ana', username: undefined, email, password },
      role: 'participant',
      correlation: 'spec',
    })
  return { memory, deps, logInAs, signUpAs }
}

/** The stream of exactly this spelling: that of an address in ASCII is its stream, and that of the other comes first. */
const streamAsTyped = (email: string): string => names.email(email).streams[0] ?? ''

test('both spellings of an international domain have one stream', () => {
  expect(names.email(unicode).stream).toBe(names.email(ascii).stream)
  expect(names.email(unicode).stream).toBe(streamAsTyped(ascii))
  expect(names.email('ana@BU\u0308CHER.example').stream).toBe(names.email(ascii).stream)
  expect(names.loginName(unicode)?.stream).toBe(names.email(ascii).stream)
  expect(names.digest(unicode)).toBe(names.digest(ascii))
  expect(names.email('ana@example.org').streams).toHaveLength(2)
})

test.for([
  [unicode, ascii],
  [ascii, unicode],
] as const)('an account as %s cannot be made again as %s, and logs in as both', async ([first, second]) => {
  const { signUpAs, logInAs } = logWith({})
  const { id } = await signUpAs(first)
  await expect(signUpAs(second)).rejects.toMatchObject({ code: 'name-taken' })
  expect((await logInAs(first)).id).toBe(id)
  expect((await logInAs(second)).id).toBe(id)
})

test.for([unicode, ascii])(
  'an account of an earlier version as %s logs in as both, and is taken',
  async (email) => {
    const { signUpAs, logInAs } = logWith({ ana: email })
    for (const spelling of [unicode, ascii, 'ANA@Bücher.example']) {
      expect((await logInAs(spelling)).id).toBe('ana')
      await expect(signUpAs(spelling)).rejects.toMatchObject({ code: 'name-taken' })
    }
  },
)

test('two people who signed up with one spelling each in an earlier version each log in with their own', async () => {
  const { logInAs } = logWith({ ana: unicode, other: ascii })
  expect((await logInAs(unicode)).id).toBe('ana')
  expect((await logInAs(ascii)).id).toBe('other')
})

test.for([unicode, ascii])('a deletion erases the reservation as %s', async (email) => {
  const { memory, deps } = logWith({ ana: email })
  await eraseName(deps, names.email(unicode), 'ana')
  for (const stream of names.email(ascii).streams) expect(memory.inStream(stream)).toEqual([])
})
