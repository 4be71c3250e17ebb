// The names of the sign-in providers, the addresses with which browsers start a social sign-in, and the messages for its errors.

import type { SignInProvider } from './social-sign-in-api.ts'
import { say, type Text } from '../texts/text.ts'
import { limitMessage, limitReasons, otherReasons, limitRules } from '../endpoints/limits.ts'

/** The names of the providers, which are the same in every language. */
export const providerNames: Record<SignInProvider, string> = { github: 'GitHub', google: 'Google' }

/** Returns the path that starts a social sign-in. The browser must navigate to it; `fetch` does not work. */
export const signInUrl = (provider: SignInProvider, redirect: string): string =>
  `/api/auth/${provider}?redirect=${encodeURIComponent(redirect)}`

/**
 * The errors of a social sign-in with the messages of the login screen. The URL `/login?error=` contains a code, never a
 * text, so a crafted link cannot show its own text on the screen.
 */
export const signInErrorMessages = {
  'missing-token': say('missingToken'),
  failed: say('authenticationFailed'),
  cancelled: say('signInCancelled'),
  expired: say('signInExpired'),
  'provider-away': say('providerAway'),
  'unverified-email-github': say('unverifiedAtGitHub'),
  'unverified-email-google': say('unverifiedAtGoogle'),
  'account-inactive': say('accountInactive'),
  'admin-account': say('adminAccount'),
  'other-identity': say('otherIdentity'),
  'try-again': say('signUpUnderWay'),
  'too-many': say('tooManyAttempts'),
  'many-refused': otherReasons.refused,
  away: say('signInAway'),
} as const satisfies Record<string, Text>

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
export function formatSignInError(error: string, wait: string | null): Text {
  const [reason, seconds] = [reasonsAtLimit.get(error), Number(wait)]
  const isWait = Number.isInteger(seconds) && seconds > 0 && seconds <= limitRules['social-sign-in'].seconds
  if (reason !== undefined && isWait) return limitMessage(reason, seconds)
  const known: [string, Text][] = Object.entries(signInErrorMessages)
  const [, text] = known.find(([code, { message }]) => code === error || message === error) ?? []
  return text ?? signInErrorMessages.failed
}
