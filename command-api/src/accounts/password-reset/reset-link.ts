// The stream of a link with which a user sets a password, from its creation (`createResetLink`) to its use. Links are made after "Forgot
// password", and for the invitation of an imported participant.
//
// "Forgot password" is answered before anything is looked up, so neither text nor timing shows whether an account
// exists. The log has the hash of a token. A newer link leaves older links valid; a new password ends all links that
// were requested before, no matter how it was set. A link is used up before the password is set, so only one of two
// requests sets a password. If the process ends in between, a retry with the same idempotency key finishes the change.

import { hash } from 'node:crypto'
import { passwordResetEvents, type PasswordResetEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { streamKind } from '../../fold.ts'

/** Minutes during which the link of "Forgot password" works. */
export const resetLinkMinutes = 30

/** A link that sets a new password. `expiresAt` in milliseconds since 1970; `requestedPosition` is a log position. */
export type ResetLink =
  | { status: 'none' }
  | { status: 'open' | 'used'; user: string; expiresAt: number; requestedPosition: bigint }

/** Streams of reset links, by their tokens, which their names do not reveal. */
export const resetLinks = streamKind<ResetLink, PasswordResetEvent>(
  (token) => `password-reset-${hash('sha256', token)}`,
  {
    events: passwordResetEvents,
    initial: { status: 'none' },
    evolve: (link, { type, data, position }) => {
      switch (type) {
        case 'PasswordResetRequested': {
          const { user, expiresAt } = data
          return { status: 'open', user, expiresAt: Date.parse(expiresAt), requestedPosition: position }
        }
        case 'PasswordResetUsed':
          return link.status === 'none' ? link : { ...link, status: 'used' }
      }
    },
  },
)

/** Creates a link with which a user sets a password until a time, in milliseconds since 1970. Repeated with a token, it changes nothing. */
export const createResetLink = (
  link: ResetLink,
  { user, until }: { user: string; until: number },
): PasswordResetEvent[] =>
  link.status === 'none'
    ? [{ type: 'PasswordResetRequested', data: { user, expiresAt: isoTime(until) } }]
    : []

/**
 * Uses a link. Throws `reset-link-over` for a link that was used, expired or never existed. `passwordSet`: log position of
 * the user's password. A link that was requested before the password was set is invalid: an old email must not undo a
 * newer password.
 */
export function redeemResetLink(
  link: ResetLink,
  { now, passwordSet }: { now: number; passwordSet: bigint },
): PasswordResetEvent[] {
  const isValid = link.status === 'open' && now < link.expiresAt && passwordSet < link.requestedPosition
  return isValid ? [{ type: 'PasswordResetUsed', data: {} }] : refuseResetLink()
}

/** Throws `reset-link-over`, with the same message for every reason. */
export function refuseResetLink(): never {
  refuse('reset-link-over', say('resetLinkOver'))
}
