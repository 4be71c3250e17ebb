import { problem } from '@thirty/contracts/api/responses.ts'
import type { EndpointDefinition, Access } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { limitRules } from '@thirty/contracts/rules/limits.ts'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi'
import { statusByCode } from '../error-handler.ts'
import { possibleRefusals } from '../endpoint/possible-refusals.ts'

/** Calls by what they are about, and by name, as in `contracts/src/endpoints/endpoints.ts`. */
export type EndpointGroups = Readonly<Record<string, Readonly<Record<string, EndpointDefinition>>>>

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<typeof createDocument>

const inWords: Record<Access, string> = {
  everyone: 'Everybody.',
  visitors: 'Visitors only.',
  'signed-in': 'Whoever is signed in.',
  participants: 'Participants.',
  admins: 'Admins.',
  'self-or-admins': 'The user in question, and admins.',
}

/** Describes all calls, from the schemas that check their requests. `server` is the public address. */
export function createOpenApiDocument(
  groups: EndpointGroups,
  { server, version }: { server: string; version: string },
): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [group, calls] of Object.entries(groups)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = (paths[braced(call.path)] ??= {})
      path[call.method.toLowerCase()] = operationOf(group, name, call)
    }
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Thirty',
      version,
      description:
        'Thirty days, one project a day, on a live leaderboard. Calls under /api/auth answer under /auth too. ' +
        'A failure is always the same JSON: success false, a code, a message to show, and errors by field.',
    },
    servers: [{ url: server }],
    tags: Object.keys(groups).map((name) => ({ name })),
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  })
}

const braced = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

function operationOf(group: string, name: string, call: EndpointDefinition): ZodOpenApiOperationObject {
  const { params, query, access: may, limit } = call
  const { points, seconds, by } = limitRules[limit]
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    description: `For: ${inWords[may]} At most ${points} in ${seconds / 60} min, counted by ${by}.`,
    security: may === 'everyone' || may === 'visitors' ? [] : [{ token: [] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(call.method !== 'GET' && { header: idempotency }),
    },
    ...bodyOf(call),
    responses: { ...successOf(call), ...failuresOf(call) },
  }
}

const idempotency = z.object({
  'Idempotency-Key': z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'The same key with the same request is done once, and answered the same.' }),
})

function bodyOf({ body, file }: EndpointDefinition): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  if (file !== undefined) {
    const properties = { [file]: { type: 'string', format: 'binary' } as const }
    const schema = { type: 'object' as const, required: [file], properties }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body ? { requestBody: { content: { 'application/json': { schema: body } } } } : {}
}

const words = { 200: 'Done', 201: 'Made', 302: 'Goes on elsewhere' } as const

function successOf({ status = 200, response: answer }: EndpointDefinition): ZodOpenApiResponsesObject {
  const content = answer && { content: { 'application/json': { schema: answer } } }
  return { [`${status}`]: { description: words[status], ...content } }
}

function failuresOf(call: EndpointDefinition): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy([...possibleRefusals(call)].sort(), (code) => statusByCode[code])
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, codes] of [...byStatus].sort(([one], [other]) => one - other)) {
    responses[`${status}` as '400'] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: failure } },
    }
  }
  return responses
}

const failure = problem.meta({ id: 'Problem' })
