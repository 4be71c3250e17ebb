import { hash } from 'node:crypto'
import { passwordResetEvents, type PasswordResetEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Recorded } from '../../fold.ts'

/** Minutes for which a link that sets a new password works (decisions, section 1). */
export const resetLinkMinutes = 30

/** Stream of a link's token; its name does not tell the token. */
export const resetLinkStream = (token: string): string => `password-reset-${hash('sha256', token)}`

/** A link that sets a new password. `expiresAt` in milliseconds since 1970; `requested` is its place in the log. */
export type ResetLink =
  { status: 'none' } | { status: 'open' | 'used'; user: string; expiresAt: number; requestedPosition: bigint }

export const resetLinkFold: Fold<ResetLink, PasswordResetEvent> = {
  events: passwordResetEvents,
  initial: { status: 'none' },
  evolve: evolveResetLink,
}

export function evolveResetLink(link: ResetLink, event: Recorded<PasswordResetEvent>): ResetLink {
  switch (event.type) {
    case 'PasswordResetRequested': {
      const { user, expiresAt } = event.data
      return { status: 'open', user, expiresAt: Date.parse(expiresAt), requestedPosition: event.position }
    }
    case 'PasswordResetUsed':
      return link.status === 'none' ? link : { ...link, status: 'used' }
    default:
      return link
  }
}

/** Makes a link for a user. The same token again makes no second one. */
export function requestReset(
  link: ResetLink,
  { user, now }: { user: string; now: number },
): PasswordResetEvent[] {
  if (link.status !== 'none') return []
  const expiresAt = new Date(now + resetLinkMinutes * 60_000).toISOString()
  return [{ type: 'PasswordResetRequested', data: { user, expiresAt } }]
}

/**
 * Uses a link, once and in time. `passwordSet`: place in the log of the user's password. A link that was asked for before
 * the password was set is over: whoever has an old mail does not get in after the owner helped themselves.
 */
export function redeemResetLink(
  link: ResetLink,
  { now, passwordSet }: { now: number; passwordSet: bigint },
): PasswordResetEvent[] {
  const isGood = link.status === 'open' && now < link.expiresAt && passwordSet < link.requestedPosition
  return isGood ? [{ type: 'PasswordResetUsed', data: {} }] : refuseResetLink()
}

/** Ends the decision in the same words for a link that is used, too old, or was never there. */
export function refuseResetLink(): never {
  refuse('reset-link-over', 'This link does not work any more. Please ask for a new one.')
}
