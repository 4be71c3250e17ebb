import { z } from 'zod'
import { patience, ProviderProblem, type OAuthProvider, type ProviderSettings } from './oauth.ts'
import { accessToken, askProvider, authorizeAddress } from './provider-call.ts'

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
    authorizeAddress: (authorizing) => authorizeAddress(settings, 'openid email profile', authorizing),
    personOf: async (returning) => {
      const signal = AbortSignal.timeout(patience)
      const token = await accessToken(settings, returning, signal)
      const said = await askProvider(settings.userUrl, { answer: user, signal, token })
      const isVerified = said.email_verified === true || said.email_verified === 'true'
      if (said.email === undefined || !isVerified)
        throw new ProviderProblem('unverified-email', 'The address is not verified.')
      return {
        subject: said.sub,
        email: said.email,
        ...(said.name !== undefined && { fullName: said.name }),
      }
    },
  }
}
