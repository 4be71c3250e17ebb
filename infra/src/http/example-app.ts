import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { Router } from 'express'
import { MulterError } from 'multer'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { LogUnavailable, VersionConflict } from '../event-log/event-log.ts'
import { MediaUnavailable } from '../media/media.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createLog } from '../telemetry.ts'
import { StoreUnavailable, ViewNotBuilt } from '../views/views.ts'
import { createApp } from './app.ts'
import { authentication, callerOf, visitorOrCaller, type Session } from './authentication.ts'
import { correlationOf } from './correlation.ts'
import { runningApp } from './http-double.ts'
import { limits } from './limits.ts'
import { uploads } from './media.ts'
import { ToldAtPage } from './problems.ts'
import { route } from './route.ts'
import { sessionTokens, type Tokens } from './tokens.ts'

const publicUrl = new URL('http://thirty.test:3000')
export const picture = `${'0123456789abcdef'.repeat(2)}.webp`
const html = '<!doctype html><div id="root"></div>'

/** What goes wrong at `/api/fail/<name>`; any other name is taken as the code of a refusal. */
export const failures: Record<string, Error> = {
  secret: new Error('SELECT * FROM users at /srv/thirty/db.sqlite'),
  version: new VersionConflict('project-1', 3, 4),
  storage: new LogUnavailable('disk full at /srv/thirty'),
  views: new StoreUnavailable('redis at 10.0.0.8'),
  unbuilt: new ViewNotBuilt({ name: 'people', version: 1 }),
  pictures: new MediaUnavailable('reading a picture: ECONNREFUSED at 10.0.0.7'),
  file: new MulterError('LIMIT_FILE_SIZE'),
  fields: new MulterError('LIMIT_UNEXPECTED_FILE'),
  'secret-at-page': new ToldAtPage('/login?error=away', new Error('No table users at /srv/thirty')),
  'refusal-at-page': new ToldAtPage('/login?error=too-many', new Refusal('too-many', 'No.')),
}

/** A small product behind the real edge, on a real port, until the end of the test that asks for it. */
export async function exampleApp() {
  const lines: string[] = []
  const reasons: string[] = []
  const troubles: string[] = []
  const sessions = new Map<string, Session>([
    ['ada', { version: 1, status: 'active', isAdmin: false }],
    ['root', { version: 1, status: 'active', isAdmin: true }],
    ['gone', { version: 1, status: 'inactive', isAdmin: false }],
  ])
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: publicUrl.origin, clock: () => Date.now() })
  const frontend = builtPages()
  const app = await runningApp(
    createApp({
      publicUrl,
      log: createLog({ to: { write: (line) => void lines.push(line) } }),
      readiness: () => ({ reasons, troubles }),
      metrics: createMetrics(),
      api: exampleApi(tokens, sessions),
      accounts: exampleAccounts(),
      uploads: uploads({
        open: async (name) =>
          name === picture ? { size: 3, content: Readable.from([Buffer.from([1, 2, 3])]) } : undefined,
        put: async () => undefined,
        remove: async () => undefined,
        close: async () => undefined,
      }),
      frontend,
    }),
  )
  onTestFinished(async () => {
    await app.close()
    rmSync(frontend, { recursive: true, force: true })
  })
  return {
    ask: app.ask,
    port: app.port,
    lines,
    reasons,
    troubles,
    sessions,
    tokens,
    /** Headers of somebody who is signed in. */
    as: (id: string, version = 1) => ({ authorization: `Bearer ${tokens.issue({ id, version })}` }),
    loggedOf: (message: string): unknown[] =>
      lines.filter((line) => line.includes(message)).map((line) => JSON.parse(line) as unknown),
  }
}

function builtPages(): string {
  const directory = mkdtempSync(join(tmpdir(), 'thirty-pages-'))
  writeFileSync(join(directory, 'index.html'), html)
  writeFileSync(join(directory, 'theme.js'), 'theme()')
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'assets', 'main-4f2a.js'), 'main()')
  return directory
}

const project = z.strictObject({
  name: z.string({ error: 'Name is required' }).min(1, 'Name is required').max(5, 'Too long'),
  day: z.int('A whole number, please').optional(),
})
const page = z.object({ day: z.coerce.number().int().max(30).optional() })
const id = z.object({ id: z.string().regex(/^p\d+$/) })

function exampleApi(tokens: Tokens, sessions: ReadonlyMap<string, Session>): Router {
  const { signedIn, adminOnly, optional } = authentication({ tokens, sessionOf: (one) => sessions.get(one) })
  const callerId = route({}, ({ request }) => ({ id: callerOf(request).id }))
  const api = Router()
  api.get('/me', signedIn, callerId)
  api.get('/admin', adminOnly, callerId)
  api.get(
    '/board',
    optional,
    route({}, ({ request }) => ({ id: visitorOrCaller(request)?.id ?? null })),
  )
  api
    .route('/projects')
    .get(route({ query: page }, ({ query }) => ({ day: query.day ?? null })))
    .post(route({ body: project }, ({ body, response }) => void response.status(201).json(body)))
  api
    .route('/projects/:id')
    .get(route({ params: id }, ({ params }) => params))
    .put(route({ params: id, body: project }, ({ params, body }) => ({ ...params, ...body })))
  api.get(
    '/correlation',
    route({}, ({ request }) => ({ id: correlationOf(request) })),
  )
  api.get('/fail/:what', (request) => {
    // The specs ask for nothing but codes and the failures above.
    throw failures[request.params.what] ?? new Refusal(request.params.what as RefusalCode, 'No.')
  })
  return api
}

function exampleAccounts(): Router {
  const { limit } = limits({ on: true })
  const answer = route({ body: z.strictObject({}) }, () => ({ success: true }))
  return Router().post('/login', limit('admin-key'), answer)
}
