import { z } from 'zod'
import { providersAnswer } from '../api/social.ts'
import { call } from './call.ts'

/** Where to go afterwards; whatever is no page of a participant leads to the dashboard. */
const start = z.object({ redirect: z.string().optional() })
/** What a provider may send back: a code or an error, with the state that we gave it. */
const callback = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
})

const begins = { method: 'GET', may: 'everyone', limit: 'social-sign-in', status: 302, query: start } as const
const returns = {
  method: 'GET',
  may: 'everyone',
  limit: 'social-sign-in',
  status: 302,
  query: callback,
} as const

export const socialCalls = {
  providers: call({
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'Which sign-in providers there are',
    may: 'everyone',
    limit: 'query',
    answer: providersAnswer,
  }),
  github: call({
    ...begins,
    path: '/api/auth/github',
    summary: 'Sign in with GitHub: leads the browser there',
    refuses: ['not-found'],
  }),
  google: call({
    ...begins,
    path: '/api/auth/google',
    summary: 'Sign in with Google: leads the browser there',
    refuses: ['not-found'],
  }),
  githubCallback: call({
    ...returns,
    path: '/api/auth/github/callback',
    summary: 'Back from GitHub: leads the browser on to /auth/success, or to /login with an error code',
    refuses: ['not-found'],
  }),
  googleCallback: call({
    ...returns,
    path: '/api/auth/google/callback',
    summary: 'Back from Google: leads the browser on to /auth/success, or to /login with an error code',
    refuses: ['not-found'],
  }),
}
