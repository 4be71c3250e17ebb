import {
  createServer,
  type Agent,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { closeServer, listen } from '../listening.ts'

export type HttpResponse = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  bytes: Buffer
  json: () => unknown
}
/** A `body` that is neither text nor bytes nor a stream is sent as JSON. */
export type RequestOptions = { method?: string; headers?: Record<string, string | string[]>; body?: unknown }

/** Starts an app on a free port. Unlike `fetch`, `request` sends headers and bodies unchanged. */
export async function startTestServer(app: RequestListener) {
  const server = createServer(app)
  const port = await listen(server)
  return {
    port,
    request: (path: string, options?: RequestOptions) => sendRequest(port, path, options),
    close: () => closeServer(server),
  }
}

/** Starts an app on a free port until the end of the test. */
export async function serverOfTest(app: RequestListener) {
  const server = await startTestServer(app)
  onTestFinished(server.close)
  return server
}

/** Milliseconds after which a request without an answer fails, so that a test names it instead of waiting. */
const answerWithinMs = 60_000

/** Sends a request to a port of this machine, on a separate connection unless there is an agent. */
export async function sendRequest(
  port: number,
  path: string,
  options?: RequestOptions,
  agent?: Agent,
): Promise<HttpResponse> {
  const response = await openRequest(port, path, options, agent)
  const bytes = await buffer(response)
  const text = bytes.toString()
  const json = () => JSON.parse(text) as unknown
  return { status: response.statusCode ?? 0, headers: response.headers, text, bytes, json }
}

/** Sends a request. Returns the response when its headers are there. */
export function openRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
  agent: Agent | false = false,
): Promise<IncomingMessage> {
  const isRaw =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable
  const content = isRaw ? body : JSON.stringify(body)
  const hasLength = content !== undefined && !(content instanceof Readable)
  const allHeaders = {
    ...(!isRaw && { 'content-type': 'application/json' }),
    ...(hasLength && { 'content-length': String(Buffer.byteLength(content)) }),
    ...headers,
  }
  const signal = AbortSignal.timeout(answerWithinMs)
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: allHeaders, agent, signal }
    const request = send(options, resolve)
    request.on('error', reject)
    if (content instanceof Readable) content.pipe(request)
    else request.end(content)
  })
}
