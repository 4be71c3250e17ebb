import { RequestFailed } from '../../shared/http/request-failed.ts'

/**
 * The server's text when the last step of a social sign-in was refused for too many attempts: why, and when to try again. The screen of
 * that step hands it to the login in the state of the history, which no link can set.
 */
export type SignInLimit = { limitMessage: string }

export const signInLimitOf = (error: unknown): SignInLimit | undefined =>
  error instanceof RequestFailed && error.code === 'too-many' ? { limitMessage: error.message } : undefined

export const limitMessageIn = (state: unknown): string | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'limitMessage' in state &&
  typeof state.limitMessage === 'string'
    ? state.limitMessage
    : undefined
