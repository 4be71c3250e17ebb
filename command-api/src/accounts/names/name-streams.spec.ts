import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountProcesses } from '@thirty/command-api/testing/account-processes.ts'
import {
  checkFingerprint,
  nameStreams,
  recordFingerprint,
  reservationKeyStream,
  WrongReservationKey,
} from './name-streams.ts'

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

function emptyLog() {
  const { memory, time, next } = accountProcesses()
  const check = (fingerprint: string) => checkFingerprint(next.commands, fingerprint)
  return { memory, check, now: time.now, commands: next.commands }
}

test('the first start records the key, and later ones accept the same key', async () => {
  const { memory, check, now } = emptyLog()
  for (const _start of [1, 2]) expect(await check('one')).toEqual({ fingerprint: 'one', setAt: now })
  expect(memory.inStream(reservationKeyStream)).toHaveLength(1)
})

test('another key is refused with a sentence that says what to do', async () => {
  const { check } = emptyLog()
  await check('one')
  await expect(check('other')).rejects.toBeInstanceOf(WrongReservationKey)
  await expect(check('other')).rejects.toThrow(
    /^RESERVATION_KEY, .* Restore the key from your backup\. If it is lost, .*--new-reservation-key/,
  )
  await expect(check('one')).resolves.toMatchObject({ fingerprint: 'one' })
})

test('another key replaces the recorded one once all names are reserved under it', async () => {
  const { check, commands } = emptyLog()
  await check('one')
  await recordFingerprint(commands, 'other')
  await expect(check('one')).resolves.toMatchObject({ fingerprint: 'one' })
  await recordFingerprint(commands, 'other', { isNew: true })
  await expect(check('other')).resolves.toMatchObject({ fingerprint: 'other' })
  await expect(check('one')).rejects.toBeInstanceOf(WrongReservationKey)
})

test('processes that start at the same time with different keys do not both start', async () => {
  const { check } = emptyLog()
  const outcomes = await Promise.allSettled([check('one'), check('other'), check('one')])
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
})
