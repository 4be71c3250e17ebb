import { hash as hashAsTyped } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { passwordHasher } from './password-hasher.ts'

// What a hash costs is what this is about.
vi.unmock('@node-rs/argon2')

const passwords = passwordHasher()

test('a password matches only its own hash, to the last character', async () => {
  const long = `${'ä1!'.repeat(30)}Z`
  const hash = await passwords.hash(long)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(long, hash)).toBe(true)
  expect(await passwords.matches(`${long.slice(0, -1)}Y`, hash)).toBe(false)
  expect(await passwords.matches(` ${long}`, hash)).toBe(false)
  expect(await passwords.matches(long, undefined)).toBe(false)
})

const composed = 'Zoë im Café 7!'

test.for([
  ['composed', composed],
  ['decomposed', composed.normalize('NFD')],
  ['with no-break spaces', composed.replaceAll(' ', '\u00a0')],
  ['with ideographic spaces', composed.replaceAll(' ', '\u3000')],
] as const)('a password that is typed %s matches the hash of every other form of it', async ([, typed]) => {
  for (const form of [composed, composed.normalize('NFD')]) {
    expect(await passwords.matches(typed, await passwords.hash(form))).toBe(true)
    expect(await passwords.matches(form, await passwords.hash(typed))).toBe(true)
  }
  expect(await passwords.matches(typed.replace('Z', 'z'), await passwords.hash(composed))).toBe(false)
})

test.for([composed, composed.normalize('NFD'), 'Aa\u00a07-long'])(
  'a hash of an earlier version, which hashed %j as it was typed, still matches',
  async (typed) => {
    const older = await hashAsTyped(typed)
    for (const form of [typed, typed.normalize('NFC'), typed.normalize('NFD')])
      expect(await passwords.matches(form, older)).toBe(true)
  },
)

test('logins beyond the queue limit are refused', async () => {
  const responses = await Promise.allSettled(
    Array.from({ length: 60 }, () => passwords.matches('x', undefined)),
  )
  const refused = responses.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(60 - 36)
})

// Measured in processor time, which a busy machine hardly changes.
test('a check without a hash takes as long as one with a hash', async () => {
  const hash = await passwords.hash('Correct-horse-7')
  const least = { known: Infinity, unknown: Infinity }
  const measure = async (which: keyof typeof least, storedHash: string | undefined) => {
    const before = process.cpuUsage()
    await passwords.matches('Wrong-horse-7', storedHash)
    const { user, system } = process.cpuUsage(before)
    least[which] = Math.min(least[which], user + system)
  }
  for (let pair = 0; pair < 10; pair += 1) {
    await measure('known', hash)
    await measure('unknown', undefined)
  }
  expect(least.unknown / least.known).toBeGreaterThan(0.7)
  expect(least.unknown / least.known).toBeLessThan(1.4)
})
