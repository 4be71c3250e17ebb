// Parses the settings of the sign-in providers, and finds insecure ones.

import { z } from 'zod'
import { isOnThisMachine } from './engine-address.ts'

const credential = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be up to 500 visible characters without spaces')
const address = z.string().refine(isAddress, 'must be an http or https address, without a password or a #')

/** Variables of the sign-in providers. Without a client id, a provider is not offered. */
export const signInVariables = {
  GITHUB_CLIENT_ID: credential.optional(),
  GITHUB_CLIENT_SECRET: credential.optional(),
  GITHUB_AUTHORIZE_URL: address.optional(),
  GITHUB_TOKEN_URL: address.optional(),
  GITHUB_USER_URL: address.optional(),
  GITHUB_EMAILS_URL: address.optional(),
  GOOGLE_CLIENT_ID: credential.optional(),
  GOOGLE_CLIENT_SECRET: credential.optional(),
  GOOGLE_AUTHORIZE_URL: address.optional(),
  GOOGLE_TOKEN_URL: address.optional(),
  GOOGLE_USER_URL: address.optional(),
}
type SignInVariables = { [Name in keyof typeof signInVariables]?: string | undefined }

/** Credentials of this installation at the providers that it has, and the endpoints of each. */
export type SignInSettings = Partial<ReturnType<typeof signInSettings>>
export type ProviderSettings = NonNullable<SignInSettings['google']>
export type GitHubSettings = NonNullable<SignInSettings['github']>

/** Returns the settings of the configured providers, with the public addresses of the provider as defaults. */
export const signInSettings = (variables: SignInVariables) => ({
  github: settingsOf(variables.GITHUB_CLIENT_ID, variables.GITHUB_CLIENT_SECRET, {
    authorizeUrl: variables.GITHUB_AUTHORIZE_URL ?? 'https://github.com/login/oauth/authorize',
    tokenUrl: variables.GITHUB_TOKEN_URL ?? 'https://github.com/login/oauth/access_token',
    userUrl: variables.GITHUB_USER_URL ?? 'https://api.github.com/user',
    emailsUrl: variables.GITHUB_EMAILS_URL ?? 'https://api.github.com/user/emails',
  }),
  google: settingsOf(variables.GOOGLE_CLIENT_ID, variables.GOOGLE_CLIENT_SECRET, {
    authorizeUrl: variables.GOOGLE_AUTHORIZE_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: variables.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com/token',
    userUrl: variables.GOOGLE_USER_URL ?? 'https://openidconnect.googleapis.com/v1/userinfo',
  }),
})

const settingsOf = <Urls extends object>(id: string | undefined, secret: string | undefined, urls: Urls) =>
  id === undefined || secret === undefined ? undefined : { clientId: id, clientSecret: secret, ...urls }

const providers = ['GITHUB', 'GOOGLE'] as const

/** Returns one sentence for each missing or insecure setting of a provider with which users could not sign in safely. */
export const signInErrors = (variables: Readonly<Record<string, unknown>>): string[] =>
  providers.flatMap((provider) => {
    const names = Object.keys(signInVariables).filter((name) => name.startsWith(provider))
    const firstSet = names.find((name) => variables[name] !== undefined)
    const needed = firstSet === undefined ? [] : [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`]
    const isProduction = variables['NODE_ENV'] === 'production'
    return [
      ...needed
        .filter((name) => variables[name] === undefined)
        .map((name) => `${name} must be set when ${firstSet} is.`),
      ...names
        .filter((name) => isProduction && isInsecure(variables[name]))
        .map((name) => `${name} must be an https address in production, unless it is on this machine.`),
    ]
  })

function isAddress(value: string): boolean {
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null
  return url !== null && url.username + url.password + url.hash === ''
}

/** Whether secrets would be sent to another machine unencrypted. */
function isInsecure(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url?.protocol === 'http:' && !isOnThisMachine(url.hostname)
}
