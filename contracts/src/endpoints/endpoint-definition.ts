import type { z } from 'zod'
import type { RefusalCode } from '../refusals.ts'
import type { LimitName } from '../rules/limits.ts'

/**
 * Who may make a call. `everyone`: tokens are not looked at; `visitors`: only without a token; `signed-in`: any living
 * session; `participants`: who is not an admin; `admins`; `self-or-admins`: whom `:userId` of the path names, and admins.
 */
export type Access = 'everyone' | 'visitors' | 'signed-in' | 'participants' | 'admins' | 'self-or-admins'

/** What one call of the API is: whoever serves, documents, limits, tests or makes it reads it here. */
export type EndpointDefinition = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for a part that changes, such as `/api/projects/:projectId`. Calls under `/api/auth` answer under `/auth` too. */
  path: `/api/${string}`
  /** What it does, in one line for its documentation. */
  summary: string
  access: Access
  /** What every try counts against. Limits by text are taken by the handler, which knows the text. */
  limit: LimitName
  /** Whether the one-time ticket of a social sign-in, once, counts as a token here. Nowhere else does it. */
  acceptsOneTimeToken?: true
  params?: z.ZodObject
  /** Parameters that it does not name are passed over. */
  query?: z.ZodObject
  /** Strict: an unknown field is refused. */
  body?: z.ZodType
  /** Name of the one file of a multipart form, for calls that take a file in place of a body. */
  file?: string
  /** HTTP status of success; 200 when missing. */
  status?: 200 | 201 | 302
  /** JSON of success. Missing for a call that answers with something else, such as a redirect. */
  response?: z.ZodType
  /** Refusals beyond those that follow from the fields above. */
  errors?: readonly RefusalCode[]
}

/** Describes a call, and keeps its exact type. */
export const defineEndpoint = <const One extends EndpointDefinition>(one: One): One => one
