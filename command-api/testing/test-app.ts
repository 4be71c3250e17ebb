// The command side over HTTP, put together as in the product, and the requests that specs send.

import { privilegesOf } from '@thirty/contracts/endpoints/access.ts'
import type { RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { invitationCreatedResponse } from '@thirty/contracts/team/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { loadRole } from '@thirty/command-api/accounts/admins/admin-list.ts'
import { loadAccount } from '@thirty/command-api/accounts/account.ts'
import { sessionRecorder } from '@thirty/command-api/accounts/sessions/session-recorder.ts'
import { commandApi } from '@thirty/command-api/command-api.ts'
import type { Commands } from '@thirty/command-api/fold.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { authentication, type FindSession } from '@thirty/infra/http/authentication/authentication.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { endpointsApp } from '@thirty/infra/testing/http/endpoints-app.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { admin } from './people.ts'
import { adminKey, createTestContext, type ContextOptions, type TestContext } from './test-context.ts'

export const password = 'Correct-horse-7'

/** Parts in which a process differs from others, and what it serves beside the command side. */
export type ProcessParts = Partial<Parameters<typeof commandApi>[0]> & {
  alsoServed?: (commands: Commands) => readonly Endpoint[]
}

/** The endpoints and guards of a process over a context. */
export function commandProcess(context: TestContext, change: ProcessParts = {}) {
  const given = { ...context, ...change }
  const parts = { ...given, commands: change.commands ?? createCommands(given) }
  const { commands } = parts
  const { endpoints, redeem, requireConfirmation, close } = commandApi(parts)
  const guards = {
    limits: context.limits,
    requireConfirmation,
    authentication: authentication({
      tokens: context.tokens,
      findSession: findSession(context, commands),
      redeemOneTimeToken: redeem,
      onSessionUsed: sessionRecorder({ ...parts, onFailure: () => undefined }),
    }),
  }
  return { commands, guards, endpoints: [...endpoints, ...(change.alsoServed?.(commands) ?? [])], close }
}

/** The product finds sessions in the read models; here they are folded from the log. */
const findSession =
  ({ privilegesOf: known }: TestContext, commands: Commands): FindSession =>
  async (id) => {
    const privileges = known(id)
    if (privileges) return { version: 0, status: 'active', privileges }
    const account = await loadAccount(commands, id)
    if (account === undefined) return undefined
    const { sessionVersion: version, status, endedTokens } = account
    const role = await loadRole(commands, id, account)
    return {
      version,
      status,
      privileges: privilegesOf({ ...account, role }),
      endedTokens: endedTokens.map((ended) => ended.id),
    }
  }

export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> }
type RequestOptions = { token?: string; key?: string | undefined; headers?: Record<string, string> }
type Http = Awaited<ReturnType<typeof serveProcess>>

/** Serves a process over HTTP. */
async function serveProcess(context: TestContext, change?: ProcessParts) {
  const { guards, endpoints, ...process } = commandProcess(context, change)
  const server = await startTestServer(endpointsApp(guards, endpoints))
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    { token, key, headers = {} }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: {
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    // Every response of the API is a JSON object.
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: json }
  }
  const close = async () => {
    process.close()
    await server.close()
  }
  return { call, close, port: server.port, ...accountRequests(call) }
}

/** The requests about accounts that several specs send. `token` is that of the sender. */
const accountRequests = (
  call: (method: string, path: string, body?: unknown, options?: RequestOptions) => Promise<TestResponse>,
) => ({
  logIn: (emailOrUsername: unknown, secret: unknown = password, headers: Record<string, string> = {}) =>
    call('POST', '/api/auth/login', { emailOrUsername, password: secret }, { headers }),
  changeProfile: (token: string, body: object, key?: string) =>
    call('PUT', '/api/auth/profile', body, { token, key }),
  changePassword: (token: string, currentPassword: string, newPassword: string, key?: string) =>
    call('POST', '/api/auth/change-password', { currentPassword, newPassword }, { token, key }),
  confirm: (token: string, body: object) => call('POST', '/api/auth/two-factor/confirm', body, { token }),
  /** Deletes the account of the sender. */
  leave: (token: string, body: object = { password }, key?: string) =>
    call('DELETE', '/api/auth/account', body, { token, key }),
  setStatus: (token: string, user: string, status: string) =>
    call('PUT', `/api/auth/users/${user}/status`, { status }, { token }),
  /** Invites an admin. Returns the token in the link. */
  invite: async (token: string, role = 'reviewer'): Promise<string> => {
    const { body } = await call('POST', '/api/admin/invitations', { role, days: 7 }, { token })
    const { link } = invitationCreatedResponse.parse(body).invitation
    return new URL(link ?? '').searchParams.get('token') ?? ''
  },
  /** Signs up with an invitation. */
  accept: (token: string, body: object, options?: RequestOptions) =>
    call('POST', '/api/auth/invitations/accept', { ...body, token }, options),
  /** Signs up with the registration key of admins. */
  adminSignUp: (body: object, key: unknown = adminKey, options?: RequestOptions) =>
    call('POST', '/api/auth/admin-signup', { ...body, adminKey: key }, options),
})

