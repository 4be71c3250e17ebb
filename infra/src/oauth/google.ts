// Sign-in with Google or a compatible server: OpenID Connect.

import { z } from 'zod'
import { ProviderError, type OAuthProvider, type ProviderSettings } from './oauth-provider.ts'
import { oauthProvider } from './provider-client.ts'

const userSchema = z.object({
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
    const { sub, email, email_verified, name } = await fetchJson(settings.userUrl, userSchema)
    // OpenID Connect Core, 5.3.2: user info of another subject must not be used.
    if (subject !== undefined && subject !== sub)
      throw new ProviderError('away', 'ID token and user info have different subjects.')
    if (email === undefined || String(email_verified) !== 'true')
      throw new ProviderError('unverified-email', 'The email address is not verified.')
    return { subject: sub, email, ...(name !== undefined && { fullName: name }) }
  })

const defaultIssuer = ({ authorizeUrl }: ProviderSettings): string | undefined =>
  new URL(authorizeUrl).origin === googleOrigin ? googleOrigin : undefined
