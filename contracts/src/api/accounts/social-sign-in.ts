import { z } from 'zod'
import { queryResponse } from '../responses.ts'
import { limitMessage, limitReasons, otherReasons } from '../../rules/limit-messages.ts'
import { limitRules } from '../../rules/limits.ts'
import { get } from '../endpoint-definition.ts'

/** An identity provider for social sign-in. */
export const signInProvider = z.enum(['github', 'google'])
export type SignInProvider = z.infer<typeof signInProvider>

/** The providers of this installation, in the order of their buttons. */
const providersResponse = queryResponse.extend({ providers: z.array(signInProvider) })

/** Returns the path that starts a social sign-in. The browser must navigate to it; `fetch` does not work. */
export const signInUrl = (provider: SignInProvider, redirect: string): string =>
  `/api/auth/${provider}?redirect=${encodeURIComponent(redirect)}`

/**
 * The errors of a social sign-in with the messages of the login screen. The URL `/login?error=` contains a code, never a
 * text, so a crafted link cannot show a text of its own on the screen.
 */
export const signInErrorMessages = {
  'missing-token': 'Missing authentication token',
  failed: 'Authentication failed',
  cancelled: 'Sign-in was canceled.',
  expired: 'This sign-in took too long or was already used. Please try again.',
  'provider-away': "The sign-in provider isn't responding right now. Please try again later.",
  'unverified-email-github':
    "Your primary email address isn't verified at GitHub. Verify it in GitHub's email settings, then try again.",
  'unverified-email-google':
    "Your email address isn't verified at Google. Verify it in your Google Account, then try again.",
  'account-inactive': 'This account is not active',
  'admin-account': 'Admins log in with their password on the admin login page.',
  'other-identity': 'This account is already linked to another sign-in from this provider.',
  'try-again': 'Someone is signing up with this address right now. Please try again in a minute.',
  'too-many': 'Too many attempts. Please try again later.',
  'many-refused': otherReasons.refused,
  away: "Signing in isn't working right now. Please try again in a moment.",
} as const satisfies Record<string, string>

export type SignInErrorCode = keyof typeof signInErrorMessages

/** Why a sign-in is refused at a limit. */
const reasonsAtLimit = new Map([
  ['too-many', limitReasons['social-sign-in']],
  ['many-refused', otherReasons.refused],
])

/**
 * Returns the message for the value of `error=`, which is a code or one of the messages. Returns the message of `failed`
 * for any other value. `wait`: the seconds until a limit is over, from the URL; others than limits have are ignored.
 */
export function formatSignInError(error: string, wait: string | null): string {
  const [reason, seconds] = [reasonsAtLimit.get(error), Number(wait)]
  const isWait = Number.isInteger(seconds) && seconds > 0 && seconds <= limitRules['social-sign-in'].seconds
  if (reason !== undefined && isWait) return limitMessage(reason, seconds)
  const known: Readonly<Record<string, string>> = signInErrorMessages
  if (Object.hasOwn(known, error)) return known[error] ?? signInErrorMessages.failed
  return Object.values(known).includes(error) ? error : signInErrorMessages.failed
}

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
    response: providersResponse,
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
