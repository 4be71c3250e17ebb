// Sends requests to the endpoints of the contracts, with the token of the user, and reads the responses. A command without an answer is
// repeated with the same idempotency key.

import { anyStoredToken } from '../storage/browser-storage.ts'
import { onUserChange } from '../storage/user-change.ts'
import { translateStandIns } from '../i18n/server-text.ts'
import { identityProofHeaders, withIdentityProof } from './proof-of-identity.ts'
import type { Endpoint, Method, PathFor, PayloadOf, ResponseOf } from './endpoint-types.ts'
import { isFinalRefusal, requestFailedFrom, serverUnreachable, timedOut } from './request-failed.ts'
import { noteLateness, noteServerTime } from './response-headers.ts'

export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** A token to send instead of the token of the session; null sends none, for requests that open a session or need no token. */
  token?: string | null
}

type CommandOptions = RequestOptions & {
  /** Sends the request even if the page is left meanwhile. */
  keepalive?: boolean
}

type OptionsFor<M extends Method, Path extends PathFor<M>> = PayloadOf<Endpoint<M, Path>> &
  (M extends 'GET' ? RequestOptions : CommandOptions)

/** The options may be left out if the endpoint requires neither params nor query nor body. */
type RequestArguments<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options]

/** The options of any request, without the types of its endpoint. */
type UntypedOptions = CommandOptions & { params?: object; query?: object; body?: unknown }

type SessionListener = (refused: 'token' | 'two-factor-needed') => void
const sessionListeners = new Set<SessionListener>()

/**
 * Calls `listener` when the server refuses the stored token, or a request until the admin has set up two-factor sign-in. Returns an
 * unsubscribe function.
 */
export function onSessionRefused(listener: SessionListener): () => void {
  sessionListeners.add(listener)
  return () => void sessionListeners.delete(listener)
}

/**
 * Sends a request to an endpoint of the contracts. Its definition gives the types of params, query, body and response. Commands carry an
 * Idempotency-Key, the same one when a command without an answer is sent again. Rejects with `RequestFailed`, or with `AbortError` if the
 * signal aborts.
 */
export function request<M extends Method, Path extends PathFor<M>>(
  method: M,
  path: Path,
  ...[options]: RequestArguments<OptionsFor<M, Path>>
): Promise<ResponseOf<Endpoint<M, Path>>> {
  return send<ResponseOf<Endpoint<M, Path>>>(method, path, options ?? {}).then(({ body }) => body)
}

/** Like `request`, for a list that is a bare array. Its next cursor is in the header `X-Next-Cursor`; null at the end. */
export async function requestPage<Path extends PathFor<'GET'>>(
  path: Path,
  ...[options]: RequestArguments<OptionsFor<'GET', Path>>
): Promise<{ rows: ResponseOf<Endpoint<'GET', Path>>; nextCursor: string | null }> {
  const { body, headers } = await send<ResponseOf<Endpoint<'GET', Path>>>('GET', path, options ?? {})
  return { rows: body, nextCursor: headers.get('X-Next-Cursor') }
}

