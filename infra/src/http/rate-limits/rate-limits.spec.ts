import type { LimitName } from '@thirty/contracts/endpoints/limits.ts'
import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Request, Response } from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSuccess, rateLimits, RateLimitExceeded, type RateLimits } from './rate-limits.ts'

// Waits are whole seconds, however long the attempts before take.
let limits: RateLimits
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  limits = rateLimits({ isEnabled: true })
})
afterEach(() => void vi.useRealTimers())

async function attemptsUntilRefused(attempt: () => Promise<void>): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await attempt()
    } catch (error) {
      if (error instanceof RateLimitExceeded) return count
      throw error
    }
  }
}

test('counts each key and each limit separately', async () => {
  expect(await attemptsUntilRefused(() => limits.consume('sign-in', 'ada'))).toBe(10)
  expect(await attemptsUntilRefused(() => limits.consume('sign-in', 'bob'))).toBe(10)
  expect(await attemptsUntilRefused(() => limits.consume('forgot-password', 'ada'))).toBe(5)
})

test('a refusal says after how many seconds to retry, and a reset starts again at zero', async () => {
  await attemptsUntilRefused(() => limits.consume('sign-in', 'ada'))
  await expect(limits.consume('sign-in', 'ada')).rejects.toMatchObject({
    code: 'too-many',
    retryAfterSeconds: 900,
  })
  await limits.reset('sign-in', 'ada')
  expect(await attemptsUntilRefused(() => limits.consume('sign-in', 'ada'))).toBe(10)
})

test('an attempt that was taken back does not count', async () => {
  for (let count = 0; count < 100; count++) {
    await limits.consume('sign-in', 'ada')
    await limits.refund('sign-in', 'ada')
  }
  expect(await attemptsUntilRefused(() => limits.consume('sign-in', 'ada'))).toBe(10)
})

/** A request from an address; `user` is the id of who is signed in. */
const from = (ip: string, user?: string) =>
  // Safe: limits read the address and the caller alone.
  ({ ip, ...(user !== undefined && { user: { id: user } }) }) as unknown as Request
const noResponse = {} as Response

const pass = (name: LimitName, request: Request) =>
  limits.limit(name)(request, noResponse, () => undefined) as Promise<void>
const query = (ip: string, user?: string) => pass('query', from(ip, user))

test('visitors at one address share a higher limit than one user, without using up that of users there', async () => {
  expect(await attemptsUntilRefused(() => query('192.0.2.1'))).toBe(3_000)
  await expect(query('192.0.2.1')).rejects.toMatchObject({
    message: 'Many people are using this site from your network. Try again in 1 minute.',
  })
  expect(await attemptsUntilRefused(() => query('192.0.2.1', 'ada'))).toBe(600)
  await expect(query('192.0.2.1', 'ada')).rejects.toMatchObject({
    message: "You're doing this too often. Try again in 1 minute.",
  })
  await query('192.0.2.2')
})

test('visitors at an event have no limit, and users there have theirs', async () => {
  limits = rateLimits({ isEnabled: true, isAtEvent: async (address) => address === '192.0.2.1' })
  for (let count = 0; count < 3_100; count += 1) await query('192.0.2.1')
  expect(await attemptsUntilRefused(() => query('192.0.2.1', 'ada'))).toBe(600)
})

test('a user counts as the same at every address, a visitor as the address, and everyone together under one limit', () => {
  const user = from('192.0.2.1', 'ada')
  const keys = [limits.keyFor('command', user), limits.keyFor('command', from('192.0.2.1'))]
  expect(keys).toEqual(['user ada', '192.0.2.1'])
  expect([limits.keyFor('sign-up', user), limits.keyFor('admin-key-all', user)]).toEqual(['192.0.2.1', 'all'])
})

/** A request that succeeds, under a limit that counts what succeeds. */
async function succeed(ip = '192.0.2.1'): Promise<void> {
  const request = from(ip)
  await pass('sign-up', request)
  await countSuccess(request)
}

/** Returns the response to the sender of a refused request. */
async function refusedWith(error: unknown, name: LimitName = 'sign-up'): Promise<unknown> {
  let told: unknown
  await limits.countRefused(name)(error, from('192.0.2.1'), noResponse, (next) => (told = next))
  return told
}
/** Refuses this many requests. */
const refuse = async (count: number) => {
  for (let index = 0; index < count; index++) await refusedWith(refusal())
}
const refusal = (code: RefusalCode = 'invalid-fields') => new Refusal(code, say('userNotFound'))

