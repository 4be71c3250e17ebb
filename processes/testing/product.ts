import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appForEach, appForFile, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { unsubscribeLinks } from '@thirty/command-api/accounts/email-links/endpoints.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { createStartingApp } from '@thirty/infra/http/app.ts'
import { operatorTokens, sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { readConfig } from '../config/config.ts'
import { openWebCore, type WebCoreOptions } from '../core.ts'
import { startHttpServer } from '@thirty/infra/http/http-server.ts'
import { createProcessContext, operationalAppOptions } from '../lifecycle/process-context.ts'
import { serve } from '../web.ts'
import { createActions } from './actions.ts'
import { password, secrets } from './fixtures.ts'
import { requestsTo, type Sender, type SignedUp } from './requests.ts'

/** An event as specs append it; see `append`. */
type GivenEvent = Pick<NewEvent, 'type' | 'data'> & {
  metadata?: Partial<NewEvent['metadata']>
} & Partial<Pick<NewEvent, 'at' | 'version'>>

/** A person with an account. */
export type Person = Awaited<ReturnType<TestProduct['participant']>>
export type TestRequest = Parameters<TestProduct['ask']>[0]
export type TestResponse = Awaited<ReturnType<TestProduct['ask']>>

export type OpenSocket = Awaited<ReturnType<typeof openSocket>>

export type TestProduct = Awaited<ReturnType<typeof startTestProduct>>

/** Sign-in providers that are never reached. */
const providers = Object.fromEntries(
  ['GITHUB', 'GOOGLE'].flatMap((name) => [
    [`${name}_CLIENT_ID`, 'a-client-of-specs'],
    [`${name}_CLIENT_SECRET`, 'a-secret-of-specs'],
    ...['AUTHORIZE', 'TOKEN', 'USER'].map((what) => [`${name}_${what}_URL`, 'http://127.0.0.1:9/']),
  ]),
)
const publicUrl = 'http://thirty.test'

/** Matches the email addresses of the people of a spec, and nothing else. */
export const emailPattern = /[\w.+-]+@people\.example/g

/**
 * Starts the product as `npm start` does, in this process: embedded stores, without rate limits, in a time zone where it
 * is noon. `options`: see `openWebCore`. `app` is the listener of its HTTP server. `folder` is its data folder, a new one when
 * missing; `close` removes it.
 */
export async function startTestProduct(
  settings: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'thirty-product-')),
  options: WebCoreOptions = {},
) {
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    CHALLENGE_TIMEZONE: timeZoneAtHour(12),
    ...secrets,
    ...providers,
    ...settings,
  })
  const context = createProcessContext(config)
  const { shutdown } = context
  const startingApp = createStartingApp(
    operationalAppOptions(context, () => ({ reasons: ['It is starting.'] })),
  )
  const httpServer = await startHttpServer(config, startingApp)
  shutdown.defer(httpServer.close)
  const core = await openWebCore(context, options).catch(async (error: unknown) => {
    await shutdown.close()
    throw error
  })
  let app: RequestListener = startingApp
  const observedServer = {
    ...httpServer,
    setListener: (listener: RequestListener) => httpServer.setListener((app = listener)),
  }
  await serve(core, observedServer)

  const { ask, answer, send, disconnect } = requestsTo(httpServer.address)
  const sockets: OpenSocket[] = []
  const stop = async () => {
    for (const { socket } of sockets.splice(0)) socket.disconnect()
    disconnect()
    await shutdown.close()
  }
  let people = 0
  const person = async (path: string, fields: object): Promise<SignedUp> => {
    const username = `person_${(people += 1)}`
    const email = `${username}@people.example`
    const body = { fullName: 'Somebody', username, email, password, ...fields }
    const { status, json, text } = await answer(undefined, `POST ${path}`, body)
    // A store that does not answer in time, on a busy machine.
    if (status === 503) return person(path, fields)
    if (status !== 201) throw new Error(`The sign-up failed: ${status} ${text}`)
    // The schema of the response defines this type; the specs of accounts check it.
    const { user } = json as { user: { _id: string; token: string } }
    return { id: user._id, token: user.token, email, username, isAdmin: 'adminKey' in fields }
  }
  /** Appends an event as the product would: now, and in the newest version of its type, unless another one is given. */
  const append = (stream: string, { type, metadata, ...event }: GivenEvent) => {
    const given = { at: new Date().toISOString(), version: catalogue.versionOf(type), ...event }
    const correlation = randomUUID()
    const appended = { id: randomUUID(), type, ...given, metadata: { correlation, ...metadata } }
    return appendToEnd(core.log, stream, [appended])
  }
  const admin = () => person('/api/auth/admin-signup', { adminKey: secrets.ADMIN_REGISTRATION_KEY })
  /** Creates a token of an operator of this product. */
  const operatorToken = () =>
    operatorTokens({ secret: secrets.JWT_SECRET, issuer: publicUrl, clock: systemClock }).issue()
  return {
    ...createActions({ answer, send }, { folder, operatorToken, admin }),
    app,
    address: httpServer.address,
    folder,
    core,
    ask,
    answer,
    /** Connects a socket of somebody, or of a visitor, at a page of the product. The product closes it when it ends. */
    openSocket: async (by?: Sender): Promise<OpenSocket> => {
      const opened = await openSocket(httpServer.address, by?.token, publicUrl)
      sockets.push(opened)
      return opened
    },
    send,
    participant: () => person('/api/auth/signup', {}),
    admin,
    /** Signs up an admin, whom an owner gives a role: a new owner, if none is given. */
    adminWith: async (role: AdminRole, owner?: SignedUp): Promise<SignedUp> => {
      const created = await admin()
      if (role === 'owner') return created
      await send(owner ?? (await admin()), `PUT /api/admin/team/${created.id}/role`, { role })
      return created
    },
    append,
    /** Appends an event of a user, and waits until the read models show it. */
    appendFor: async ({ id }: SignedUp, { type, data }: UserEvent) => {
      const { position } = await append(`user-${id}`, { type, data, metadata: { actor: id } })
      await core.waitForProjections(position)
    },
    /** Returns the token in the emails to a user that unsubscribes them. */
    unsubscribeToken: ({ id }: SignedUp): string =>
      unsubscribeLinks(core, id).page.searchParams.get('token') ?? '',
    /** Creates session tokens of this product with another clock. */
    tokensAt: (clock: () => number) =>
      sessionTokens({ secret: secrets.JWT_SECRET, issuer: publicUrl, clock }),
    operatorToken,
    /** With what it was started. */
    given: [settings, folder, options] as const,
    /** Ends the process and keeps its data folder, over which it can be started again. */
    stop,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a product before the tests of a file, and closes it after them. */
export const productForFile = (...given: Parameters<typeof startTestProduct>): TestProduct =>
  appForFile(() => startTestProduct(...given))

/** Starts a product before each test of a file, and closes it after it. */
export const productForEach = (...given: Parameters<typeof startTestProduct>): TestProduct =>
  appForEach(() => startTestProduct(...given))

/** Starts a product that is closed when the test has finished. */
export const productOfTest = (...given: Parameters<typeof startTestProduct>): Promise<TestProduct> =>
  appForTest(startTestProduct(...given))

/** Ends a product, and starts it again over its folder, which may be changed while it is at rest. */
export async function restart(product: TestProduct, change?: () => unknown): Promise<void> {
  await product.stop()
  await change?.()
  Object.assign(product, await startTestProduct(...product.given))
}
