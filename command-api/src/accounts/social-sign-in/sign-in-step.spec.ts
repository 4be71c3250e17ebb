import { test } from 'vitest'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { completeSignIn, evolveStep, recordReturn, stepFold, type SignInStep } from './sign-in-step.ts'

const { given } = recordedDeciderSpec(stepFold.initial, evolveStep)
const returned = { type: 'SocialSignInReturned', data: { provider: 'github' } } as const
const completed = { type: 'SocialSignInCompleted', data: {} } as const
const returning = (step: SignInStep) => recordReturn(step, 'github')

test('a browser returns from the provider only once', () => {
  given().when(returning).then(returned)
  given(returned).when(returning).thenRefused('not-signed-in')
  given(returned, completed).when(returning).thenRefused('not-signed-in')
})

test('a one-time token is accepted only once, and only from a browser that returned', () => {
  given(returned).when(completeSignIn).then(completed)
  given().when(completeSignIn).thenRefused('not-signed-in')
  given(returned, completed).when(completeSignIn).thenRefused('not-signed-in')
})
