import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SignInSettings } from '@thirty/infra/config/sign-in-settings.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { ProviderOptions } from '@thirty/infra/oauth/oauth-provider.ts'
import { fakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { languageOfPages } from '@thirty/command-api/language-of.ts'
import { isAccount, userFold, userStream } from '@thirty/command-api/accounts/evolve.ts'
import { logIn } from '@thirty/command-api/accounts/sessions/log-in.ts'
import { passwordRemovedNotifier } from '@thirty/command-api/accounts/password/password-mails.ts'
import { toOwnUser } from '@thirty/command-api/accounts/own-user.ts'
import { signUp } from '@thirty/command-api/accounts/sign-up/sign-up.ts'
import { socialSignIn } from '@thirty/command-api/accounts/social-sign-in/endpoints.ts'
import { fakePasswords } from './fake-passwords.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'

// The same secret and issuer as for session tokens, so that only the type of a token distinguishes them.
const publicUrl = new URL('http://localhost')
const secret = 'x'.repeat(32)
export const localPassword = 'Correct-horse-7'

/** `isWaitFailing`: whether waiting for the read models throws an unexpected error. */
type SharedContext = Awaited<ReturnType<typeof createTestContext>> & {
  readModels: { areBuilt: boolean; isWaitFailing: boolean }
  sent: EmailMessage[]
  providerOptions: ProviderOptions
}

/** Serves social sign-in and the endpoint that accepts its one-time token, as one process over the shared log. */
async function socialProcess(app: SharedContext, settings: SignInSettings) {
  const commands = createCommands(app)
  const findAccount = async (id: string) => {
    const { state } = await commands.load(userStream(id), userFold)
    return isAccount(state) ? state : undefined
  }
  const providers = oauthProviders(settings, app.providerOptions)
  const waitForProjections: typeof app.waitForProjections = async (position) => {
    if (app.readModels.isWaitFailing) throw new Error('Unexpected.')
    return app.waitForProjections(position)
  }
  const mail = { send: (message: EmailMessage) => app.sent.push(message) > 0 }
  const onPasswordRemoved = passwordRemovedNotifier({ ...app, mail, publicUrl })
  const { endpoints, redeem } = socialSignIn({
    ...app,
    waitForProjections,
    commands,
    providers,
    publicUrl,
    secret,
    onPasswordRemoved,
    languageOf: languageOfPages({ offered: ['en'] }),
  })
  const findSession = async (id: string) => {
    const account = await findAccount(id)
    if (account === undefined) return undefined
    const { sessionVersion: version, status, isAdmin } = account
    return { version, status, privileges: privilegesFor(isAdmin ? 'owner' : null) }
  }
  const me = endpoint(accountEndpoints.me)(async ({ caller }) => {
    if (!app.readModels.areBuilt) throw new ReadModelNotBuilt({ name: 'people', version: 1 })
    const account = await findAccount(caller.id)
    if (account === undefined) throw new Error('The caller has no account.')
    const user = toOwnUser(caller.id, account, null)
    const stats = { rank: null, totalParticipants: 0 }
    return {
      success: true,
      user: { ...user, ...(caller.redeemedToken && { token: caller.redeemedToken.token }) },
      stats,
    }
  })
  const guards = {
    ...app,
    authentication: authentication({
      tokens: app.tokens,
      findSession,
      redeemOneTimeToken: redeem,
    }),
  }
  return serveEndpoints(guards, [...endpoints, me])
}

/** Serves social sign-in over a new log. `providerOptions` may shorten the timeout of the providers. */
export async function socialApp(
  settings: SignInSettings,
  {
    areLimitsOn = false,
    providerOptions = {},
  }: { areLimitsOn?: boolean; providerOptions?: ProviderOptions } = {},
) {
  const app = {
    ...(await createTestContext({ areLimitsOn })),
    readModels: { areBuilt: true, isWaitFailing: false },
    sent: [] as EmailMessage[],
    providerOptions,
  }
  const first = await socialProcess(app, settings)
  const commandDeps = { ...app, passwords: fakePasswords }
  return {
    ...app,
    port: first.port,
    startProcess: () => socialProcess(app, settings),
    localSignUp: async (email: string, more: { key?: string; role?: 'admin'; username?: string } = {}) => {
      const request = { fullName: 'Somebody', email, password: localPassword, username: more.username }
      return signUp(commandDeps, {
        request,
        role: more.role ?? 'participant',
        correlation: 'spec',
        key: more.key,
      })
    },
    localLogIn: (emailOrUsername: string) =>
      logIn(
        commandDeps,
        { emailOrUsername, password: localPassword },
        { request: requestFrom(), correlation: 'spec' },
      ),
    /** Returns how many accounts were ever created. */
    countAccounts: async () => {
      let count = 0
      for await (const events of app.log.readAll({ streams: ['user-'] }))
        count += events.filter(({ type }) => type === 'UserRegistered').length
      return count
    },
    close: async () => {
      await first.close()
      await app.close()
    },
  }
}

/** Serves social sign-in with a provider that answers as a spec says. */
export async function appWithProvider(options: Parameters<typeof socialApp>[1] = {}) {
  const provider = await fakeProvider()
  const app = await socialApp(provider.settings, options)
  const close = async () => {
    await app.close()
    await provider.close()
  }
  return { ...app, provider, close }
}

export type VisitResult = { status: number; to: URL; body: unknown }

/** A browser that keeps cookies and follows redirects one at a time. */
export function fakeBrowser(port: number) {
  const cookies = new Map<string, string>()

  const visit = async (address: string | URL, headers: Record<string, string> = {}): Promise<VisitResult> => {
    const url = new URL(address, publicUrl)
    const isOwnOrigin = url.origin === publicUrl.origin
    const target = isOwnOrigin ? `http://127.0.0.1:${port}${url.pathname}${url.search}` : url.href
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { ...(isOwnOrigin && cookie !== '' && { cookie }), ...headers },
    })
    for (const line of isOwnOrigin ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const to = new URL(response.headers.get('location') ?? 'about:blank', url)
    return { status: response.status, to, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  /** Visits the provider and returns the callback address with code and state, without visiting it. */
  const returnFromProvider = async (provider: string, redirect?: string): Promise<URL> => {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
    const { to } = await visit(`/api/auth/${provider}${query}`)
    return (await visit(to)).to
  }

  const me = (token: string) => visit('/api/auth/me', { authorization: `Bearer ${token}` })

  return {
    cookies,
    visit,
    returnFromProvider,
    me,
    /** Signs in with a provider and returns the redirect at the end. */
    signIn: async (provider: string, redirect?: string): Promise<VisitResult> =>
      visit(await returnFromProvider(provider, redirect)),
    /** Signs in with a provider, exchanges the one-time token and returns the user. */
    signInAndRedeem: async (provider: string) => {
      const { to } = await visit(await returnFromProvider(provider))
      const { status, body } = await me(to.searchParams.get('token') ?? '')
      if (status !== 200) throw new Error(`The sign-in failed: ${to.href}`)
      // The response of `me` above.
      return (body as { user: { _id: string; email: string; fullName: string; token: string } }).user
    },
  }
}

/** A redirect to the login page with this error, as `loginRedirect` returns it. */
export const toLogin = (error: string) => [302, '/login', error]

/** Returns the status of a redirect, its path and the error in its query. */
export const loginRedirect = ({ status, to }: VisitResult) => [
  status,
  to.pathname,
  to.searchParams.get('error'),
]
