import { expect, test } from 'vitest'
import { emailStream, loginNameStream, usernameStream } from './streams.ts'

test('two spellings of an address have one stream, whose name does not reveal the address', () => {
  expect(emailStream(' ANA@Example.org ')).toBe(emailStream('ana@example.org'))
  expect(emailStream('ana@example.org')).toMatch(/^email-[0-9a-f]{64}$/)
})

test('email and username identify a user in any case', () => {
  expect(loginNameStream('Ana@Example.org')).toBe(emailStream('ana@example.org'))
  expect(loginNameStream(' ANA_n ')).toBe(usernameStream('ana_n'))
})

test.for(['$all', '%24et-x', '*', 'a:b', 'x\r\nFLUSHALL', 'ab', '', 'x'.repeat(31)])(
  '%j cannot be a login name',
  (text) => {
    expect(loginNameStream(text)).toBeUndefined()
  },
)
