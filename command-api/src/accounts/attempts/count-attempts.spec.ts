import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { expect, test, afterEach, beforeEach, vi } from 'vitest'
import type { AttemptEvent } from '@thirty/contracts/accounts/events.ts'
import type { Commands } from '@thirty/command-api/fold.ts'
import { countOutsideAttempt, attemptRecorder, type FailedAttempt } from './count-attempts.ts'

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

const quarter = 15 * 60_000
const startedAt = Date.parse('2026-03-02T08:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: startedAt }))
afterEach(() => void vi.useRealTimers())

/** Starts a recorder. `entries` are the events that it has appended, with their streams. */
function setUp() {
  const entries: (AttemptEvent['data'] & { stream: string })[] = []
  const handle = async ({ stream, decide }: { stream: string; decide: () => AttemptEvent[] }) => {
    for (const { data } of decide()) entries.push({ ...data, stream })
  }
  const recorder = attemptRecorder({
    // Safe: the recorder needs no answer.
    commands: { handle } as unknown as Pick<Commands, 'handle'>,
    clock: Date.now,
    runInBackground: (task) => void task(),
  })
  const fail = (times: number, attempt: Partial<FailedAttempt> = {}) => {
    for (let index = 0; index < times; index += 1)
      recorder.record({ user: 'maya', kind: 'password', network: '192.0.2.0/24', ...attempt })
  }
  return { ...recorder, entries, fail }
}

test('the first failed attempt is reported at once, and the number when the quarter of an hour is over', () => {
  const { entries, fail } = setUp()
  fail(1)
  const first = { user: 'maya', kind: 'password', count: 1, networks: 1, since: '2026-03-02T08:00:00.000Z' }
  expect(entries).toEqual([{ ...first, stream: 'attempts-maya-2026-03-02' }])
  fail(3)
  fail(2, { network: '198.51.100.0/24' })
  expect(entries).toHaveLength(1)
  vi.advanceTimersByTime(quarter)
  expect(entries.slice(1)).toEqual([{ ...entries[0], count: 6, networks: 2 }])
  fail(1)
  expect(entries.at(-1)).toMatchObject({ count: 1, since: '2026-03-02T08:15:00.000Z' })
})

test('however many attempts are made, an account and a kind have three entries in a quarter of an hour', () => {
  const { entries, fail } = setUp()
  for (let round = 0; round < 200; round += 1) {
    fail(10, { network: `198.18.${round}.0/24` })
    fail(10, { lockedSeconds: 60 })
  }
  vi.advanceTimersByTime(quarter)
  expect(entries.map(({ count, networks, lockedSeconds }) => [count, networks, lockedSeconds])).toEqual([
    [1, 1, undefined],
    [10, 1, 60],
    [2_000, 200, undefined],
  ])
})

test('accounts and kinds count for themselves', () => {
  const { entries, fail } = setUp()
  fail(1)
  fail(1, { kind: 'second-factor' })
  fail(1, { user: 'tom' })
  expect(entries.map(({ user, kind }) => [user, kind])).toEqual([
    ['maya', 'password'],
    ['maya', 'second-factor'],
    ['tom', 'password'],
  ])
})

test('a process that ends tells what it has not told yet', () => {
  const { entries, fail, close } = setUp()
  fail(4)
  close()
  expect(entries.at(-1)).toMatchObject({ count: 4 })
  vi.advanceTimersByTime(quarter)
  expect(entries).toHaveLength(2)
})
