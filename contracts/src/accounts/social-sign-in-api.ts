import { z } from 'zod'
import { queryResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** An identity provider for social sign-in. */
export const signInProvider = z.enum(['github', 'google'])
export type SignInProvider = z.infer<typeof signInProvider>

const redirect = { limit: 'social-sign-in', status: 302, errors: ['not-found'] } as const

/** `redirect`: the path to open after signing in; anything but a page for participants leads to the dashboard. */
const start = { ...redirect, query: z.object({ redirect: z.string().optional() }) }

/** What a provider sends back: a code or an error, with the state of the authorization request. */
const text = z.string().optional()
const callback = { ...redirect, query: z.object({ code: text, state: text, error: text }) }

export const socialSignInEndpoints = {
  providers: get('/api/auth/providers', 'everyone', {
    summary: 'The sign-in providers of this installation',
    /** In the order of their buttons. */
    response: queryResponse.extend({ providers: z.array(signInProvider) }),
  }),
  github: get('/api/auth/github', 'everyone', {
    ...start,
    summary: 'Sign in with GitHub: redirects the browser to the provider',
  }),
  google: get('/api/auth/google', 'everyone', {
    ...start,
    summary: 'Sign in with Google: redirects the browser to the provider',
  }),
  githubCallback: get('/api/auth/github/callback', 'everyone', {
    ...callback,
    summary: 'Callback of GitHub: redirects the browser to /auth/success, or to /login with an error code',
  }),
  googleCallback: get('/api/auth/google/callback', 'everyone', {
    ...callback,
    summary: 'Callback of Google: redirects the browser to /auth/success, or to /login with an error code',
  }),
}
