import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import { testNames as names } from '@thirty/command-api/testing/test-names.ts'
import { expect, test } from 'vitest'
import { eraseName } from './erase-name.ts'

const unicode = 'ana@bücher.example'
const ascii = 'ana@xn--bcher-kva.example'

/** The stream of exactly this spelling: that of an address in ASCII is its stream, and that of the other comes first. */
const streamAsTyped = (email: string): string => names.email(email).streams[0] ?? ''

/** A log with accounts of an earlier version, which reserved an address as it was typed. */
function logWith(accounts: Readonly<Record<string, string>>) {
  const { storeAccount, signUp, logIn, ...processes } = accountProcesses()
  for (const [user, email] of Object.entries(accounts)) storeAccount(user, { email }, [streamAsTyped(email)])
  const signUpAs = (email: string) => signUp({ username: undefined, email })
  return { ...processes, signUpAs, idOf: async (email: string) => (await logIn(email)).id }
}

test('both spellings of an international domain have one stream', () => {
  const { stream } = names.email(ascii)
  for (const name of [
    names.email(unicode),
    names.email('ana@BU\u0308CHER.example'),
    names.loginName(unicode),
  ])
    expect(name?.stream).toBe(stream)
  expect(streamAsTyped(ascii)).toBe(stream)
  expect(names.digest(unicode)).toBe(names.digest(ascii))
  expect(names.email('ana@example.org').streams).toHaveLength(2)
})

test.for([
  [unicode, ascii],
  [ascii, unicode],
] as const)('an account as %s cannot be made again as %s, and logs in as both', async ([first, second]) => {
  const { signUpAs, idOf } = logWith({})
  const { id } = await signUpAs(first)
  await expect(signUpAs(second)).rejects.toMatchObject({ code: 'name-taken' })
  expect([await idOf(first), await idOf(second)]).toEqual([id, id])
})

test.for([unicode, ascii])(
  'an account of an earlier version as %s logs in as both, and is taken',
  async (email) => {
    const { signUpAs, idOf } = logWith({ ana: email })
    for (const spelling of [unicode, ascii, 'ANA@Bücher.example']) {
      expect(await idOf(spelling)).toBe('ana')
      await expect(signUpAs(spelling)).rejects.toMatchObject({ code: 'name-taken' })
    }
  },
)

test('two people who signed up with one spelling each in an earlier version each log in with their own', async () => {
  const { idOf } = logWith({ ana: unicode, other: ascii })
  expect([await idOf(unicode), await idOf(ascii)]).toEqual(['ana', 'other'])
})

test.for([unicode, ascii])('a deletion erases the reservation as %s', async (email) => {
  const { memory, next } = logWith({ ana: email })
  await eraseName(next, names.email(unicode), 'ana')
  for (const stream of names.email(ascii).streams) expect(memory.inStream(stream)).toEqual([])
})
