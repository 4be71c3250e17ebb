// Sign-in with Google or a compatible server: OpenID Connect.

import { z } from 'zod'
import {
  ProviderError,
  providerTimeoutMs,
  type OAuthProvider,
  type ProviderOptions,
  type ProviderSettings,
} from './oauth-provider.ts'
import { authorizationUrl, exchangeCode } from './provider-client.ts'

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
export function google(
  settings: ProviderSettings,
  {
    timeoutMs = providerTimeoutMs,
    issuer = defaultIssuer(settings),
  }: ProviderOptions & { issuer?: string } = {},
): OAuthProvider {
  const scope = 'openid email profile'
  return {
    authorizationUrl: (request) => authorizationUrl(settings, { scope, issuer }, request),
    fetchProfile: async (exchange) => {
      const { subject, fetchJson } = await exchangeCode(settings, { timeoutMs, issuer }, exchange)
      const user = await fetchJson(settings.userUrl, userSchema)
      // OpenID Connect Core, 5.3.2: user info of another subject must not be used.
      if (subject !== undefined && subject !== user.sub)
        throw new ProviderError('away', 'ID token and user info have different subjects.')
      const isVerified = user.email_verified === true || user.email_verified === 'true'
      if (user.email === undefined || !isVerified)
        throw new ProviderError('unverified-email', 'The email address is not verified.')
      return {
        subject: user.sub,
        email: user.email,
        ...(user.name !== undefined && { fullName: user.name }),
      }
    },
  }
}

const defaultIssuer = ({ authorizeUrl }: ProviderSettings): string | undefined =>
  new URL(authorizeUrl).origin === googleOrigin ? googleOrigin : undefined
