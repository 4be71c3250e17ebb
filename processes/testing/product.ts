import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Agent, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { appForEach, appForFile, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { unsubscribeLinks } from '@thirty/command-api/accounts/unsubscribe/endpoints.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { sendRequest, type HttpResponse } from '@thirty/infra/testing/http/test-server.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { createStartingApp } from '@thirty/infra/http/operational-app.ts'
import { operatorTokens } from '@thirty/infra/http/authentication/operator-tokens.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { eventVersion } from '@thirty/contracts/events/catalogue.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { readConfig } from '../config/config.ts'
import { openWebCore } from '../core.ts'
import { createShutdown } from '../lifecycle/shutdown.ts'
import { startHttpServer } from '../lifecycle/http-server.ts'
import { createProcessContext, operationsOptions } from '../lifecycle/process-context.ts'
import { serve } from '../web.ts'

/** A request as it is sent. A `body` that is neither text nor bytes is sent as JSON. */
export type TestRequest = {
  method: string
  path: string
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}
/** `text` is the decompressed content, also that of a downloaded gzip file, whose bytes are `bytes`. */
export type TestResponse = Omit<HttpResponse, 'json'> & { json: unknown }

/** A person with an account. */
export type Person = { id: string; token: string; email: string; username: string }

type Sender = Pick<Person, 'token'> | undefined
type SendAs = <Json = unknown>(by: Sender, endpoint: string, body?: unknown) => Promise<Json>

/** An event as specs append it; see `append`. */
type GivenEvent = Pick<NewEvent, 'type' | 'data'> & {
  metadata?: Partial<NewEvent['metadata']>
} & Partial<Pick<NewEvent, 'at' | 'version'>>

export type OpenSocket = Awaited<ReturnType<typeof openSocket>>

export type TestProduct = Awaited<ReturnType<typeof startTestProduct>>

export const secrets = {
  JWT_SECRET: 'a secret for specs of the whole product',
  ADMIN_REGISTRATION_KEY: 'a registration key for specs of the whole product',
  RESERVATION_KEY: 'a reservation key for specs of the whole product',
}
/** Sign-in providers that are never reached. */
const providers = Object.fromEntries(
  ['GITHUB', 'GOOGLE'].flatMap((name) => [
    [`${name}_CLIENT_ID`, 'a-client-of-specs'],
    [`${name}_CLIENT_SECRET`, 'a-secret-of-specs'],
    ...['AUTHORIZE', 'TOKEN', 'USER'].map((what) => [`${name}_${what}_URL`, 'http://127.0.0.1:9/']),
  ]),
)
export const password = 'Correct-horse-7'
const publicUrl = 'http://thirty.test'

/** Matches the email addresses of the people of a spec, and nothing else. */
export const emailPattern = /[\w.+-]+@people\.example/g

/**
 * Starts the product as `npm start` does, in this process: embedded stores, without rate limits, in a time zone where it
 * is noon. `options` are the options of `serve`. `app` is the listener of its HTTP server. `folder` is its data folder, a new one when
 * missing; `close` removes it.
 */
export async function startTestProduct(
  settings: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'thirty-product-')),
  options: Parameters<typeof serve>[3] = {},
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
  const shutdown = createShutdown(context.logger)
  const startingApp = createStartingApp(operationsOptions(context, () => ({ reasons: ['It is starting.'] })))
  const httpServer = await startHttpServer(config, startingApp)
  shutdown.defer(httpServer.close)
  const core = await openWebCore(context, shutdown).catch(async (error: unknown) => {
    await shutdown.close()
    throw error
  })
  let app: RequestListener = startingApp
  const observedServer = {
    ...httpServer,
    setListener: (listener: RequestListener) => httpServer.setListener((app = listener)),
  }
  await serve(core, observedServer, shutdown, options)

  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = (request: TestRequest) => send(httpServer.address, agent, request)
  const sockets: OpenSocket[] = []
  const stop = async () => {
    for (const { socket } of sockets.splice(0)) socket.disconnect()
    agent.destroy()
    await shutdown.close()
  }
  const answer = (by: Sender, endpoint: string, body?: unknown, headers: TestRequest['headers'] = {}) => {
    const [method = '', path = ''] = endpoint.split(' ')
    return ask({ method, path, body, token: by?.token, headers })
  }
  const sendAs: SendAs = async <Json>(by: Sender, endpoint: string, body?: unknown) => {
    const { status, json, text } = await answer(by, endpoint, body)
    if (status >= 300) throw new Error(`${endpoint} was refused: ${status} ${text}`)
    // Safe: the schemas of the responses define these types; other specs check them.
    return json as Json
  }
  let people = 0
  const person = async (path: string, fields: object): Promise<Person> => {
    const username = `person_${(people += 1)}`
    const email = `${username}@people.example`
    const body = { fullName: 'Somebody', username, email, password, ...fields }
    const { status, json, text } = await answer(undefined, `POST ${path}`, body)
    // A store that does not answer in time, on a busy machine.
    if (status === 503) return person(path, fields)
    if (status !== 201) throw new Error(`The sign-up failed: ${status} ${text}`)
    // The schema of the response defines this type; the specs of accounts check it.
    const { user } = json as { user: { _id: string; token: string } }
    return { id: user._id, token: user.token, email, username }
  }
  /** Appends an event as the product would: now, and in the newest version of its type, unless another one is given. */
  const append = (stream: string, { type, metadata, ...event }: GivenEvent) => {
    const given = { at: new Date().toISOString(), version: eventVersion(type), ...event }
    const correlation = randomUUID()
    const appended = { id: randomUUID(), type, ...given, metadata: { correlation, ...metadata } }
    return appendToEnd(core.log, stream, [appended])
  }
  const admin = () => person('/api/auth/admin-signup', { adminKey: secrets.ADMIN_REGISTRATION_KEY })
  return {
    app,
    address: httpServer.address,
    folder,
    core,
    ask,
    /** Sends a request of somebody, such as `GET /api/projects/all`, and returns its answer, also a refusal. */
    answer,
    /** Connects a socket of somebody, or of a visitor, at a page of the product. The product closes it when it ends. */
    openSocket: async (by?: Pick<Person, 'token'>): Promise<OpenSocket> => {
      const opened = await openSocket(httpServer.address, by?.token, publicUrl)
      sockets.push(opened)
      return opened
    },
    /** As `answer`, but returns the body. Throws if the request is refused. */
    send: sendAs,
    participant: () => person('/api/auth/signup', {}),
    admin,
    /** Signs up an admin, whom an owner gives a role: a new owner, if none is given. */
    adminWith: async (role: AdminRole, owner?: Person): Promise<Person> => {
      const created = await admin()
      if (role === 'owner') return created
      await sendAs(owner ?? (await admin()), `PUT /api/admin/team/${created.id}/role`, { role })
      return created
    },
    append,
    /** Appends an event of a user, and waits until the read models show it. */
    appendFor: async ({ id }: Person, { type, data }: UserEvent) => {
      const { position } = await append(`user-${id}`, { type, data, metadata: { actor: id } })
      await core.waitForProjections(position)
    },
    /** Returns the token in the emails to a user that unsubscribes them. */
    unsubscribeToken: ({ id }: Person): string => {
      const links = unsubscribeLinks({
        secret: secrets.JWT_SECRET,
        clock: systemClock,
        publicUrl: new URL(publicUrl),
      })
      return links.linksFor(id).page.searchParams.get('token') ?? ''
    },
    /** Creates session tokens of this product with another clock. */
    tokensAt: (clock: () => number) =>
      sessionTokens({ secret: secrets.JWT_SECRET, issuer: publicUrl, clock }),
    /** Creates a token of an operator of this product. */
    operatorToken: () =>
      operatorTokens({ secret: secrets.JWT_SECRET, issuer: publicUrl, clock: systemClock }).issue(),
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

async function send(address: string, agent: Agent, sent: TestRequest): Promise<TestResponse> {
  const { method, path, token, headers, body } = sent
  const allHeaders = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers }
  const options = { method, headers: allHeaders, body }
  return readResponse(await sendRequest(Number(new URL(address).port), path, options, agent))
}

function readResponse({ status, headers, bytes }: HttpResponse): TestResponse {
  const isGzip = headers['content-encoding'] === 'gzip' || headers['content-type'] === 'application/gzip'
  const isCompressed = isGzip && bytes.length > 0
  const text = (isCompressed ? gunzipSync(bytes) : bytes).toString()
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status, headers, text, json, bytes }
}