async function send<Body>(method: Method, path: string, options: UntypedOptions) {
  const { params = {}, query = {}, signal } = options
  const authorization = authorizationHeader(options)
  const url = requestUrl(path, params, query)
  const body = options.body === undefined ? undefined : JSON.stringify(options.body)
  const command = method === 'GET' ? undefined : commandOf(url, `${method} ${body}`)
  // Other ones once the keys are forgotten.
  const commands = unanswered
  // The same command, so also with the same key, once the user has confirmed who they are.
  return withIdentityProof(async () => {
    const init: RequestInit = {
      method,
      headers: {
        Accept: 'application/json',
        ...(command && { 'Idempotency-Key': command.key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...authorization,
        ...(command && identityProofHeaders()),
      },
      ...(body !== undefined && { body }),
      ...(options.keepalive && { keepalive: true }),
    }
    const isStoredToken = authorization.Authorization !== undefined && options.token === undefined
    try {
      const first = command ? undefined : takeFirstAnswer(url, authorization.Authorization)
      const { status, json, headers } = await exchange(url, init, signal, first)
      const answer = parseResponse<Body>(status, json, isStoredToken)
      if (command) forgetCommands(url)
      // Without the query: another filter or page of a list replaces what was said of it.
      else noteLateness(requestUrl(path, params, {}), headers.get('X-Data-As-Of'))
      return { body: answer, headers }
    } catch (error) {
      if (command && isFinalRefusal(error)) forgetCommands(url)
      else if (command) commands.add(command)
      throw error
    }
  })
}

/** Returns a new key for one command. Does not use `randomUUID`, which browsers offer only over https and on localhost. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

type Command = { url: string; content: string; key: string }

/** The commands without an answer. The server may have executed each of them. */
let unanswered = new Set<Command>()

/** Returns a command: the same one as before if that got no answer, so that the server does not execute it twice. */
const commandOf = (url: string, content: string): Command =>
  [...unanswered].find((command) => command.url === url && command.content === content) ?? {
    url,
    content,
    key: newIdempotencyKey(),
  }

/** To be called when a command was answered. The same content is a new command then, also after the opposite of it at the same address. */
function forgetCommands(url: string): void {
  for (const command of unanswered) if (command.url === url) unanswered.delete(command)
}

/** Makes every command a new one, also one that is under way: for another user, and in another run of the challenge. */
export function forgetAllKeys(): void {
  unanswered = new Set()
}

onUserChange(forgetAllKeys)

type First = Promise<FirstAnswer | undefined> | undefined

/** A request that takes longer has failed, in milliseconds. */
const timeoutMs = 20_000

/** Sends a request, if it has no `first` answer, and receives the whole answer. Rejects without one, and after 20 seconds. */
async function exchange(url: string, init: RequestInit, signal: AbortSignal | undefined, first: First) {
  const late = new AbortController()
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(timedOut())
    late.abort()
  }, timeoutMs)
  const ended = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    return await Promise.race([receive(url, init, ended, first), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function receive(url: string, init: RequestInit, signal: AbortSignal, first: First) {
  const early: Partial<FirstAnswer> = (first && (await first)) ?? {}
  // In separate tasks: several answers that are shown in one would block a slow phone.
  if (early.response) await new Promise((resolve) => setTimeout(resolve))
  const { sentAt = Date.now() } = early
  const response =
    early.response ??
    (await fetch(url, { ...init, signal }).catch((error: unknown) => {
      throw signal.aborted ? error : serverUnreachable()
    }))
  const { status, headers } = response
  noteServerTime(headers.get('date'), sentAt, early.receivedAt ?? Date.now())
  const json: unknown = await response.json().catch(() => undefined)
  // The signal does not abort what was requested before.
  signal.throwIfAborted()
  return { status, json, headers }
}

/** Returns the path with its `:name` parts filled in and the query fields that have a value. */
export function requestUrl(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const fields = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return fields.length > 0 ? `${filledPath}?${search}` : filledPath
}

/** Returns the header that carries the token; none for visitors. */
export function authorizationHeader({ token = anyStoredToken() }: RequestOptions): Record<string, string> {
  return token === undefined || token === null ? {} : { Authorization: `Bearer ${token}` }
}

/**
 * Returns the body of a successful response; throws `RequestFailed` otherwise. Tells the `onSessionRefused`
 * listeners if the stored token was sent.
 */
export function parseResponse<Response>(status: number, body: unknown, isStoredToken: boolean): Response {
  if (status >= 200 && status < 300 && body !== undefined) {
    // Safe because the endpoint definition that gives this type also types the handler on the server.
    return translateStandIns(body as Response)
  }
  const failure = requestFailedFrom(status, translateStandIns(body))
  const refused = status === 401 ? 'token' : failure.code === 'two-factor-needed' && failure.code
  if (refused && isStoredToken) for (const listener of sessionListeners) listener(refused)
  throw failure
}

/** The answer to a request that `before-paint.js` sent before the scripts ran. Times in ms since 1970. */
export type FirstAnswer = { response: Response; sentAt: number; receivedAt: number }

declare global {
  /** By the address of the request and its header `Authorization`. Undefined: without an answer. */
  var firstAnswers: Map<string, Promise<FirstAnswer | undefined>> | undefined
}

/** Returns the answer to a request that was already sent with the same token; each only once. */
function takeFirstAnswer(url: string, authorization = ''): First {
  const { firstAnswers } = globalThis
  const key = url + authorization
  const first = firstAnswers?.get(key)
  firstAnswers?.delete(key)
  return first
}
