import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import type { RequestHandler } from 'express'
import { beforeEach, onTestFinished } from 'vitest'
import { z } from 'zod'
import { LogReplaced, LogUnavailable, VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import { MediaUnavailable } from '@thirty/infra/media/media.ts'
import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import {
  authentication,
  requireCaller,
  type Session,
} from '@thirty/infra/http/authentication/authentication.ts'
import type { FindPageHead } from '@thirty/infra/http/frontend-router.ts'
import { correlationIdOf } from '@thirty/infra/http/correlation.ts'
import { startTestServer } from './test-server.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { imageRoutes } from '@thirty/infra/http/image-routes.ts'
import { RedirectWithError } from '@thirty/infra/http/error-handler.ts'
import { routeTree, type Route } from '@thirty/infra/http/endpoint/route-tree.ts'
import { jsonHandler } from '@thirty/infra/http/endpoint/json-handler.ts'
import { sessionTokens, type SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'

const publicUrl = new URL('http://thirty.test:3000')
export const exampleImage = `${'0123456789abcdef'.repeat(2)}.webp`
const html = `<!doctype html><title>Example</title><meta name="description" content="Example" /><meta property="csp-nonce" nonce="CSP_NONCE"><div id="root"></div><!-- ${'text '.repeat(300)} -->`

/** The errors of `/api/fail/<name>`; any other name is the code of a refusal. */
export const errorsByName: Record<string, Error> = {
  secret: new Error('SELECT * FROM users at /srv/thirty/db.sqlite'),
  version: new VersionConflict('project-1', 3, 4),
  storage: new LogUnavailable('disk full at /srv/thirty'),
  'put-back': new LogReplaced({ position: 3n }),
  views: new StoreUnavailable('redis at 10.0.0.8'),
  unbuilt: new ReadModelNotBuilt({ name: 'people', version: 1 }),
  images: new MediaUnavailable('reading an image: ECONNREFUSED at 10.0.0.7'),
  'secret-at-page': new RedirectWithError('/login?error=away', new Error('No table users at /srv/thirty')),
  'refusal-at-page': new RedirectWithError('/login?error=too-many', untranslated('too-many', 'No.')),
}

/** Starts a small API behind the real HTTP stack on a free port until the end of the test. `headOf` finds the heads of its pages. */
export async function startExampleApp({ headOf }: { headOf?: FindPageHead } = {}) {
  const logLines: string[] = []
  const reasons: string[] = []
  const warnings: string[] = []
  const untrustedProxies: string[] = []
  const sessions = new Map<string, Session>([
    ['ada', { version: 1, status: 'active', privileges: privilegesFor(null) }],
    ['root', { version: 1, status: 'active', privileges: privilegesFor('owner') }],
    ['gone', { version: 1, status: 'inactive', privileges: privilegesFor(null) }],
  ])
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: publicUrl.origin, clock: () => Date.now() })
  const frontend = createFrontendBuild()
  const login = loginRoute()
  const app = await startTestServer(
    createApp({
      publicUrl,
      log: createLogger({ destination: { write: (line) => void logLines.push(line) } }),
      readiness: () => ({ reasons, warnings }),
      metrics: createMetrics(),
      api: routeTree([...exampleRoutes(tokens, sessions), { ...login, path: `/auth${login.path}` }]),
      authRoutes: routeTree([login]),
      uploads: imageRoutes({
        open: async (name) =>
          name === exampleImage ? { size: 3, content: Readable.from([Buffer.from([1, 2, 3])]) } : undefined,
        put: async () => undefined,
        remove: async () => undefined,
        close: async () => undefined,
      }),
      frontend,
      trustedProxies: ['10.0.0.0/8'],
      onUntrustedProxy: (address) => void untrustedProxies.push(address),
      ...(headOf && { headOf }),
    }),
  )
  onTestFinished(async () => {
    await app.close()
    rmSync(frontend, { recursive: true, force: true })
  })
  return {
    request: app.request,
    port: app.port,
    lines: logLines,
    reasons,
    warnings,
    untrustedProxies,
    sessions,
    tokens,
    /** Returns the headers of an authenticated user. */
    headersFor: (id: string, version = 1) => ({ authorization: `Bearer ${tokens.issue({ id, version })}` }),
    logEntries: (message: string): unknown[] =>
      logLines.filter((line) => line.includes(message)).map((line) => JSON.parse(line) as unknown),
  }
}

/** Starts the app anew before each test of a file. */
export function exampleAppForEach() {
  // Safe: tests run after the hook.
  const app = {} as Awaited<ReturnType<typeof startExampleApp>>
  beforeEach(async () => void Object.assign(app, await startExampleApp()))
  return app
}

