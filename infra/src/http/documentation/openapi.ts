// Describes all endpoints as an OpenAPI document, from the same schemas that validate their requests.

import { problem } from '@thirty/contracts/endpoints/responses.ts'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { exampleOf, namedSchemas, possibleRefusals } from '@thirty/contracts/endpoints/documentation.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { endpoints, namedEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { progressType } from '@thirty/contracts/endpoints/progress.ts'
import { statusByCode, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { limitRules } from '@thirty/contracts/endpoints/limits.ts'
import { confirmationHeader, confirmationMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { productName } from '@thirty/contracts/product.ts'
import { webhookMessages, webhookPayload } from '@thirty/contracts/webhooks/payloads-api.ts'
import { pingType, webhookTypes } from '@thirty/contracts/webhooks/webhooks.ts'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi'

// The document refers to these schemas by their names.
for (const [id, schema] of Object.entries(namedSchemas))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

export type OpenApiDocument = ReturnType<typeof createDocument>

export type DocumentOptions = {
  /** What the product is, in one sentence. */
  description: string
  /** The public address. */
  server: string
  version: string
}

export function createOpenApiDocument({ description, server, version }: DocumentOptions): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [id, definition] of namedEndpoints) {
    const path = (paths[definition.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    path[definition.method.toLowerCase()] = describeOperation(id, definition)
  }
  const document = {
    openapi: '3.1.1' as const,
    info: {
      title: productName,
      version,
      description:
        `${description} Endpoints under /api/auth are served under /auth too. ` +
        'Every failure is the same JSON: success false, a code, a message to show, and errors by field.',
    },
    servers: [{ url: server }],
    tags: Object.keys(endpoints).map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(
      ([...webhookTypes, pingType] as const).map((type) => [type, { post: describeMessage(type) }]),
    ),
    components: {
      securitySchemes: { token: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
  return createDocument(document, {
    // A client has to accept responses with fields that a newer release added.
    override: ({ jsonSchema, io }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
}

function describeOperation(id: string, definition: EndpointDefinition): ZodOpenApiOperationObject {
  const { method, summary, params, query, limit, confirmed } = definition
  const { points, seconds, by } = limitRules[limit]
  const level = accessLevels[definition.access]
  return {
    operationId: id,
    tags: id.split('.', 1),
    summary,
    description: `For: ${level.description} At most ${points} in ${seconds / 60} min, counted by ${by}.`,
    security: level.session === 'required' ? [{ token: [] }] : [],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(method !== 'GET' && { header: confirmed ? confirmedHeaders : idempotencyHeader }),
    },
    ...describeBody(id, definition),
    responses: { ...successResponse(id, definition), ...failureResponses(possibleRefusals(definition)) },
  }
}

const describeMessage = (type: keyof typeof webhookMessages): ZodOpenApiOperationObject => ({
  operationId: `webhook.${type}`,
  summary: webhookMessages[type].summary,
  description: 'Sent at least once, signed as the Standard Webhooks specification says.',
  requestParams: { header: signatureHeaders },
  requestBody: { required: true, content: { 'application/json': { schema: webhookPayload(type) } } },
  responses: {
    '200': { description: 'Every 2xx: received.' },
    '410': { description: 'No further messages are wanted: the webhook is turned off.' },
  },
})

const signatureHeaders = z.object({
  'webhook-id': z.string().meta({ description: 'The same at every try of a message.' }),
  'webhook-timestamp': z.string().meta({ description: 'Seconds since 1970, at this try.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'One or more of v1,<base64 of the HMAC-SHA256>, separated by spaces.' }),
})

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().max(255).optional().meta({
    description: 'Requests with the same key and content take effect once and receive the same response.',
  }),
})

const confirmedHeaders = idempotencyHeader.extend({
  [confirmationHeader]: z
    .string()
    .optional()
    .meta({
      description:
        `What POST /api/auth/two-factor/confirm answered. It works for ${confirmationMinutes} minutes in the same session, ` +
        'and is needed once its login is older than that.',
    }),
})

function describeBody(id: string, { body, file, rawBody }: EndpointDefinition) {
  if (file !== undefined) {
    const properties = { [file]: { type: 'string', format: 'binary' } as const }
    const schema = { type: 'object' as const, required: [file], properties }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (rawBody) {
    const description = `At most ${rawBody.maxBytes} bytes.`
    return { requestBody: { required: true, description, content: { [rawBody.type]: binary } } }
  }
  if (!body) return {}
  const json = { schema: body, ...exampleOf(id, body, 'input') }
  return { requestBody: { required: true, content: { 'application/json': json } } }
}

// OpenAPI 3.1 describes a binary body by its content type alone.
const binary = {}

const statusText = { 200: 'OK', 201: 'Created', 302: 'Redirect' } as const

function successResponse(id: string, { status = 200, response, progress, download }: EndpointDefinition) {
  const content = {
    ...(response && {
      'application/json': { schema: response, ...exampleOf(id, response, 'output') },
    }),
    ...(response && progress && { [progressType]: { schema: lineSchema(progress, response) } }),
    ...Object.fromEntries((download ?? []).map((type) => [type, binary])),
  }
  const hasContent = Object.keys(content).length > 0
  return { [`${status}`]: { description: statusText[status], ...(hasContent && { content }) } }
}

/** A line of a response with progress; see `progressType`. */
const lineSchema = (progress: z.ZodType, response: z.ZodType) =>
  z.union([
    z.strictObject({ progress }),
    z.strictObject({ status: z.int(), body: z.union([response, problemSchema]) }),
  ])

function failureResponses(refusals: ReadonlySet<RefusalCode>): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy([...refusals].sort(), (code) => statusByCode[code])
  const responses: ZodOpenApiResponsesObject = {}
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    // Safe: the keys are HTTP status codes, which the type lists one by one.
    responses[`${status}` as '400'] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: problemSchema } },
    }
  }
  return responses
}

const problemSchema = problem.meta({ id: 'Problem' })
