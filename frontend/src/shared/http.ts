import { failureOf, unreachable } from './http-problem.ts'
import { storedToken } from './session-keys.ts'
import type { Area } from './session-keys.ts'

export type CallOptions = {
  /** Whose token goes along; `none` for calls that open a session or need none. */
  area?: Area | 'none'
  signal?: AbortSignal
  /** A token that is not stored (yet). */
  token?: string
}

export type CommandOptions = CallOptions & {
  /** Idempotency-Key: keep it over the tries of one intention, so that a lost answer does not do the thing twice. */
  key?: string
}

type Refused = () => void
const listeners = new Set<Refused>()

/** Calls back when the server refuses the stored token: the session has ended somewhere else. Returns the way out. */
export function onTokenRefused(listener: Refused): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A fresh id for one intention. Works on plain http addresses too, where `randomUUID` does not exist. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads. Rejects with `RequestFailed`, or with `AbortError` when the signal fired. */
export const get = <Answer>(path: string, options: CallOptions = {}): Promise<Answer> =>
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
        'Idempotency-Key': options.key ?? newKey(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
    },
    options,
  )

/** `token` as the header that carries it; nothing for a visitor. */
export function bearer({ area = 'user', token }: CallOptions): Record<string, string> {
  const text = token ?? (area === 'none' ? undefined : storedToken(area))
  return text === undefined ? {} : { Authorization: `Bearer ${text}` }
}

async function call<Answer>(path: string, request: RequestInit, options: CallOptions): Promise<Answer> {
  const authorization = bearer(options)
  const response = await fetch(path, {
    ...request,
    headers: { Accept: 'application/json', ...request.headers, ...authorization },
    ...(options.signal && { signal: options.signal }),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    throw unreachable()
  })
  const body: unknown = await response.json().catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    return undefined
  })
  return settle<Answer>(
    response.status,
    body,
    authorization.Authorization !== undefined && options.token === undefined,
  )
}

/** The one place where an HTTP answer becomes a value or a failure. `stored`: the stored token went along. */
export function settle<Answer>(status: number, body: unknown, stored: boolean): Answer {
  if (status >= 200 && status < 300 && body !== undefined) {
    // The server makes its answers from the same contracts that name this type.
    return body as Answer
  }
  if (status === 401 && stored) for (const listener of listeners) listener()
  throw failureOf(status, body)
}
