import type { SignInProvider } from '../api/accounts/social-sign-in.ts'
import { limitMessage, limitReasons, otherReasons } from './limit-messages.ts'
import { limitRules } from './limits.ts'

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
