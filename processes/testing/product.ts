import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Agent, request as send, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, loadSecrets } from '@thirty/infra/config/config.ts'
import { timeZoneAtHour } from '@thirty/infra/testing/time-zone.ts'
import { createStartingApp } from '@thirty/infra/http/operational-app.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { openCore } from '../core.ts'
import { createShutdown } from '../lifecycle/shutdown.ts'
import { startHttpServer } from '../lifecycle/http-server.ts'
import { createProcessContext, operationsOptions } from '../lifecycle/process-context.ts'
import { serve } from '../web.ts'

/** What a spec sends, to the letter. A `body` that is no text and no bytes goes as JSON. */
export type TestRequest = {
  method: string
  path: string
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}
export type TestResponse = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown }

/** Somebody with an account. */
export type Person = { id: string; token: string; email: string; username: string }

export type TestProduct = Awaited<ReturnType<typeof startTestProduct>>

export const secrets = {
  JWT_SECRET: 'a secret for specs of the whole product',
  ADMIN_REGISTRATION_KEY: 'a registration key for specs of the whole product',
}
/** Sign-in providers that nobody ever reaches. */
const providers = Object.fromEntries(
  ['GITHUB', 'GOOGLE'].flatMap((name) => [
    [`${name}_CLIENT_ID`, 'a-client-of-specs'],
    [`${name}_CLIENT_SECRET`, 'a-secret-of-specs'],
    ...['AUTHORIZE', 'TOKEN', 'USER'].map((what) => [`${name}_${what}_URL`, 'http://127.0.0.1:9/']),
  ]),
)
export const password = 'Correct-horse-7'
const publicUrl = 'http://thirty.test'

/** Nobody but the people of a spec has an address like this. */
export const emailPattern = /[\w.+-]+@people\.example/g

/**
 * The product as it is started by `npm start`, in this process: everything embedded, in a folder of its own, without
 * limits, and at noon. `app` is what answers its requests.
 */
export async function startTestProduct(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-product-'))
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
  const house = createProcessContext(config)
  const ending = createShutdown(house.logger)
  const starting = createStartingApp(operationsOptions(house, () => ({ reasons: ['It is starting.'] })))
  const door = await startHttpServer(config, starting)
  ending.defer(door.close)
  const core = await openCore(house, ending)
  let app: RequestListener = starting
  const watched = { ...door, setListener: (next: RequestListener) => door.setListener((app = next)) }
  serve(house, loadSecrets(config), core, watched, ending)

  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = (sent: TestRequest) => askAt(door.address, agent, sent)
  let people = 0
  const person = async (path: string, more: object): Promise<Person> => {
    const username = `person_${(people += 1)}`
    const email = `${username}@people.example`
    const body = { fullName: 'Somebody', username, email, password, ...more }
    const { status, json, text } = await ask({ method: 'POST', path, body })
    if (status !== 201) throw new Error(`Nobody could sign up: ${status} ${text}`)
    // As the schema of the answer says, which specs of accounts check.
    const { user } = json as { user: { _id: string; token: string } }
    return { id: user._id, token: user.token, email, username }
  }
  return {
    app,
    address: door.address,
    folder,
    core,
    ask,
    participant: () => person('/api/auth/signup', {}),
    admin: () => person('/api/auth/admin-signup', { adminKey: secrets.ADMIN_REGISTRATION_KEY }),
    /** Writes what became of somebody, and waits until everybody knows. */
    happenedTo: async ({ id }: Person, ...events: UserEvent[]) => {
      const { log, waitForProjections } = core
      const at = new Date().toISOString()
      const metadata = { actor: id, correlation: randomUUID() }
      const recorded = events.map((event) => ({ ...event, id: randomUUID(), version: 1, at, metadata }))
      const { position } = await log.append(`user-${id}`, recorded, 'any')
      await waitForProjections(position)
    },
    /** Tokens as this product makes them, at any time. */
    tokensAt: (clock: () => number) =>
      sessionTokens({ secret: secrets.JWT_SECRET, issuer: publicUrl, clock }),
    close: async () => {
      agent.destroy()
      await ending.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function askAt(address: string, agent: Agent, sent: TestRequest): Promise<TestResponse> {
  const { method, path, token, headers = {}, body } = sent
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const content = isRaw ? body : JSON.stringify(body)
  const { hostname, port } = new URL(address)
  const allHeaders = {
    ...(!isRaw && { 'content-type': 'application/json' }),
    ...(content !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, path, method, headers: allHeaders, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json') === true
        const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      })
    })
    request.on('error', reject)
    request.end(content)
  })
}
