import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'
import type { LimitName } from './limits.ts'
import type { Access } from './access.ts'
import { paramsOf } from './path-parameters.ts'
import { commandResponse } from './responses.ts'

/** One endpoint of the API. The server, its documentation, its rate limits and its tests all read this definition. */
export type EndpointDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /**
   * With `:name` for a parameter, such as `/api/projects/:projectId`. Paths below `/api/auth` are served below `/auth`
   * too.
   */
  path: `/api/${string}`
  /** What it does, in one line, for the API documentation. */
  summary: string
  access: Access
  /** The limit that counts every request. A handler enforces limits by `text` itself, because only it knows the text. */
  limit: LimitName
  /**
   * Whether users whose account is pending may send this command. They may always read (GET), and may send commands of
   * endpoints that need no session.
   */
  allowsPending?: true
  /** Whether it admits callers who have to set up two-factor sign-in first. Endpoints that need no session admit everybody. */
  allowsBeforeTwoFactor?: true
  /**
   * Whether callers whose login is older than `confirmationMinutes` have to confirm first who they are (`confirmationHeader`).
   * `by-handler`: the handler knows for which requests. Operators log in with every request.
   */
  confirmed?: true | 'by-handler'
  /** Whether the one-time token of a social sign-in is accepted as a session token. */
  acceptsOneTimeToken?: true
  /** Those of the path. */
  params?: z.ZodObject
  /** Query parameters without a field here are ignored; a strict object refuses them. */
  query?: z.ZodObject
  /** Strict: unknown fields are rejected. */
  body?: z.ZodType
  /** Name of the single file of a multipart form. An endpoint has a file, a raw body, a body, or none of them. */
  file?: string
  /** Content type and maximum size of a body that is not JSON. The handler reads it as a stream: it may be larger than the memory. */
  rawBody?: { type: string; maxBytes: number }
  /** HTTP status on success; 200 if missing. */
  status?: 200 | 201 | 302
  /** JSON on success; missing in a GET whose response is not JSON, e.g. a redirect. */
  response?: z.ZodType
  /** What the handler reports while it works, to callers that accept `progressType`. `response` is then the body of the outcome. */
  progress?: z.ZodType
  /** The possible content types of a file that is streamed on success, instead of JSON. */
  download?: readonly [string, ...string[]]
  /**
   * Set when the response mixes secrets, or email addresses of others, with input: the size of a compressed response tells
   * whether the input resembles the secret (BREACH). Others are compressed if they are large enough.
   */
  compression?: 'never'
  /** Errors in addition to the errors that follow from the other fields. */
  errors?: readonly RefusalCode[]
}

/** What a schema of a definition accepts; undefined without a schema. */
export type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
/** What a schema of a definition returns; never without a schema. */
export type SchemaOutput<Schema> = Schema extends z.ZodType ? z.infer<Schema> : never

type Rest = Omit<EndpointDefinition, 'method' | 'path' | 'access' | 'params' | 'limit'> & {
  limit?: LimitName
}

const definer =
  <Method extends EndpointDefinition['method'], Defaults extends object>(
    method: Method,
    defaults: Defaults,
  ) =>
  <const Path extends EndpointDefinition['path'], Name extends Access, const Definition extends Rest>(
    path: Path,
    access: Name,
    rest: Definition,
  ) => {
    // Safe: the rest replaces what it names.
    const fields = { limit: usualLimit(method, path, access), ...defaults, ...rest } as Definition &
      Omit<Defaults & { limit: LimitName }, keyof Definition>
    return { method, path, access, ...paramsOf(path), ...fields }
  }

/** The limit of an endpoint that names none. Commands that change the history of the challenge count per day, others per minute. */
function usualLimit(method: EndpointDefinition['method'], path: string, access: Access): LimitName {
  if (method === 'GET') return 'query'
  if (access === 'run-challenge' || access === 'manage-backups') return 'change-challenge'
  return /^\/api\/(?:admin|operations)\//.test(path) ? 'admin' : 'command'
}

const command: { response: typeof commandResponse } = { response: commandResponse }

/** Each defines an endpoint of its method by its path, who may call it and the rest, with its exact type. What the rest leaves out has a default. */
export const post = definer('POST', command)
export const put = definer('PUT', command)
export const del = definer('DELETE', command)
export const get = definer('GET', {})
