import { z } from 'zod'
import {
  providerTimeoutMs,
  ProviderError,
  type OAuthProvider,
  type ProviderSettings,
} from './oauth-provider.ts'
import { exchangeCode, fetchFromProvider, authorizationUrl } from './provider-client.ts'

const user = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some servers of this manner write it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

/** Google, or a server that speaks OpenID Connect. */
export function google(settings: ProviderSettings): OAuthProvider {
  return {
    authorizationUrl: (authorizing) => authorizationUrl(settings, 'openid email profile', authorizing),
    fetchProfile: async (returning) => {
      const signal = AbortSignal.timeout(providerTimeoutMs)
      const token = await exchangeCode(settings, returning, signal)
      const said = await fetchFromProvider(settings.userUrl, { schema: user, signal, token })
      const isVerified = said.email_verified === true || said.email_verified === 'true'
      if (said.email === undefined || !isVerified)
        throw new ProviderError('unverified-email', 'The address is not verified.')
      return {
        subject: said.sub,
        email: said.email,
        ...(said.name !== undefined && { fullName: said.name }),
      }
    },
  }
}
