import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { signInEvents, type SignInEvent } from '@thirty/contracts/events/sign-in.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Recorded } from '../../fold.ts'

/** Progress of one social sign-in: the browser was sent to the provider, returned, and exchanged its one-time token. */
export type SignInStep = 'begun' | 'returned' | 'completed'

/** Stream of one social sign-in. `nonceDigest` is the digest of the nonce in the browser's cookie. */
export const stepStream = (nonceDigest: string): string => `sign-in-${nonceDigest}`

export const stepFold: Fold<SignInStep, SignInEvent> = {
  events: signInEvents,
  initial: 'begun',
  evolve: evolveStep,
}

export function evolveStep(_step: SignInStep, event: Recorded<SignInEvent>): SignInStep {
  switch (event.type) {
    case 'SocialSignInReturned':
      return 'returned'
    case 'SocialSignInCompleted':
      return 'completed'
  }
}

/** Uses up the state with which a browser returns from the provider. Throws `not-signed-in` the second time. */
export function recordReturn(step: SignInStep, provider: SignInProvider): SignInEvent[] {
  if (step !== 'begun') refuse('not-signed-in', 'This sign-in was used already.')
  return [{ type: 'SocialSignInReturned', data: { provider } }]
}

/** Uses up the one-time token of a browser that returned. Throws `not-signed-in` the second time. */
export function completeSignIn(step: SignInStep): SignInEvent[] {
  if (step !== 'returned') refuse('not-signed-in', 'Authentication failed')
  return [{ type: 'SocialSignInCompleted', data: {} }]
}