export type Sender = { by?: string; isAdmin?: boolean; role?: AdminRole; key?: string | undefined }

/** Serves the command side over a new context. `close` ends all of its processes. */
export async function commandApp(
  options?: ContextOptions,
  changeOf: (context: TestContext) => ProcessParts = () => ({}),
) {
  const context = await createTestContext(options)
  const processes: Http[] = []
  /** Serves another process over the same log, or over a log in which something fails. */
  const serve = async (log = context.log, change: ProcessParts = {}) => {
    const process = await serveProcess(context, { ...changeOf(context), log, ...change })
    processes.push(process)
    return process
  }
  const http = await serveProcess(context, changeOf(context))
  processes.push(http)
  const { logIn } = http
  return {
    ...context,
    http,
    serve,
    /** Sends a request of a person, who is an admin if the id is that of `admin`, unless it says otherwise. */
    send: (method: string, path: string, body?: unknown, { key, ...sender }: Sender = {}) => {
      const { by = admin, isAdmin = by === admin, role } = sender
      const token = context.tokenOf(by, { isAdmin, ...(role !== undefined && { role }) })
      return http.call(method, path, body, { token, key })
    },
    signUp: (body: unknown, key?: string) => http.call('POST', '/api/auth/signup', body, { key }),
    logIn,
    /** Signs up a participant or an admin. Returns the id and a token. */
    signUpUser: async (name: string, { isAdmin = false } = {}) => {
      const path = isAdmin ? '/api/auth/admin-signup' : '/api/auth/signup'
      const { body } = await http.call('POST', path, { ...signUpBody(name), ...(isAdmin && { adminKey }) })
      const { user } = signedInResponse.parse(body)
      return { id: user._id, token: user.token }
    },
    /** Logs in. Returns the token of the new session. */
    logInToken: async (name: string, secret: string = password) =>
      signedInResponse.parse((await logIn(name, secret)).body).user.token,
    /** Returns the status of a request that every logged-in user may make: 200, or 401. */
    statusWithToken: async (token: string) =>
      (await http.call('GET', '/api/auth/bookmarks', undefined, { token })).status,
    close: async () => {
      for (const process of processes) await process.close()
      await context.close()
    },
  }
}

export const signUpBody = (name: string) => ({
  fullName: 'Ana Example',
  username: name,
  email: `${name}@example.org`,
  password,
})

/** Returns the token in the newest email, as in its link to a page; an empty string if there is none. */
export const tokenInMail = (message: EmailMessage | undefined): string =>
  /\?token=([\w.-]+)/.exec(message?.text ?? '')?.[1] ?? ''

/** What a refused request is answered, to match a response with. */
export const refusal = (status: number, code: RefusalCode, more: object = {}) => ({
  status,
  body: { code, ...more },
})

/** Counts the responses by HTTP status. */
export function countStatuses(responses: readonly TestResponse[]): Record<number, number> {
  const count: Record<number, number> = {}
  for (const { status } of responses) count[status] = (count[status] ?? 0) + 1
  return count
}

/** Sends requests one after another. Returns how many responses have which HTTP status. */
export async function statusesOf(count: number, send: (index: number) => Promise<TestResponse>) {
  const responses: TestResponse[] = []
  while (responses.length < count) responses.push(await send(responses.length))
  return countStatuses(responses)
}