test('requests that are not answered yet count for nothing, and successes up to their bound', async () => {
  for (let count = 0; count < 400; count++) await pass('sign-up', from('192.0.2.1'))
  expect(await attemptsUntilRefused(() => succeed())).toBe(300)
  await expect(succeed()).rejects.toMatchObject({ code: 'too-many', retryAfterSeconds: 3_600 })
  await succeed('192.0.2.2')
})

test('the wait that a refusal names is in whole seconds and long enough', async () => {
  await attemptsUntilRefused(() => succeed())
  const end = Date.now() + 3_600_000
  for (const [milliseconds, retryAfterSeconds] of [
    [1_001, 2],
    [1_000, 1],
    [1, 1],
  ] as const) {
    vi.setSystemTime(end - milliseconds)
    await expect(succeed()).rejects.toMatchObject({ retryAfterSeconds })
  }
})

test('beyond their bound, refused requests no longer learn why, but still succeed if they are valid', async () => {
  const error = refusal()
  for (let count = 0; count < 100; count++) expect(await refusedWith(error)).toBe(error)
  expect(await refusedWith(error)).toMatchObject({ code: 'too-many', retryAfterSeconds: 3_600 })
  const wrong = refusal('wrong-credentials')
  expect(await refusedWith(wrong)).toBe(wrong)
  await succeed()
})

test('ten times as many refused requests come from a script, and nothing more is tried for it', async () => {
  limits = rateLimits({ isEnabled: true, isAtEvent: async () => true })
  await refuse(999)
  await succeed()
  await refuse(1)
  const refused = { reason: { code: 'manyRefused' }, retryAfterSeconds: 3_600 }
  await expect(succeed()).rejects.toMatchObject(refused)
})

test('a server that is busy or broken, and a limit, do not count as refusals', async () => {
  const others = [refusal('busy'), new Error('broken'), new RateLimitExceeded(7)]
  for (let count = 0; count < 101; count++)
    for (const error of others) expect(await refusedWith(error)).toBe(error)
  await limits.requireFewRefused('sign-up', from('192.0.2.1'))
})

test('an attempt is not even made beyond the bound of refused requests', async () => {
  const isTried = () => limits.requireFewRefused('sign-up', from('192.0.2.1'))
  await refuse(99)
  await isTried()
  await refuse(1)
  await expect(isTried()).rejects.toThrow(RateLimitExceeded)
  await limits.requireFewRefused('sign-up', from('192.0.2.2'))
})

test('at an event no bound of successes holds for an address', async () => {
  limits = rateLimits({ isEnabled: true, isAtEvent: async (address) => address === '192.0.2.1' })
  for (let count = 0; count < 310; count++) await succeed()
  expect(await attemptsUntilRefused(() => succeed('192.0.2.2'))).toBe(300)
  for (let count = 0; count < 10; count++) await pass('admin-key', from('192.0.2.1'))
  expect(await attemptsUntilRefused(() => pass('admin-key', from('192.0.2.2')))).toBe(5)
  expect(await attemptsUntilRefused(() => pass('change-password', from('192.0.2.1', 'ada')))).toBe(10)
})

test('nothing is refused while limits are off for a load test', async () => {
  limits = rateLimits({ isEnabled: false })
  for (let count = 0; count < 100; count++) await limits.consume('sign-in', 'ada')
  const error = refusal()
  for (let count = 0; count < 101; count++) expect(await refusedWith(error)).toBe(error)
  for (let count = 0; count < 310; count++) await succeed()
  await limits.requireFewRefused('sign-up', from('192.0.2.1'))
})

test('limits without a bound of refused requests count none', async () => {
  const error = refusal()
  for (let count = 0; count < 130; count++) expect(await refusedWith(error, 'command')).toBe(error)
  await limits.requireFewRefused('command', from('192.0.2.1'))
  await countSuccess(from('192.0.2.1'))
})

test('a network is known for its account once it was remembered', async () => {
  const { networks } = limits
  await networks.remember('ana', { ip: '203.0.113.7' })
  await networks.remember('ana', { ip: '2001:db8:1:2::7' })
  const known = ['203.0.113.200', '::ffff:203.0.113.9', '2001:db8:1:2:3::']
  for (const ip of known) expect([ip, await networks.has('ana', { ip })]).toEqual([ip, true])
  for (const ip of ['203.0.114.7', '2001:db8:1:3::7'])
    expect([ip, await networks.has('ana', { ip })]).toEqual([ip, false])
  expect(await networks.has('bob', { ip: '203.0.113.7' })).toBe(false)
})
