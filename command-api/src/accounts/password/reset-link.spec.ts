import type { PasswordResetEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { monday, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { createResetLink, resetLinks, redeemResetLink, type ResetLink } from './reset-password.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'

const now = Date.parse(monday)
const requested: PasswordResetEvent = {
  type: 'PasswordResetRequested',
  data: { user: 'ana', expiresAt: '2026-03-02T08:30:00.000Z' },
}
const used: PasswordResetEvent = { type: 'PasswordResetUsed', data: {} }
const { rule } = recordedDeciderSpec(resetLinks)
const asking = (link: ResetLink) => createResetLink(link, { user: 'ana', until: now + 30 * 60_000 })
const using =
  (after = 0) =>
  (link: ResetLink) =>
    redeemResetLink(link, { now: now + after, passwordSet: 0n })
const over = refused('reset-link-over', 'This link no longer works. Please request a new one.')

rule(
  'a link is valid until it expires, and the same link is created once',
  [[], asking, [requested]],
  [[requested, used], asking, []],
  [[requested], using(30 * 60_000 - 1), [used]],
)

rule(
  'an expired, used or unknown link is refused with the same message',
  [[requested], using(30 * 60_000), over],
  [[requested, used], using(), over],
  [[], using(), over],
)
