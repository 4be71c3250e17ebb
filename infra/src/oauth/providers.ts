// The sign-in providers that are configured, Google and GitHub or compatible servers, and how the profile of a user is read from each.

import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { z } from 'zod'
import type { GitHubSettings, ProviderSettings, SignInSettings } from '../config/sign-in-settings.ts'
import { oauthProvider, ProviderError, type OAuthProvider } from './oauth-provider.ts'

/** The sign-in providers of this installation. */
export type OAuthProviders = Readonly<Partial<Record<SignInProvider, OAuthProvider>>>

export function oauthProviders(settings: SignInSettings): OAuthProviders {
  return {
    ...(settings.github && { github: gitHub(settings.github) }),
    ...(settings.google && { google: google(settings.google) }),
  }
}

const googleUser = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some compatible servers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

const googleOrigin = 'https://accounts.google.com'

/**
 * `issuer` is the issuer of the ID tokens. There is no setting for it, so only Google itself has one; from another server, only the user
 * info is read.
 */
export const google = (
  settings: ProviderSettings,
  { issuer = defaultIssuer(settings) }: { issuer?: string } = {},
): OAuthProvider =>
  oauthProvider(settings, { scope: 'openid email profile', issuer }, async ({ subject, fetchJson }) => {
    const { sub, email, email_verified, name } = await fetchJson(settings.userUrl, googleUser)
    // OpenID Connect Core, 5.3.2: user info of another subject must not be used.
    if (subject !== undefined && subject !== sub)
      throw new ProviderError('away', 'ID token and user info have different subjects.')
    if (email === undefined || String(email_verified) !== 'true')
      throw new ProviderError('unverified-email', 'The email address is not verified.')
    return { subject: sub, email, ...(name !== undefined && { fullName: name }) }
  })

const defaultIssuer = ({ authorizeUrl }: ProviderSettings): string | undefined =>
  new URL(authorizeUrl).origin === googleOrigin ? googleOrigin : undefined

const gitHubUser = z.object({
  id: z.int().positive(),
  login: z.string().optional(),
  name: z.string().nullish(),
})
const gitHubEmails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

/** Sign-in with GitHub or a compatible server: plain OAuth 2. Only the primary email address counts, and only if it is verified. */
export const gitHub = (settings: GitHubSettings): OAuthProvider =>
  oauthProvider(settings, { scope: 'user:email' }, async ({ fetchJson }) => {
    const [{ id, login, name }, emails] = await Promise.all([
      fetchJson(settings.userUrl, gitHubUser),
      fetchJson(settings.emailsUrl, gitHubEmails),
    ])
    const verifiedEmail = emails.find(({ primary, verified }) => primary && verified)
    if (!verifiedEmail)
      throw new ProviderError('unverified-email', 'The user has no primary, verified email address.')
    return {
      subject: String(id),
      email: verifiedEmail.email,
      ...(name != null && { fullName: name }),
      ...(login !== undefined && { handle: login }),
    }
  })
