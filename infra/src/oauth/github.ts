import { z } from 'zod'
import {
  patience,
  ProviderProblem,
  type Authorizing,
  type OAuthProvider,
  type ProviderSettings,
} from './oauth.ts'
import { accessToken, askProvider, pageAddress } from './provider-call.ts'

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
    authorizeAddress: ({ state, challenge, callback }: Authorizing) =>
      pageAddress(settings.authorizeUrl, {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: callback,
        scope: 'user:email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
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
