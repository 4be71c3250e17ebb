import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { nameStreams } from './name-streams.ts'

const names = nameStreams('a key of this installation, kept outside its log')
const sameKey = nameStreams('a key of this installation, kept outside its log')
const otherKey = nameStreams('a key of another installation, kept outside its log')

test('two spellings of an address have one stream, whose name does not reveal the address', () => {
  expect(names.email(' ANA@Example.org ')).toEqual(names.email('ana@example.org'))
  expect(names.email('ana@example.org').stream).toMatch(/^email-[0-9a-f]{64}$/)
})

test('no stream name holds a username, a digest of it, or a digest of an address or identity', () => {
  const streams = [names.email('ana@example.org'), names.username('ana_n'), names.identity('github', '17')]
  for (const { stream } of streams)
    for (const text of [
      'ana',
      hash('sha256', 'ana@example.org'),
      hash('sha256', 'ana_n'),
      hash('sha256', '17'),
    ])
      expect(stream).not.toContain(text)
})

test('the same key names the same streams in every process, and another key names others', () => {
  for (const [one, other] of [
    [names.email('ana@example.org'), otherKey.email('ana@example.org')],
    [names.username('ana_n'), otherKey.username('ana_n')],
    [names.identity('google', '17'), otherKey.identity('google', '17')],
  ] as const)
    expect(one.stream).not.toBe(other.stream)
  expect(sameKey.username('ANA_n')).toEqual(names.username('ana_n'))
  expect(sameKey.keyFingerprint).toBe(names.keyFingerprint)
  expect(otherKey.keyFingerprint).not.toBe(names.keyFingerprint)
})

test('the streams of older releases are known', () => {
  expect(names.email('Ana@Example.org').olderStream).toBe(`email-${hash('sha256', 'ana@example.org')}`)
  expect(names.username('ANA_n').olderStream).toBe('username-ana_n')
  expect(names.identity('github', '17').olderStream).toBe(`identity-github-${hash('sha256', '17')}`)
})

test('a digest of a login name is the same in any case, and no plain digest of the name', () => {
  expect(names.digest(' ANA@example.org')).toBe(names.digest('ana@example.org'))
  expect(names.digest('ana@example.org')).not.toBe(hash('sha256', 'ana@example.org'))
  expect(otherKey.digest('ana@example.org')).not.toBe(names.digest('ana@example.org'))
})

test.for(['$all', '%24et-x', '*', 'a:b', 'x\r\nFLUSHALL', 'ab', '', 'x'.repeat(31)])(
  '%j cannot be a login name',
  (text) => {
    expect(names.loginName(text)).toBeUndefined()
  },
)
