// Sign-in with GitHub or a compatible server: plain OAuth 2. Only the primary email address counts, and only if it is verified.

import { z } from 'zod'
import { ProviderError, type OAuthProvider, type ProviderSettings } from './oauth-provider.ts'
import { oauthProvider } from './provider-client.ts'

export type GitHubSettings = ProviderSettings & { emailsUrl: string }

const userSchema = z.object({
  id: z.int().positive(),
  login: z.string().optional(),
  name: z.string().nullish(),
})
const emailsSchema = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

export const gitHub = (settings: GitHubSettings): OAuthProvider =>
  oauthProvider(settings, { scope: 'user:email' }, async ({ fetchJson }) => {
    const [{ id, login, name }, emails] = await Promise.all([
      fetchJson(settings.userUrl, userSchema),
      fetchJson(settings.emailsUrl, emailsSchema),
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
