import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { completeSignIn, recordReturn, stepFold, type SignInStep } from './sign-in-state-store.ts'

const { rule } = recordedDeciderSpec(stepFold)
const returned = { type: 'SocialSignInReturned', data: { provider: 'github' } } as const
const completed = { type: 'SocialSignInCompleted', data: {} } as const
const returning = (step: SignInStep) => recordReturn(step, 'github')

rule(
  'a browser returns from the provider only once',
  [[], returning, [returned]],
  [[returned], returning, 'not-signed-in'],
  [[returned, completed], returning, 'not-signed-in'],
)

rule(
  'a one-time token is accepted only once, and only from a browser that returned',
  [[returned], completeSignIn, [completed]],
  [[], completeSignIn, 'not-signed-in'],
  [[returned, completed], completeSignIn, 'not-signed-in'],
)
