import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { beforeEach, onTestFinished } from 'vitest'
import { z } from 'zod'
import { LogReplaced, LogUnavailable, VersionConflict } from '@thirty/infra/event-log/event-log.ts'
import { MediaUnavailable } from '@thirty/infra/media/media.ts'
import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import { createLogger } from '@thirty/infra/logger.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { createApp } from '@thirty/infra/http/app.ts'
import type { FindPageHead } from '@thirty/infra/http/frontend-router.ts'
import { definitionWith, guardsWith, people } from './guarded-endpoints.ts'
import { serverOfTest } from './test-server.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { createRoutes, endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { imageRoutes } from '@thirty/infra/http/image-routes.ts'
import { RedirectWithError } from '@thirty/infra/http/error-handler.ts'

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
  /** The contents of the images that were asked for. */
  const openedImages: Readable[] = []
  const sessions = { ...people }
  const guards = { ...guardsWith(sessions), limits: rateLimits({ isEnabled: true }) }
  const frontend = createFrontendBuild()
  onTestFinished(() => rmSync(frontend, { recursive: true, force: true }))
  const { request, port } = await serverOfTest(
    createApp({
      publicUrl,
      log: createLogger({ destination: { write: (line) => void logLines.push(line) } }),
      readiness: () => ({ reasons, warnings }),
      metrics: createMetrics(),
      routes: [
        ...createRoutes(exampleEndpoints(), guards),
        ...imageRoutes({
          open: async (name) => {
            if (name !== exampleImage) return undefined
            const content = Readable.from([Buffer.from([1, 2, 3])])
            openedImages.push(content)
            return { size: 3, content }
          },
        }),
      ],
      frontend,
      trustedProxies: ['10.0.0.0/8'],
      onUntrustedProxy: (address) => void untrustedProxies.push(address),
      ...(headOf && { headOf }),
    }),
  )
  return {
    request,
    port,
    lines: logLines,
    reasons,
    warnings,
    untrustedProxies,
    openedImages,
    sessions,
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
  const script = 'code();'.repeat(300)
  const files: [path: string, content: string | Uint8Array][] = [
    ['index.html', html],
    ['theme.js', 'theme()'],
    ['pages/pages.json', JSON.stringify(languages)],
    ...languages
      .flatMap(({ pages }) => pages)
      .map(({ path, file }): [string, string] => [
        `pages/${file}`,
        `<a href="{{origin}}${path}">${file}</a>`,
      ]),
    ...languages.map(({ index, language }): [string, string] => [
      `pages/${index}`,
      html.replace('id="root"', `id="root" lang="${language}"`),
    ]),
    ['assets/main-4f2a.js', 'main()'],
    ['assets/large-5b1c.js', script],
    ['assets/large-5b1c.js.br', brotliCompressSync(script)],
    ['assets/large-5b1c.js.gz', gzipSync(script)],
  ]
  for (const folder of ['pages', 'assets']) mkdirSync(join(directory, folder))
  for (const [path, content] of files) writeFileSync(join(directory, path), content)
  return directory
}

const project = z.strictObject({
  name: z.string({ error: 'Name is required' }).min(1, 'Name is required').max(5, 'Too long'),
  day: z.int('A whole number, please').optional(),
})
const longText = z.object({ words: z.coerce.number().int() })
const page = z.object({ day: z.coerce.number().int().max(30).optional() })
const id = z.object({ id: z.string().regex(/^p\d+$/) })
const what = z.object({ what: z.string() })

function exampleEndpoints(): Endpoint[] {
  const everybody = { params: z.object({}), response: z.unknown() }
  const of = (path: EndpointDefinition['path'], changes: Partial<EndpointDefinition> = {}) =>
    endpoint(definitionWith({ path, ...everybody, ...changes }))
  const replaced = { method: 'PUT', params: id, body: project } as const
  const words = ({ query }: { query: unknown }) => longText.parse(query).words
  return [
    of('/api/me', { access: 'signed-in' })(({ caller }) => ({ id: caller?.id })),
    of('/api/me', { access: 'signed-in', method: 'POST' })(({ caller }) => ({ id: caller?.id })),
    of('/api/projects', { query: page })(({ query }) => query),
    of('/api/projects', { method: 'POST', body: project, status: 201 })(({ body }) => body),
    of('/api/projects/:id', { params: id })(({ params }) => params),
    of('/api/projects/:id', replaced)(({ params, body }) => Object.assign({}, params, body)),
    of('/api/long', { query: longText })((request) => ({ text: 'long '.repeat(words(request)) })),
    of('/api/secret', { query: longText, compression: 'never' })((request) => 'x'.repeat(words(request))),
    of('/api/correlation')(({ correlation }) => ({ id: correlation })),
    of('/api/fail/:what', { params: what })(({ params }) => {
      const { what: name } = what.parse(params)
      // Safe: the specs request only refusal codes and the errors above.
      throw errorsByName[name] ?? untranslated(name as RefusalCode, 'No.')
    }),
    of('/api/auth/login', { method: 'POST', body: z.strictObject({}), limit: 'admin-key' })(() => ({})),
  ]
}
