import { refuse, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { expect, test } from 'vitest'
import { accountAttempts, countAttempt } from './password-attempts.ts'

/** Makes an attempt that ends with a refusal, and returns the code that the caller gets. */
function attempts() {
  const limits = rateLimits({ isEnabled: true })
  return (refusal: RefusalCode) =>
    countAttempt(limits, accountAttempts('ana'), async () => refuse(refusal, 'Refused.')).catch(
      ({ code }: { code: RefusalCode }) => code,
    )
}

test('the eleventh wrong password is refused unread', async () => {
  const attempt = attempts()
  for (let count = 0; count < 10; count += 1)
    expect(await attempt('wrong-credentials')).toBe('wrong-credentials')
  expect(await attempt('wrong-credentials')).toBe('too-many')
})

test.each(['busy', 'invalid-fields', 'account-inactive', 'last-admin', 'conflict'] as const)(
  'an attempt that ends with %s is no wrong password',
  async (code) => {
    const attempt = attempts()
    for (let count = 0; count < 9; count += 1) await attempt('wrong-credentials')
    for (let count = 0; count < 20; count += 1) expect(await attempt(code)).toBe(code)
    expect(await attempt('wrong-credentials')).toBe('wrong-credentials')
    expect(await attempt(code)).toBe('too-many')
  },
)

test('an error of the log is no wrong password', async () => {
  const limits = rateLimits({ isEnabled: true })
  const fail = () =>
    countAttempt(limits, accountAttempts('ana'), async () => {
      throw new Error('The log is away.')
    })
  for (let count = 0; count < 20; count += 1) await expect(fail()).rejects.toThrow('The log is away.')
})
