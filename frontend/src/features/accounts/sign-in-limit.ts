import { RequestFailed } from '../../shared/http/request-failed.ts'

/**
 * What the server says at a limit that the end of a social sign-in has met: why, and when to try again. It is passed on in the state of
 * the history, which no link can set.
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
