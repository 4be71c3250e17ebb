import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { expect, test } from 'vitest'
import { countOutsideAttempt } from './count-attempts.ts'

/** Makes an attempt at the password of Ana, and returns its result or the code of its refusal. */
function attempts() {
  const limits = { ...rateLimits({ isEnabled: true }), requireFewRefused: async () => undefined }
  return (refusal?: RefusalCode, request = requestFrom()) =>
    countOutsideAttempt(limits, 'sign-in', { user: 'ana', request }, async () => {
      if (refusal !== undefined) throw untranslated(refusal, 'Refused.')
      return 'in'
    }).catch(({ code }: { code: RefusalCode }) => code)
}

test.each(['busy', 'invalid-fields', 'account-inactive', 'last-admin', 'conflict'] as const)(
  'an attempt that ends with %s is not a wrong password',
  async (code) => {
    const attempt = attempts()
    for (let count = 0; count < 9; count += 1) await attempt('wrong-credentials')
    for (let count = 0; count < 20; count += 1) expect(await attempt(code)).toBe(code)
    expect(await attempt('wrong-credentials')).toBe('wrong-credentials')
    expect(await attempt(code)).toBe('too-many')
  },
)

test('an error of the log is not a wrong password', async () => {
  const limits = rateLimits({ isEnabled: true })
  const fail = () =>
    countOutsideAttempt(limits, 'sign-in', { user: 'ana', request: requestFrom() }, async () => {
      throw new Error('The log is away.')
    })
  for (let count = 0; count < 20; count += 1) await expect(fail()).rejects.toThrow('The log is away.')
})

test('an attempt that one limit refuses does not count under the other', async () => {
  const attempt = attempts()
  for (let count = 0; count < 500; count += 1) await attempt('wrong-credentials')
  expect(await attempt(undefined, requestFrom('198.51.100.1'))).toBe('in')
})
