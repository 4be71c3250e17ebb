import type { SignInEvent } from '@thirty/contracts/events/sign-in.ts'
import type { Recorded } from '../../fold.ts'

/** How far one social sign-in has come: the browser went to the provider, it came back, it holds a session. */
export type SignInStep = 'begun' | 'returned' | 'completed'

export function evolve(step: SignInStep, event: Recorded<SignInEvent>): SignInStep {
  switch (event.type) {
    case 'SocialSignInReturned':
      return 'returned'
    case 'SocialSignInCompleted':
      return 'completed'
    default:
      return step
  }
}
