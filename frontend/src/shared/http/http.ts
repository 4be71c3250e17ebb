import { storedToken } from '../session/session-storage.ts'
import type { Area } from '../session/session-storage.ts'
import type { Endpoint, Method, PathFor, PayloadOf, ResponseOf } from './endpoint-types.ts'
import { requestFailedFrom, serverUnreachable } from './request-failed.ts'

export type RequestOptions = {
  /** Whose stored token is sent; `none` for requests that open a session or need no token. Default: `user`. */
  area?: Area | 'none'
  signal?: AbortSignal | undefined
  /** A token that is not stored (yet). */
  token?: string
}

type CommandOptions = RequestOptions & {
  /** Reuse the key when you retry a command whose response was lost, so that the server does not execute it twice. */
  idempotencyKey?: string
}

type OptionsFor<M extends Method, Path extends PathFor<M>> = PayloadOf<Endpoint<M, Path>> &
  (M extends 'GET' ? RequestOptions : CommandOptions)

/** The options may be left out if the endpoint requires neither params nor query nor body. */
type RequestArguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options]

/** What the types above say about every request, in the form in which it is sent. */
type UntypedOptions = CommandOptions & { params?: object; query?: object; body?: unknown }

type TokenRefusedListener = () => void
const tokenRefusedListeners = new Set<TokenRefusedListener>()

/** Calls back when the server refuses the stored token: the session was ended elsewhere. Returns an unsubscribe function. */
export function onTokenRefused(listener: TokenRefusedListener): () => void {
  tokenRefusedListeners.add(listener)
  return () => void tokenRefusedListeners.delete(listener)
}

/** Returns a new key for one command. Uses no `randomUUID`, which plain http addresses do not have. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Sends a request to an endpoint of the contracts, which give the types of params, query, body and response.
 * Commands carry an Idempotency-Key. Rejects with `RequestFailed`, or with `AbortError` after the signal fired.
 */
export function request<M extends Method, Path extends PathFor<M>>(
  method: M,
  path: Path,
  ...[options]: RequestArguments<OptionsFor<M, Path>>
): Promise<ResponseOf<Endpoint<M, Path>>> {
  return send(method, path, options ?? {})
}

async function send<Response>(method: Method, path: string, options: UntypedOptions): Promise<Response> {
  const { params = {}, query = {}, body, signal } = options
  const authorization = authorizationHeader(options)
  const response = await fetch(requestUrl(path, params, query), {
    method,
    headers: {
      Accept: 'application/json',
      ...(method !== 'GET' && { 'Idempotency-Key': options.idempotencyKey ?? newIdempotencyKey() }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...authorization,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw serverUnreachable()
  })
  const json: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })
  const isStoredToken = authorization.Authorization !== undefined && options.token === undefined
  return parseResponse<Response>(response.status, json, isStoredToken)
}

/** Fills in the `:name` parts of the path and appends the query fields that have a value. */
function requestUrl(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const fields = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return fields.length > 0 ? `${filled}?${search}` : filled
}

/** Returns the header that carries the token; none for visitors. */
export function authorizationHeader({ area = 'user', token }: RequestOptions): Record<string, string> {
  const sentToken = token ?? (area === 'none' ? undefined : storedToken(area))
  return sentToken === undefined ? {} : { Authorization: `Bearer ${sentToken}` }
}

/**
 * Returns the value of a successful response; throws `RequestFailed` otherwise. Notifies the `onTokenRefused` listeners
 * of a 401 if the stored token was sent.
 */
export function parseResponse<Response>(status: number, body: unknown, isStoredToken: boolean): Response {
  if (status >= 200 && status < 300 && body !== undefined) {
    // Safe because the server's handlers are typed by the endpoint definitions that this type comes from.
    return body as Response
  }
  if (status === 401 && isStoredToken) for (const listener of tokenRefusedListeners) listener()
  throw requestFailedFrom(status, body)
}
