import { expect, test } from 'vitest'
import { passwordHasher } from './password-hasher.ts'

const known = passwordHasher()

test('a password matches its own hash only, to the last character', async () => {
  const long = `${'ä1!'.repeat(30)}Z`
  const hash = await known.hash(long)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await known.matches(long, hash)).toBe(true)
  expect(await known.matches(`${long.slice(0, -1)}Y`, hash)).toBe(false)
  expect(await known.matches(` ${long}`, hash)).toBe(false)
})

test('without a hash no password is right', async () => {
  expect(await known.matches('', undefined)).toBe(false)
})

test('a flood of log-ins is turned away beyond what may wait', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => known.matches('x', undefined)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(60 - 36)
})

test('a check without a hash takes as long as one with a hash', async () => {
  const hash = await known.hash('Correct-horse-7')
  const quickest = { known: Infinity, unknown: Infinity }
  const timed = async (which: keyof typeof quickest, of: string | undefined) => {
    const before = performance.now()
    await known.matches('Wrong-horse-7', of)
    quickest[which] = Math.min(quickest[which], performance.now() - before)
  }
  const ratio = () => quickest.unknown / quickest.known
  // The quickest of ten, or of more on a busy machine: whatever else it does makes single ones slower, and none quicker.
  for (let pair = 0; pair < 10 || (pair < 60 && Math.abs(Math.log(ratio())) > 0.3); pair += 1) {
    await timed('known', hash)
    await timed('unknown', undefined)
  }
  expect(ratio()).toBeGreaterThan(0.7)
  expect(ratio()).toBeLessThan(1.4)
})
