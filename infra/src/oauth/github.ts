import { z } from 'zod'
import {
  providerTimeoutMs,
  ProviderError,
  type OAuthProvider,
  type ProviderSettings,
} from './oauth-provider.ts'
import { exchangeCode, fetchFromProvider, authorizationUrl } from './provider-client.ts'

export type GitHubSettings = ProviderSettings & { emailsUrl: string }

const user = z.object({
  id: z.int().positive(),
  login: z.string().optional(),
  name: z.string().nullish(),
})
const emails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

/** GitHub, or a server of the same manner. Its addresses are a list of their own; the primary one counts, if verified. */
export function gitHub(settings: GitHubSettings): OAuthProvider {
  return {
    authorizationUrl: (authorizing) => authorizationUrl(settings, 'user:email', authorizing),
    fetchProfile: async (returning) => {
      const signal = AbortSignal.timeout(providerTimeoutMs)
      const token = await exchangeCode(settings, returning, signal)
      const [{ id, login, name }, addresses] = await Promise.all([
        fetchFromProvider(settings.userUrl, { schema: user, signal, token }),
        fetchFromProvider(settings.emailsUrl, { schema: emails, signal, token }),
      ])
      const proven = addresses.find(({ primary, verified }) => primary && verified)
      if (!proven) throw new ProviderError('unverified-email', 'There is no primary, verified address.')
      return {
        subject: String(id),
        email: proven.email,
        ...(name != null && { fullName: name }),
        ...(login !== undefined && { handle: login }),
      }
    },
  }
}
