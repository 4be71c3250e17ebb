import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { expect, test } from 'vitest'
import { countOutsideAttempt } from './count-attempts.ts'

/** Makes attempts at the password of Ana, and returns the result of each or the code, or message, of its error. */
function attempts() {
  const limits = { ...rateLimits({ isEnabled: true }), requireFewRefused: async () => undefined }
  return async (error?: Error, request = requestFrom()) => {
    const run = async () => {
      if (error !== undefined) throw error
      return 'in'
    }
    const attempt = countOutsideAttempt(limits, 'sign-in', { user: 'ana', request }, run)
    return attempt.catch(({ code, message }: { code?: RefusalCode; message: string }) => code ?? message)
  }
}
const refused = (code: RefusalCode) => untranslated(code, 'Refused.')
const wrong = refused('wrong-credentials')

test.each([
  ...(['busy', 'invalid-fields', 'account-inactive', 'last-admin', 'conflict'] as const).map(
    (code) => [code, refused(code)] as const,
  ),
  ['The log is away.', new Error('The log is away.')] as const,
])('an attempt that ends with %s is not a wrong password', async (expected, error) => {
  const attempt = attempts()
  for (let count = 0; count < 9; count += 1) await attempt(wrong)
  for (let count = 0; count < 20; count += 1) expect(await attempt(error)).toBe(expected)
  expect(await attempt(wrong)).toBe('wrong-credentials')
  expect(await attempt(error)).toBe('too-many')
})

test('an attempt that one limit refuses does not count under the other', async () => {
  const attempt = attempts()
  for (let count = 0; count < 500; count += 1) await attempt(wrong)
  expect(await attempt(undefined, requestFrom('198.51.100.1'))).toBe('in')
})
