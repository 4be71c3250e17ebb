// Sends the requests of specs to a running product.

import { Agent } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { sendRequest, type HttpResponse } from '@thirty/infra/testing/http/test-server.ts'

/** A request as it is sent. A `body` that is neither text nor bytes is sent as JSON. */
type Request = {
  method: string
  path: string
  token?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}
/** `text` is the decompressed content, also that of a downloaded gzip file, whose bytes are `bytes`. */
type Response = Omit<HttpResponse, 'json'> & { json: unknown }

/** A person with an account. `isAdmin`: signed up as an admin. */
export type SignedUp = { id: string; token: string; email: string; username: string; isAdmin?: boolean }
/** Whose request it is: `undefined` for a visitor. */
export type Sender = Pick<SignedUp, 'token'> | undefined

export type Requests = ReturnType<typeof requestsTo>

/** Sends requests to an address, over connections that are kept until `disconnect`. */
export function requestsTo(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = async ({ method, path, token, headers, body }: Request): Promise<Response> => {
    const allHeaders = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers }
    const options = { method, headers: allHeaders, body }
    return readResponse(await sendRequest(Number(new URL(address).port), path, options, agent))
  }
  /** Sends a request of somebody, such as `GET /api/projects/all`, and returns its answer, also a refusal. */
  const answer = (by: Sender, endpoint: string, body?: unknown, headers: Request['headers'] = {}) => {
    const [method = '', path = ''] = endpoint.split(' ')
    return ask({ method, path, body, token: by?.token, headers })
  }
  /** As `answer`, but returns the body. Throws if the request is refused. */
  const send = async <Json = unknown>(...request: Parameters<typeof answer>): Promise<Json> => {
    const { status, json, text } = await answer(...request)
    if (status >= 300) throw new Error(`${request[1]} was refused: ${status} ${text}`)
    // Safe: the schemas of the responses define these types; other specs check them.
    return json as Json
  }
  return { ask, answer, send, disconnect: () => agent.destroy() }
}

function readResponse({ status, headers, bytes }: HttpResponse): Response {
  const isGzip = headers['content-encoding'] === 'gzip' || headers['content-type'] === 'application/gzip'
  const isCompressed = isGzip && bytes.length > 0
  const text = (isCompressed ? gunzipSync(bytes) : bytes).toString()
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status, headers, text, json, bytes }
}
