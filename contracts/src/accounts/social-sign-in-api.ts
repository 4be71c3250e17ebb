import { z } from 'zod'
import { queryResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** An identity provider for social sign-in. */
export const signInProvider = z.enum(['github', 'google'])
export type SignInProvider = z.infer<typeof signInProvider>

/** `redirect`: the path to open after signing in; anything but a page for participants leads to the dashboard. */
const startQuery = z.object({ redirect: z.string().optional() })
/** What a provider sends back: a code or an error, with the state of the authorization request. */
const callbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
})

const startRedirect = {
  access: 'everyone',
  limit: 'social-sign-in',
  status: 302,
  query: startQuery,
} as const
const callbackRedirect = {
  access: 'everyone',
  limit: 'social-sign-in',
  status: 302,
  query: callbackQuery,
} as const

export const socialSignInEndpoints = {
  providers: get('/api/auth/providers', {
    summary: 'The sign-in providers of this installation',
    access: 'everyone',
    /** The providers of this installation, in the order of their buttons. */
    response: queryResponse.extend({ providers: z.array(signInProvider) }),
  }),
  github: get('/api/auth/github', {
    ...startRedirect,
    summary: 'Sign in with GitHub: redirects the browser to the provider',
    errors: ['not-found'],
  }),
  google: get('/api/auth/google', {
    ...startRedirect,
    summary: 'Sign in with Google: redirects the browser to the provider',
    errors: ['not-found'],
  }),
  githubCallback: get('/api/auth/github/callback', {
    ...callbackRedirect,
    summary: 'Callback of GitHub: redirects the browser to /auth/success, or to /login with an error code',
    errors: ['not-found'],
  }),
  googleCallback: get('/api/auth/google/callback', {
    ...callbackRedirect,
    summary: 'Callback of Google: redirects the browser to /auth/success, or to /login with an error code',
    errors: ['not-found'],
  }),
}
