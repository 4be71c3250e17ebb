import { requestFailedFrom, serverUnreachable } from './request-failed.ts'
import { storedToken } from '../session/session-storage.ts'
import type { Area } from '../session/session-storage.ts'

export type RequestOptions = {
  /** Whose token goes along; `none` for calls that open a session or need none. */
  area?: Area | 'none'
  signal?: AbortSignal
  /** A token that is not stored (yet). */
  token?: string
}

export type CommandOptions = RequestOptions & {
  /** Idempotency-Key: keep it over the tries of one intention, so that a lost answer does not do the thing twice. */
  idempotencyKey?: string
}

type Refused = () => void
const listeners = new Set<Refused>()

/** Calls back when the server refuses the stored token: the session has ended somewhere else. Returns the way out. */
export function onTokenRefused(listener: Refused): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A fresh id for one intention. Works on plain http addresses too, where `randomUUID` does not exist. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads. Rejects with `RequestFailed`, or with `AbortError` when the signal fired. */
export const get = <Answer>(path: string, options: RequestOptions = {}): Promise<Answer> =>
  call<Answer>(path, { method: 'GET' }, options)

/** Tells the server to do something. The answer carries the `position` of what happened. */
export const send = <Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  options: CommandOptions = {},
): Promise<Answer> =>
  call<Answer>(
    path,
    {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        'Idempotency-Key': options.idempotencyKey ?? newIdempotencyKey(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
    },
    options,
  )

/** `token` as the header that carries it; nothing for a visitor. */
export function authorizationHeader({ area = 'user', token }: RequestOptions): Record<string, string> {
  const text = token ?? (area === 'none' ? undefined : storedToken(area))
  return text === undefined ? {} : { Authorization: `Bearer ${text}` }
}

async function call<Answer>(path: string, request: RequestInit, options: RequestOptions): Promise<Answer> {
  const authorization = authorizationHeader(options)
  const response = await fetch(path, {
    ...request,
    headers: { Accept: 'application/json', ...request.headers, ...authorization },
    ...(options.signal && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw serverUnreachable()
  })
  const body: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    return undefined
  })
  return parseResponse<Answer>(
    response.status,
    body,
    authorization.Authorization !== undefined && options.token === undefined,
  )
}

/** The one place where an HTTP answer becomes a value or a failure. `stored`: the stored token went along. */
export function parseResponse<Answer>(status: number, body: unknown, stored: boolean): Answer {
  if (status >= 200 && status < 300 && body !== undefined) {
    // The server makes its answers from the same contracts that name this type.
    return body as Answer
  }
  if (status === 401 && stored) for (const listener of listeners) listener()
  throw requestFailedFrom(status, body)
}
