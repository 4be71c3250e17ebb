import { namedSchemas } from '@thirty/contracts/endpoints/documentation.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { documentationHandlers, renderPage } from './documentation.ts'
import { createOpenApiDocument } from './openapi.ts'

const server = 'https://thirty.example'
const options = { description: 'An example.', server, version: '1.2.3' }
const handlers = documentationHandlers(options)

type Content = { schema: unknown; example?: unknown }
type Operation = {
  operationId: string
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** Serves the documentation until the end of the test. Returns the document with its operations. */
async function setUp() {
  const { request } = await serve(handlers)
  const { headers, json } = await request('/api/openapi.json')
  // Safe: these tests read only what the first test validates.
  const document = json() as Document
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  return { request, document, operations, type: headers['content-type'], etag: String(headers.etag) }
}

test('the document is valid OpenAPI', async () => {
  const { document, type } = await setUp()
  expect(type).toBe('application/json; charset=utf-8')
  expect(await new Validator().validate({ ...document })).toEqual({ valid: true })
})

test('describes every endpoint under a unique name', async () => {
  const { document, operations } = await setUp()
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(
    allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

const named = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })
const parameters = (place: string, ...names: string[]) =>
  expect.arrayContaining(names.map((name): unknown => expect.objectContaining({ name, in: place })))

test('describes access, input and refusals of endpoints, and what the server sends', async () => {
  const { request, document } = await setUp()
  const info = { version: '1.2.3' }
  const schemas = { SubmitProjectRequest: { required: expect.arrayContaining(['projectName']) } }
  expect(document).toMatchObject({ info, servers: [{ url: server }], components: { schemas } })
  const json = (content: unknown) => ({ content: { 'application/json': content } })
  const file = { 'multipart/form-data': { schema: { required: ['projectImage'] } } }
  expect(document.paths).toMatchObject({
    '/api/projects': {
      post: {
        security: [{ token: [] }],
        requestBody: json(named('SubmitProjectRequest')),
        parameters: parameters('header', 'Idempotency-Key'),
        responses: {
          201: {},
          409: { description: expect.stringContaining('day-already-taken') },
          429: { description: 'too-many' },
        },
      },
    },
    '/api/leaderboard/leaderboard': {
      get: {
        parameters: parameters('query', 'sort', 'limit', 'cursor'),
        responses: { 200: json(named('LeaderboardResponse')) },
      },
    },
    '/api/auth/login': { post: { security: [] } },
    '/api/uploads/project-image': { post: { requestBody: { content: file } } },
  })
  const signed = parameters('header', 'webhook-id', 'webhook-timestamp', 'webhook-signature')
  const required = expect.arrayContaining(['type'])
  const post = { parameters: signed, requestBody: json({ schema: { required } }) }
  expect(document).toMatchObject({ webhooks: { 'project.submitted': { post } } })
  expect(document.paths['/api/leaderboard/history']?.['get']?.responses).not.toHaveProperty('422')
  const { text } = await request('/api/docs')
  expect(text).toContain('<section id="webhooks">')
  expect(text).toContain('<article id="webhook.project.submitted">')
})

test('the main schemas have names, and every name is used', async () => {
  const { document } = await setUp()
  const names = Object.keys(document.components.schemas)
  expect(names).toEqual(expect.arrayContaining(Object.keys(namedSchemas)))
  const text = JSON.stringify(document)
  for (const name of names) expect(text).toContain(`"#/components/schemas/${name}"`)
})

test('responses may have fields that a newer release adds, and requests may not', async () => {
  const { document, operations } = await setUp()
  const schemas = Object.entries(document.components.schemas)
  /** The text of a schema with the schemas that it refers to. */
  const expand = (text: string): string =>
    schemas.reduce(
      (all, [name, schema]) =>
        text.includes(`"#/components/schemas/${name}"`) ? all + expand(JSON.stringify(schema)) : all,
      text,
    )
  const isClosed = (part: unknown) =>
    expand(JSON.stringify(part ?? {})).includes('"additionalProperties":false')
  expect(operations.filter(({ responses }) => isClosed(responses))).toEqual([])
  expect(operations.filter(({ requestBody }) => isClosed(requestBody)).length).toBeGreaterThan(50)
})

test('the page shows every endpoint, without scripts, inline styles or external resources', async () => {
  const { request, operations } = await setUp()
  const { status, text, headers } = await request('/api/docs')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { operationId } of operations) expect(text).toContain(`<article id="${operationId}">`)
  expect(text).not.toMatch(/<script|<style|style=/)
  // Addresses in examples are text.
  expect(text.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toMatch(/https?:\/\/(?!thirty\.example)/)
  const style = await request('/api/docs/page.css')
  expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

/** Returns the examples that an article of the page shows, as readers see them. */
function shownExamples(page: string, id: string): unknown[] {
  const article = page.split(`<article id="${id}">`)[1]?.split('</article>')[0] ?? ''
  const unescape = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return [...article.matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = '']) => JSON.parse(unescape(text)))
}

test('the most used calls have an example, in the document and on the page, and no others do', async () => {
  const { request, operations } = await setUp()
  const { text } = await request('/api/docs')
  const calls = operations.flatMap(({ operationId, requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)]
    const examples = bodies.flatMap((body) => body?.content?.['application/json']?.example ?? [])
    expect(shownExamples(text, operationId)).toEqual(examples)
    return examples.length > 0 ? [operationId] : []
  })
  expect(calls.length).toBeGreaterThanOrEqual(10)
  expect(calls.length).toBeLessThan(20)
})

test('the page shows markup in an example as text', () => {
  const document = createOpenApiDocument(options)
  const example = { text: '</pre><script>alert("&amp;")</script>' }
  const content = { 'application/json': { example } }
  Object.assign(document.paths?.['/api/auth/logout']?.post ?? {}, { requestBody: { content } })
  expect(shownExamples(renderPage(document), 'accounts.logOut')).toEqual([example])
})

test('answers 304 to a browser that has the current document', async () => {
  const { request, etag } = await setUp()
  const again = await request('/api/openapi.json', { headers: { 'if-none-match': etag } })
  expect([again.status, again.text]).toEqual([304, ''])
})