function createFrontendBuild(): string {
  const directory = mkdtempSync(join(tmpdir(), 'thirty-pages-'))
  writeFileSync(join(directory, 'index.html'), html)
  writeFileSync(join(directory, 'theme.js'), 'theme()')
  mkdirSync(join(directory, 'pages'))
  const pages = [
    { path: '/start', query: '*', file: 'start.html', styles: ['sha256-abc='] },
    { path: '/form', query: '', file: 'form.html' },
    { path: '/form', query: 'new=true', file: 'new.html' },
    { path: '/things/*', query: '*', file: 'thing.html' },
    { path: '/things/new', query: '', file: 'new-thing.html' },
    { path: '/things/*/parts', query: '*', file: 'parts.html' },
  ]
  const languages = [
    { language: 'en', index: 'index.html', pages },
    { language: 'de', index: 'de.html', pages: [{ path: '/start', query: '*', file: 'start-de.html' }] },
    { language: 'en-XA', onRequest: true, index: 'test.html', pages: [] },
  ]
  writeFileSync(join(directory, 'pages/pages.json'), JSON.stringify(languages))
  for (const { path, file } of languages.flatMap((language) => language.pages))
    writeFileSync(join(directory, 'pages', file), `<a href="{{origin}}${path}">${file}</a>`)
  for (const { index, language } of languages)
    writeFileSync(join(directory, 'pages', index), html.replace('id="root"', `id="root" lang="${language}"`))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'assets', 'main-4f2a.js'), 'main()')
  const script = 'code();'.repeat(300)
  writeFileSync(join(directory, 'assets', 'large-5b1c.js'), script)
  writeFileSync(join(directory, 'assets', 'large-5b1c.js.br'), brotliCompressSync(script))
  writeFileSync(join(directory, 'assets', 'large-5b1c.js.gz'), gzipSync(script))
  return directory
}

const project = z.strictObject({
  name: z.string({ error: 'Name is required' }).min(1, 'Name is required').max(5, 'Too long'),
  day: z.int('A whole number, please').optional(),
})
const longText = z.object({ words: z.coerce.number().int() })
const page = z.object({ day: z.coerce.number().int().max(30).optional() })
const id = z.object({ id: z.string().regex(/^p\d+$/) })

function exampleRoutes(tokens: SessionTokens, sessions: ReadonlyMap<string, Session>): Route[] {
  const { requireSession } = authentication({
    tokens,
    findSession: (userId) => sessions.get(userId),
  })
  const callerId = jsonHandler({}, ({ request }) => ({ id: requireCaller(request).id }))
  const readPage = jsonHandler({ query: page }, ({ query }) => ({ day: query.day ?? null }))
  const create = jsonHandler({ body: project }, ({ body, response }) => void response.status(201).json(body))
  const readOne = jsonHandler({ params: id }, ({ params }) => params)
  const replace = jsonHandler({ params: id, body: project }, ({ params, body }) => ({ ...params, ...body }))
  const long = jsonHandler({ query: longText }, ({ query }) => ({ text: 'long '.repeat(query.words) }))
  const secret = jsonHandler({ query: longText }, ({ query }) => ({ token: 'x'.repeat(query.words) }), {
    isCompressible: false,
  })
  const correlation = jsonHandler({}, ({ request }) => ({ id: correlationIdOf(request) }))
  const fail: RequestHandler<{ what: string }> = ({ params: { what } }) => {
    // Safe: the specs request only refusal codes and the errors above.
    throw errorsByName[what] ?? untranslated(what as RefusalCode, 'No.')
  }
  return [
    route('GET', '/me', requireSession, callerId),
    route('POST', '/me', requireSession, callerId),
    route('GET', '/projects', readPage),
    route('POST', '/projects', create),
    route('GET', '/projects/:id', readOne),
    route('PUT', '/projects/:id', replace),
    route('GET', '/long', long),
    route('GET', '/secret', secret),
    route('GET', '/correlation', correlation),
    route('GET', '/fail/:what', fail as RequestHandler),
  ]
}

const route = (method: Route['method'], path: string, ...handlers: Route['handlers']): Route => ({
  method,
  path,
  handlers,
})

const loginRoute = (): Route => {
  const { limit } = rateLimits({ isEnabled: true })
  const handler = jsonHandler({ body: z.strictObject({}) }, () => ({ success: true }))
  return route('POST', '/login', limit('admin-key'), handler)
}
