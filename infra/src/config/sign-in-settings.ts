import { z } from 'zod'
import type { GitHubSettings } from '../oauth/github.ts'
import type { ProviderSettings } from '../oauth/oauth-provider.ts'

const word = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be up to 500 visible characters without blanks')
const page = z.string().refine(isPage, 'must be an http or https address, without a password or a #')

/** Variables of the sign-in providers. Without a client id, a provider is not there. */
export const signInVariables = {
  GITHUB_CLIENT_ID: word.optional(),
  GITHUB_CLIENT_SECRET: word.optional(),
  GITHUB_AUTHORIZE_URL: page.optional(),
  GITHUB_TOKEN_URL: page.optional(),
  GITHUB_USER_URL: page.optional(),
  GITHUB_EMAILS_URL: page.optional(),
  GOOGLE_CLIENT_ID: word.optional(),
  GOOGLE_CLIENT_SECRET: word.optional(),
  GOOGLE_AUTHORIZE_URL: page.optional(),
  GOOGLE_TOKEN_URL: page.optional(),
  GOOGLE_USER_URL: page.optional(),
}
type SignInVariables = { [Name in keyof typeof signInVariables]?: string | undefined }

/** The providers by which people may sign in. */
export type SignInSettings = { github?: GitHubSettings; google?: ProviderSettings }

/** Settings of the providers that are configured, with their own addresses where no others are given. */
export function signInSettings(given: SignInVariables): SignInSettings {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = given
  return {
    ...(GITHUB_CLIENT_ID !== undefined &&
      GITHUB_CLIENT_SECRET !== undefined && {
        github: {
          clientId: GITHUB_CLIENT_ID,
          clientSecret: GITHUB_CLIENT_SECRET,
          authorizeUrl: given.GITHUB_AUTHORIZE_URL ?? 'https://github.com/login/oauth/authorize',
          tokenUrl: given.GITHUB_TOKEN_URL ?? 'https://github.com/login/oauth/access_token',
          userUrl: given.GITHUB_USER_URL ?? 'https://api.github.com/user',
          emailsUrl: given.GITHUB_EMAILS_URL ?? 'https://api.github.com/user/emails',
        },
      }),
    ...(GOOGLE_CLIENT_ID !== undefined &&
      GOOGLE_CLIENT_SECRET !== undefined && {
        google: {
          clientId: GOOGLE_CLIENT_ID,
          clientSecret: GOOGLE_CLIENT_SECRET,
          authorizeUrl: given.GOOGLE_AUTHORIZE_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
          tokenUrl: given.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com/token',
          userUrl: given.GOOGLE_USER_URL ?? 'https://openidconnect.googleapis.com/v1/userinfo',
        },
      }),
  }
}

const providers = ['GITHUB', 'GOOGLE'] as const

/** A sentence for each thing that is half said: people would be led to a provider that sends them back. */
export function signInErrors(given: SignInVariables & { NODE_ENV?: string | undefined }): string[] {
  const isSet = (name: string) => valueOf(given, name) !== undefined
  return providers.flatMap((provider) => {
    const names = Object.keys(signInVariables).filter((name) => name.startsWith(provider))
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`]
    const first = names.find(isSet)
    const missing = first === undefined ? [] : [id, secret].filter((name) => !isSet(name))
    return [
      ...missing.map((name) => `${name} must be set when ${first} is.`),
      ...(given.NODE_ENV === 'production' ? names.filter((name) => isOpen(valueOf(given, name))) : []).map(
        (name) => `${name} must be an https address in production, unless it is on this machine.`,
      ),
    ]
  })
}

const valueOf = (given: SignInVariables, name: string): string | undefined =>
  Object.entries(given).find(([known]) => known === name)?.[1]

function isPage(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password, hash } = new URL(value)
  return username + password + hash === ''
}

/** Whether secrets would travel to another machine for everybody to read. */
function isOpen(value: string | undefined): boolean {
  if (value === undefined || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
