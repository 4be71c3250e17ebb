import { z } from 'zod'
import { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { callExamples } from '@thirty/contracts/endpoints/documentation-examples.ts'
import { namedSchemas } from '@thirty/contracts/endpoints/named-schemas.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { documentationHandlers } from './endpoints.ts'

const server = 'https://thirty.example'

/** What would be markup if the page did not escape it. */
const hostileExample = { text: '</pre><script>alert("&amp;")</script>' }

const handlers = documentationHandlers(endpoints, {
  title: 'Example',
  description: 'An example.',
  server,
  version: '1.2.3',
  schemas: namedSchemas,
  examples: { ...callExamples, 'accounts.logOut': { response: hostileExample } },
  webhooks: {
    'example.happened': {
      summary: 'Something happened',
      body: z.object({ type: z.literal('example.happened') }),
    },
  },
})

let app: Awaited<ReturnType<typeof serve>>
beforeEach(async () => {
  app = await serve(handlers)
})

type Document = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}
type Operation = {
  operationId: string
  security: unknown[]
  requestBody?: { required?: boolean; content: Record<string, Content> }
  parameters?: { name: string; in: string }[]
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}
type Content = { schema: Schema; example?: unknown }
type Schema = { $ref?: string; required?: string[] }
// Safe: these tests read only what the first test validates.
const documentOf = async () => (await app.request('/api/openapi.json')).json() as Document

test('the document is valid OpenAPI', async () => {
  const document = (await app.request('/api/openapi.json')).json() as Record<string, unknown>
  const result = await new Validator().validate(document)
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

test('describes every endpoint under a unique name', async () => {
  const { paths, servers, info } = await documentOf()
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const all = Object.values(endpoints).flatMap((group) => Object.values(group))
  expect(described.sort()).toEqual(
    all.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
  const names = Object.values(paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
  expect(new Set(names).size).toBe(names.length)
  expect([servers[0]?.url, info.version]).toEqual([server, '1.2.3'])
})

test('describes access, input and refusals of an endpoint', async () => {
  const { paths, components } = await documentOf()
  const submit = paths['/api/projects']?.['post']
  expect(submit?.security).toEqual([{ token: [] }])
  const reference = submit?.requestBody?.content['application/json']?.schema.$ref
  expect(reference).toBe('#/components/schemas/SubmitProjectRequest')
  expect(components.schemas['SubmitProjectRequest']?.required).toContain('projectName')
  expect(submit?.parameters).toContainEqual(
    expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
  )
  expect(submit?.responses['409']?.description).toContain('day-already-taken')
  expect(submit?.responses['429']?.description).toBe('too-many')
  expect(Object.keys(submit?.responses ?? {})).toContain('201')
  const board = paths['/api/leaderboard/leaderboard']?.['get']
  expect(board?.parameters?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sort', 'limit', 'cursor']),
  )
  expect(paths['/api/leaderboard/history']?.['get']?.responses['422']).toBeUndefined()
  expect(paths['/api/auth/login']?.['post']?.security).toEqual([])
  const upload = paths['/api/uploads/project-image']?.['post']
  expect(upload?.requestBody?.content['multipart/form-data']?.schema.required).toEqual(['projectImage'])
})

const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((item) => Object.values(item))

test('the main schemas have names, and every name is used', async () => {
  const document = await documentOf()
  const { components, paths } = document
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(Object.keys(namedSchemas)))
  const board = paths['/api/leaderboard/leaderboard']?.['get']
  expect(board?.responses['200']?.content?.['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/LeaderboardResponse',
  })
  const text = JSON.stringify(document)
  for (const name of Object.keys(components.schemas)) expect(text).toContain(`"#/components/schemas/${name}"`)
  // Other readers of the schemas do not see the names.
  expect(Object.values(namedSchemas).filter((schema) => schema.meta()?.id !== undefined)).toEqual([])
})

test('responses may have fields that a newer release adds, and requests may not', async () => {
  const document = await documentOf()
  const requests = operationsOf(document).map(({ requestBody }) => JSON.stringify(requestBody ?? {}))
  const named = Object.entries(document.components.schemas)
  /** The text of a schema with the schemas that it refers to. */
  const expand = (text: string): string =>
    named.reduce(
      (all, [name, schema]) =>
        text.includes(`"#/components/schemas/${name}"`) ? all + expand(JSON.stringify(schema)) : all,
      text,
    )
  for (const { responses } of operationsOf(document))
    expect(expand(JSON.stringify(responses))).not.toContain('"additionalProperties":false')
  expect(
    requests.map(expand).filter((text) => text.includes('"additionalProperties":false')).length,
  ).toBeGreaterThan(50)
})

test('the page shows every endpoint, without scripts, inline styles or external resources', async () => {
  const { status, text, headers } = await app.request('/api/docs')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const { paths } = await documentOf()
  for (const item of Object.values(paths)) {
    for (const { operationId } of Object.values(item)) expect(text).toContain(`<article id="${operationId}">`)
  }
  expect(text).not.toMatch(/<script|<style|style=/)
  // Addresses in examples are text.
  expect(text.replaceAll(/<pre>.*?<\/pre>/gs, '')).not.toMatch(/https?:\/\/(?!thirty\.example)/)
  const style = await app.request('/api/docs/page.css')
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
  const { text } = await app.request('/api/docs')
  const operations = operationsOf(await documentOf())
  expect(Object.keys(callExamples).length).toBeGreaterThanOrEqual(10)
  for (const [id, { request, response }] of Object.entries(callExamples)) {
    const operation = operations.find(({ operationId }) => operationId === id)
    const succeeded = Object.entries(operation?.responses ?? {}).find(([status]) => Number(status) < 300)
    const bodies = [operation?.requestBody, succeeded?.[1]].map((body) => body?.content?.['application/json'])
    expect([id, ...bodies.map((body) => body?.example)]).toEqual([id, request, response])
    expect([id, shownExamples(text, id)]).toEqual([
      id,
      request === undefined ? [response] : [request, response],
    ])
  }
  expect(shownExamples(text, 'accounts.logOut')).toEqual([hostileExample])
  expect(text.match(/<pre>/g)?.length).toBe(
    Object.values(callExamples).flatMap(({ request, response }) =>
      request ? [request, response] : [response],
    ).length + 1,
  )
})

test('describes what the server sends, with the headers of its signature', async () => {
  const { webhooks } = await documentOf()
  const message = webhooks['example.happened']?.post
  expect(message?.parameters?.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(message?.requestBody?.content['application/json']?.schema.required).toEqual(['type'])
  const { text } = await app.request('/api/docs')
  expect(text).toContain('<section id="webhooks">')
  expect(text).toContain('<article id="webhook.example.happened">')
})

test('answers 304 to a browser that has the current document', async () => {
  const { etag } = (await app.request('/api/openapi.json')).headers
  const again = await app.request('/api/openapi.json', { headers: { 'if-none-match': String(etag) } })
  expect([again.status, again.text]).toEqual([304, ''])
})
