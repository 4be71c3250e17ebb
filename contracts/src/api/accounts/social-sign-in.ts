import { z } from 'zod'

/** Who else may say who somebody is. */
export const signInProvider = z.enum(['github', 'google'])
export type SignInProvider = z.infer<typeof signInProvider>

/** The providers of this installation, in the order of their buttons. */
export const providersResponse = z.object({ success: z.literal(true), providers: z.array(signInProvider) })
export type ProvidersResponse = z.infer<typeof providersResponse>

/** Where a social sign-in begins; the browser goes there as a whole. */
export const signInUrl = (provider: SignInProvider, redirect: string): string =>
  `/api/auth/${provider}?redirect=${encodeURIComponent(redirect)}`

/**
 * What may go wrong in a social sign-in, and what the log-in screen says to it. The address `/login?error=` carries the
 * code, never a text: words of others are not repeated.
 */
export const signInErrorMessages = {
  'missing-token': 'Missing authentication token',
  failed: 'Authentication failed',
  cancelled: 'Sign-in was cancelled.',
  expired: 'This sign-in took too long or was used already. Please try again.',
  'provider-away': 'The sign-in provider does not answer just now. Please try again later.',
  'unverified-email': 'Your address is not verified there. Verify it with the provider, then try again.',
  'account-inactive': 'This account is not active',
  'admin-account': 'Admins log in with their password at the admin log-in.',
  'other-identity': 'Another sign-in of this provider belongs to this account already.',
  'try-again': 'Somebody is signing up with this address at this moment. Please try again in a minute.',
  'too-many': 'Too many attempts. Please try again later.',
  away: 'Signing in does not work just now. Please try again in a moment.',
} as const satisfies Record<string, string>

export type SignInErrorCode = keyof typeof signInErrorMessages

/** The words for what stands behind `error=`. A text of ours counts as its code; any other text is not ours. */
export function formatSignInError(given: string): string {
  const known: Readonly<Record<string, string>> = signInErrorMessages
  if (Object.hasOwn(known, given)) return known[given] ?? signInErrorMessages.failed
  return Object.values(known).includes(given) ? given : signInErrorMessages.failed
}
