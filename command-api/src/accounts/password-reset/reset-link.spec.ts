import type { PasswordResetEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { monday, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import {
  evolveResetLink,
  requestReset,
  resetLinkFold,
  redeemResetLink,
  type ResetLink,
} from './reset-link.ts'

const now = Date.parse(monday)
const requested: PasswordResetEvent = {
  type: 'PasswordResetRequested',
  data: { user: 'ana', expiresAt: '2026-03-02T08:30:00.000Z' },
}
const used: PasswordResetEvent = { type: 'PasswordResetUsed', data: {} }
const { given } = recordedDeciderSpec(resetLinkFold.initial, evolveResetLink)
const asking = (link: ResetLink) => requestReset(link, { user: 'ana', now })
const using =
  ({ after = 0, passwordSet = 0n } = {}) =>
  (link: ResetLink) =>
    redeemResetLink(link, { now: now + after, passwordSet })
const message = 'This link no longer works. Please request a new one.'

test('a link is valid for half an hour', () => {
  given().when(asking).then(requested)
})

test('the same link is created once', () => {
  given(requested).when(asking).thenNothing()
  given(requested, used).when(asking).thenNothing()
})

test('a link works until it expires', () => {
  given(requested).when(using()).then(used)
  given(requested)
    .when(using({ after: 30 * 60_000 - 1 }))
    .then(used)
})

test('an expired, used or unknown link is refused with the same message', () => {
  given(requested)
    .when(using({ after: 30 * 60_000 }))
    .thenRefused('reset-link-over', message)
  given(requested, used).when(using()).thenRefused('reset-link-over', message)
  given().when(using()).thenRefused('reset-link-over', message)
  given(used).when(using()).thenRefused('reset-link-over', message)
})

test('a link that was requested before the password was set is invalid', () => {
  given(requested)
    .when(using({ passwordSet: 2n }))
    .thenRefused('reset-link-over', message)
})
