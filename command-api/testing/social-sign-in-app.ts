import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { loadAccount } from '@thirty/command-api/accounts/account.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import { endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SignInSettings } from '@thirty/infra/config/sign-in-settings.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { fakeProvider, gitHubUser } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { commandApp, type ProcessParts } from './test-app.ts'

const publicUrl = new URL('http://localhost')

/** Serves the command side with sign-in providers, and the endpoint that accepts a one-time token, over a new log. */
export async function socialApp(settings: SignInSettings, { areLimitsOn = false } = {}) {
  /** `isWaitFailing`: whether waiting for the read models throws an unexpected error. */
  const readModels = { areBuilt: true, isWaitFailing: false }
  const alsoServed: ProcessParts['alsoServed'] = (commands) => [
    endpoint(accountEndpoints.me)(async ({ caller: { id, redeemedToken } }) => {
      if (!readModels.areBuilt) throw new ReadModelNotBuilt({ name: 'people', version: 1 })
      const account = await loadAccount(commands, id)
      if (account === undefined) throw new Error('The caller has no account.')
      return {
        success: true,
        user: { ...toOwnUser(id, account, null), ...(redeemedToken && { token: redeemedToken.token }) },
        stats: { rank: null, totalParticipants: 0 },
      }
    }),
  ]
  const app = await commandApp({ areLimitsOn, publicUrl }, (context) => ({
    providers: oauthProviders(settings),
    alsoServed,
    waitForProjections: async (position) => {
      if (readModels.isWaitFailing) throw new Error('Unexpected.')
      return context.waitForProjections(position)
    },
  }))
  return {
    ...app,
    readModels,
    browser: () => fakeBrowser(app.http.port),
    /** Returns how many accounts were ever created. */
    countAccounts: async () => (await app.allEvents()).filter(({ type }) => type === 'UserRegistered').length,
  }
}

/** Serves social sign-in with a provider whose user is Ana, unless a spec says otherwise. */
export async function appWithProvider(options?: { areLimitsOn?: boolean }) {
  const provider = await fakeProvider()
  provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const app = await socialApp(provider.settings, options)
  const close = async () => {
    await app.close()
    await provider.close()
  }
  return { ...app, provider, close }
}

type VisitResult = { status: number; to: URL; body: unknown }

/** A browser that keeps cookies and follows redirects one at a time. With the cookies of another one, it is the same at another process. */
export function fakeBrowser(port: number, cookies = new Map<string, string>()) {
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
  const returnFromProvider = async (provider = 'github', redirect = ''): Promise<URL> => {
    const { to } = await visit(`/api/auth/${provider}?redirect=${encodeURIComponent(redirect)}`)
    return (await visit(to)).to
  }
  const me = (token: string) => visit('/api/auth/me', { authorization: `Bearer ${token}` })
  /** Signs in with a provider and returns the redirect at the end. */
  const signIn = async (...attempt: Parameters<typeof returnFromProvider>): Promise<VisitResult> =>
    visit(await returnFromProvider(...attempt))
  const oneTimeToken = async (provider?: string) => tokenOf((await signIn(provider)).to)

  return {
    cookies,
    visit,
    returnFromProvider,
    me,
    signIn,
    /** Signs in and returns the one-time token. */
    oneTimeToken,
    /** Signs in with a provider, exchanges the one-time token and returns the user. */
    signInAndRedeem: async (provider?: string) => {
      const { body } = await me(await oneTimeToken(provider))
      // The response of `me` above; without a user, the sign-in failed.
      return (body as { user: { _id: string; email: string; fullName: string; token: string } }).user
    },
    /** Visits the callback address with a made-up code, of a provider without an authorization page. */
    returnWithCode: async (): Promise<VisitResult> => {
      const { searchParams } = (await visit('/api/auth/github')).to
      const query = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' })
      return visit(`${searchParams.get('redirect_uri')}?${query.toString()}`)
    },
  }
}

export const tokenOf = (to: URL): string => to.searchParams.get('token') ?? ''

/** A redirect to the login page with this error, as `loginRedirect` returns it. */
export const toLogin = (error: string) => [302, '/login', error]

/** Returns the status of a redirect, its path and the error in its query. */
export const loginRedirect = ({ status, to }: VisitResult) => [
  status,
  to.pathname,
  to.searchParams.get('error'),
]
