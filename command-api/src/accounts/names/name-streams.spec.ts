import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameStreams } from './name-streams.ts'

const key = 'a key of this installation, kept outside its log'
const names = nameStreams(key)
const otherNames = nameStreams('a key of another installation, kept outside its log')
const namesUnder = ({ email, username, identity }: typeof names) => [
  email('ana@example.org'),
  username('ana_n'),
  identity('github', '17'),
]
const digests = ['ana@example.org', 'ana_n', '17'].map((text) => hash('sha256', text))

test('two spellings of an address have one stream, whose name does not reveal the address', () => {
  expect(names.email(' ANA@Example.org ')).toEqual(names.email('ana@example.org'))
  expect(names.email('ana@example.org').stream).toMatch(/^email-[0-9a-f]{64}$/)
})

test('no stream name holds a username, a digest of it, or a digest of an address or identity', () => {
  for (const { stream } of namesUnder(names))
    for (const text of ['ana', ...digests]) expect(stream).not.toContain(text)
})

test('the same key names the same streams in every process, and another key names others', () => {
  const again = nameStreams(key)
  expect(namesUnder(again)).toEqual(namesUnder(names))
  expect(again.username('ANA_n')).toEqual(names.username('ana_n'))
  for (const [index, { stream }] of namesUnder(otherNames).entries())
    expect(stream).not.toBe(namesUnder(names)[index]?.stream)
  expect(again.keyFingerprint).toBe(names.keyFingerprint)
  expect(otherNames.keyFingerprint).not.toBe(names.keyFingerprint)
})

test('the streams of older releases are known', () => {
  const [email, , identity] = digests
  expect(namesUnder(names).map(({ olderStream }) => olderStream)).toEqual([
    `email-${email}`,
    'username-ana_n',
    `identity-github-${identity}`,
  ])
})

test('a digest of a login name is the same in any case, and no plain digest of the name', () => {
  const digest = names.digest('ana@example.org')
  expect(names.digest(' ANA@example.org')).toBe(digest)
  expect([...digests, otherNames.digest('ana@example.org')]).not.toContain(digest)
})

test.for(['$all', '%24et-x', '*', 'a:b', 'x\r\nFLUSHALL', 'ab', '', 'x'.repeat(31)])(
  '%j cannot be a login name',
  (text) => {
    expect(names.loginName(text)).toBeUndefined()
  },
)
