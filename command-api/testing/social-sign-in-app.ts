import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { endpoint, createRouters } from '@thirty/infra/http/endpoint/endpoint.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import type { SignInSettings } from '@thirty/infra/config/sign-in-settings.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import express, { Router } from 'express'
import { createCommands as commandsOn } from '@thirty/command-api/handle.ts'
import { createTestContext } from './test-app.ts'
import { isAccount } from '@thirty/command-api/accounts/evolve.ts'
import { logIn } from '@thirty/command-api/accounts/sessions/log-in.ts'
import { passwordRemovedNotifier } from '@thirty/command-api/accounts/password/password-notifiers.ts'
import { toOwnUser } from '@thirty/command-api/accounts/own-user.ts'
import type { PasswordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { userFold } from '@thirty/command-api/accounts/names/reserve-names.ts'
import { signUp } from '@thirty/command-api/accounts/sign-up/sign-up.ts'
import { userStream } from '@thirty/command-api/accounts/streams.ts'
import { socialSignIn } from '@thirty/command-api/accounts/social-sign-in/social-sign-in.ts'

/** As the session tokens of `parts` have it: only what a slip is for keeps it apart from them. */
const publicUrl = new URL('http://localhost')
const secret = 'x'.repeat(32)
export const localPassword = 'Correct-horse-7'

// Hashing is slow on purpose; what is told here is who opens what.
const passwords: PasswordHasher = {
  hash: async (password) => `hash of ${password}`,
  matches: async (password, known) => known === `hash of ${password}`,
}

/** `areBuilt`: whether the read models can answer who somebody is. `areLost`: something happened that nobody foresaw. */
type Parts = Awaited<ReturnType<typeof createTestContext>> & {
  views: { areBuilt: boolean; areLost: boolean }
  sent: EmailMessage[]
}

/** One process over a log: social sign-in and the one call that takes its ticket, behind a socket. */
async function socialProcess(app: Parts, settings: SignInSettings) {
  const commands = commandsOn(app)
  const accountBehind = async (id: string) => {
    const { state } = await commands.load(userStream(id), userFold)
    return isAccount(state) ? state : undefined
  }
  const providers = oauthProviders(settings)
  const waitForProjections: typeof app.waitForProjections = async (position) => {
    if (app.views.areLost) throw new Error('Nobody foresaw this.')
    return app.waitForProjections(position)
  }
  const mail = { send: (letter: EmailMessage) => app.sent.push(letter) > 0 }
  const onPasswordRemoved = passwordRemovedNotifier({ ...app, mail, publicUrl })
  const { endpoints, redeem } = socialSignIn({
    ...app,
    waitForProjections,
    commands,
    providers,
    publicUrl,
    secret,
    onPasswordRemoved,
  })
  const sessionOf = async (id: string) => {
    const account = await accountBehind(id)
    return account && { ...account, version: account.sessionVersion, endedTokens: [] }
  }
  const me = endpoint(accountEndpoints.me)(async ({ caller }) => {
    if (!app.views.areBuilt) throw new ReadModelNotBuilt({ name: 'people', version: 1 })
    const account = await accountBehind(caller.id)
    if (account === undefined) throw new Error('Somebody without an account is signed in.')
    const user = toOwnUser(caller.id, account)
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
      findSession: sessionOf,
      redeemOneTimeToken: redeem,
    }),
  }
  const { authRoutes: accounts } = createRouters([...endpoints, me], guards)
  const known = Router().use('/api/auth', accounts).use('/auth', accounts)
  const server = createServer(
    express().use(assignCorrelationId, known, createErrorHandler(silentLogger, statusByCode)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address and a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A log, a process over it, and what specs do to them from outside. */
export async function socialApp(settings: SignInSettings, { areLimitsOn = false } = {}) {
  const app = {
    ...(await createTestContext({ areLimitsOn })),
    views: { areBuilt: true, areLost: false },
    sent: [] as EmailMessage[],
  }
  const first = await socialProcess(app, settings)
  const own = { ...app, passwords }
  return {
    ...app,
    port: first.port,
    startProcess: () => socialProcess(app, settings),
    localSignUp: async (email: string, more: { key?: string; role?: 'admin'; username?: string } = {}) => {
      const request = { fullName: 'Somebody', email, password: localPassword, username: more.username }
      return signUp(own, { request, role: more.role ?? 'participant', correlation: 'spec', key: more.key })
    },
    localLogIn: (emailOrUsername: string) => logIn(own, { emailOrUsername, password: localPassword }, 'spec'),
    /** How many accounts were ever made. */
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

export type VisitResult = { status: number; to: URL; body: unknown }

/** A browser that keeps cookies and goes where it is led, step by step. */
export function fakeBrowser(port: number) {
  const cookies = new Map<string, string>()

  const visit = async (address: string | URL, headers: Record<string, string> = {}): Promise<VisitResult> => {
    const url = new URL(address, publicUrl)
    const isOurs = url.origin === publicUrl.origin
    const real = isOurs ? `http://127.0.0.1:${port}${url.pathname}${url.search}` : url.href
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(real, {
      redirect: 'manual',
      headers: { ...(isOurs && cookie !== '' && { cookie }), ...headers },
    })
    for (const line of isOurs ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const to = new URL(response.headers.get('location') ?? 'about:blank', url)
    return { status: response.status, to, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  /** To the provider and as far as its way back: the address of our callback with code and state. */
  const returnFromProvider = async (provider: string, redirect?: string): Promise<URL> => {
    const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
    const { to } = await visit(`/api/auth/${provider}${query}`)
    return (await visit(to)).to
  }

  const me = (token: string) => visit('/api/auth/me', { authorization: `Bearer ${token}` })

  return {
    cookies,
    visit,
    comesBack: returnFromProvider,
    me,
    /** The whole way, up to the page that ends it. */
    signIn: async (provider: string, redirect?: string): Promise<VisitResult> =>
      visit(await returnFromProvider(provider, redirect)),
    /** The whole way and the exchange of the ticket. */
    signInAndRedeem: async (provider: string) => {
      const { to } = await visit(await returnFromProvider(provider))
      const { status, body } = await me(to.searchParams.get('token') ?? '')
      if (status !== 200) throw new Error(`No entry: ${to.href}`)
      // As `me` above answers.
      return (body as { user: { _id: string; email: string; fullName: string; token: string } }).user
    },
  }
}

export const loginError = ({ status, to }: VisitResult) => [status, to.pathname, to.searchParams.get('error')]
