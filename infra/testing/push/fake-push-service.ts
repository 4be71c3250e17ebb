import { createECDH, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { decrypt } from 'http_ece'
import type { IncomingHttpHeaders } from 'node:http'
import type { PushConnection } from '@thirty/infra/push/push-sender.ts'
import { closeServer, listen } from '../listening.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'

const host = 'push.example'

export type ReceivedPush = { payload: unknown; headers: IncomingHttpHeaders }

/** A browser that subscribed at the fake push service, and what it has received. */
export type FakeBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
  /** How the push service answers; by default with 201. `never`: not at all, or without an end if there is a body. */
  answer: { status: number; headers?: Record<string, string>; never?: boolean; body?: string }
}

/** Starts a push service on this machine that decrypts what it receives. `connection` leads a sender to it. */
export async function startFakePushService() {
  const folder = await mkdtemp(join(tmpdir(), 'push-service-'))
  const { privateKey, chain } = selfSignedCertificate(folder, host)
  const browsers = new Map<string, FakeBrowser & { decrypt: (body: Buffer) => Buffer }>()
  const server = createServer(
    { key: privateKey, cert: chain },
    (request, response) =>
      void buffer(request).then((message) => {
        const browser = browsers.get(request.url ?? '')
        if (browser === undefined) return void response.writeHead(404).end()
        const payload: unknown = JSON.parse(browser.decrypt(message).toString())
        browser.received.push({ payload, headers: request.headers })
        const { status, headers, never = false, body } = browser.answer
        if (!never) response.writeHead(status, headers).end(body)
        else if (body !== undefined) response.writeHead(status, headers).write(body)
      }),
  )
  const port = await listen(server)
  const toThisMachine: PushConnection['lookup'] = (_name, options, callback) =>
    options.all === true
      ? callback(null, [{ address: '127.0.0.1', family: 4 }])
      : callback(null, '127.0.0.1', 4)
  return {
    connection: { lookup: toThisMachine, port, ca: chain } satisfies PushConnection,
    /** Creates a browser with a subscription. */
    browser: (): FakeBrowser => {
      const key = createECDH('prime256v1')
      key.generateKeys()
      const authSecret = randomBytes(16).toString('base64url')
      const path = `/send/${randomBytes(12).toString('base64url')}`
      const keys = { p256dh: key.getPublicKey('base64url'), auth: authSecret }
      const browser = {
        subscription: { endpoint: `https://${host}${path}`, keys },
        received: [],
        answer: { status: 201 },
        decrypt: (body: Buffer) => decrypt(body, { version: 'aes128gcm', privateKey: key, authSecret }),
      }
      browsers.set(path, browser)
      return browser
    },
    openConnections: promisify(server.getConnections.bind(server)),
    close: async () => {
      await closeServer(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
