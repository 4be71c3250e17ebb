import { z } from 'zod'
import { providersResponse } from '../../api/accounts/social-sign-in.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

/** Where to go afterwards; whatever is no page of a participant leads to the dashboard. */
const start = z.object({ redirect: z.string().optional() })
/** What a provider may send back: a code or an error, with the state that we gave it. */
const callback = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
})

const startRedirect = {
  method: 'GET',
  access: 'everyone',
  limit: 'social-sign-in',
  status: 302,
  query: start,
} as const
const callbackRedirect = {
  method: 'GET',
  access: 'everyone',
  limit: 'social-sign-in',
  status: 302,
  query: callback,
} as const

export const socialSignInEndpoints = {
  providers: defineEndpoint({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'Which sign-in providers there are',
    access: 'everyone',
    limit: 'query',
    response: providersResponse,
  }),
  github: defineEndpoint({
    ...startRedirect,
    path: '/api/auth/github',
    summary: 'Sign in with GitHub: leads the browser there',
    errors: ['not-found'],
  }),
  google: defineEndpoint({
    ...startRedirect,
    path: '/api/auth/google',
    summary: 'Sign in with Google: leads the browser there',
    errors: ['not-found'],
  }),
  githubCallback: defineEndpoint({
    ...callbackRedirect,
    path: '/api/auth/github/callback',
    summary: 'Back from GitHub: leads the browser on to /auth/success, or to /login with an error code',
    errors: ['not-found'],
  }),
  googleCallback: defineEndpoint({
    ...callbackRedirect,
    path: '/api/auth/google/callback',
    summary: 'Back from Google: leads the browser on to /auth/success, or to /login with an error code',
    errors: ['not-found'],
  }),
}
