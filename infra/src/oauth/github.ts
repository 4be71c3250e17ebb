import { z } from 'zod'
import { patience, ProviderProblem, type OAuthProvider, type ProviderSettings } from './oauth.ts'
import { accessToken, askProvider, authorizeAddress } from './provider-call.ts'

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
    authorizeAddress: (authorizing) => authorizeAddress(settings, 'user:email', authorizing),
    personOf: async (returning) => {
      const signal = AbortSignal.timeout(patience)
      const token = await accessToken(settings, returning, signal)
      const [{ id, login, name }, addresses] = await Promise.all([
        askProvider(settings.userUrl, { answer: user, signal, token }),
        askProvider(settings.emailsUrl, { answer: emails, signal, token }),
      ])
      const proven = addresses.find(({ primary, verified }) => primary && verified)
      if (!proven) throw new ProviderProblem('unverified-email', 'There is no primary, verified address.')
      return {
        subject: String(id),
        email: proven.email,
        ...(name != null && { fullName: name }),
        ...(login !== undefined && { handle: login }),
      }
    },
  }
}
