import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { createOperationalApp, createStartingApp } from '../http/app.ts'
import { silentLogger } from '../logger.ts'
import { createMetrics } from './metrics.ts'

/** Returns the lines of one metric. */
const series = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

test('counts requests, commands and refusals by route pattern, even for invented addresses', async () => {
  const app = await startExampleApp()
  await app.request('/api/projects/p1')
  await app.request('/API/projects/p2')
  await app.request('/api/projects/p3', { method: 'PUT', body: { name: 'Pulse' } })
  await app.request('/api/projects/p4', { method: 'PUT', body: { name: 'much too long' } })
  await app.request('/auth/login', { method: 'POST', body: {} })
  await app.request('/api/fail/secret')
  for (let index = 0; index < 20; index += 1) {
    await app.request(`/made/up/${index}.php`, { method: index % 2 === 0 ? 'GET' : 'POST', body: {} })
    await app.request(`/api/made-up-${index}`)
  }
  for (const method of ['PROPFIND', 'MKCOL', 'REPORT']) await app.request('/api/projects/p1', { method })
  const { text } = await app.request('/metrics')
  expect(series(text, 'thirty_http_request_seconds_count')).toEqual(
    expect.arrayContaining([
      'thirty_http_request_seconds_count{method="GET",route="/api/projects/:id",status="200"} 2',
      'thirty_http_request_seconds_count{method="POST",route="/auth/login",status="200"} 1',
      'thirty_http_request_seconds_count{method="GET",route="/api/fail/:what",status="500"} 1',
      expect.stringMatching(/{method="other",.*} 3$/),
    ]),
  )
  expect(series(text, 'thirty_commands_total')).toEqual([
    'thirty_commands_total{command="PUT /api/projects/:id",outcome="accepted"} 1',
    'thirty_commands_total{command="PUT /api/projects/:id",outcome="refused"} 1',
    'thirty_commands_total{command="POST /auth/login",outcome="accepted"} 1',
  ])
  expect(series(text, 'thirty_refusals_total')).toContain('thirty_refusals_total{code="invalid-fields"} 1')
  expect(text).not.toContain('made')
  expect(series(text, 'thirty_http_request_seconds_count').length).toBeLessThan(12)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

/** The options of a process, which is starting if there is a reason. */
const optionsOf = (publicUrl = 'https://thirty.example', reasons: readonly string[] = []) => ({
  publicUrl: new URL(publicUrl),
  log: silentLogger,
  readiness: () => ({ reasons }),
  metrics: createMetrics(),
})

async function operations({ publicUrl, ...rest }: { metricsToken?: string; publicUrl?: string } = {}) {
  const app = await serverOfTest(createOperationalApp({ ...optionsOf(publicUrl), ...rest }))
  const status = async (headers: Record<string, string>) =>
    (await app.request('/metrics', { headers })).status
  return { ...app, status }
}

test('without a token, serves metrics to the local network but not through a proxy', async () => {
  const { status } = await operations()
  for (const headers of [{}, { host: '10.0.0.7:3000' }]) expect(await status(headers)).toBe(200)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
    expect([name, await status({ [name]: '10.0.0.1' })]).toEqual([name, 404])
  for (const host of ['thirty.example', 'Thirty.Example']) expect(await status({ host })).toBe(404)
})

test('without a token, serves no metrics under a foreign name, whose page could read them', async () => {
  const foreign = [
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example:99999',
  ]
  const cluster = ['web-1:3000', 'web.thirty.svc.cluster.local', 'box.internal']
  for (const publicUrl of ['https://thirty.example', 'http://localhost:3000']) {
    const { status } = await operations({ publicUrl })
    for (const host of foreign) expect([host, await status({ host })]).toEqual([host, 404])
    for (const host of ['localhost:3000', '[::1]:3000', ...cluster])
      expect([host, await status({ host })]).toEqual([host, 200])
  }
})

test('without a token, serves no metrics to a public address', async () => {
  const app = createOperationalApp(optionsOf())
  const { request } = await serverOfTest((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: '203.0.113.9' })
    app(request, response)
  })
  const { status, json } = await request('/metrics')
  expect([status, json()]).toMatchObject([404, { code: 'not-found' }])
})

test('with a token, serves metrics to every caller that sends it', async () => {
  const token = 'prometheus-knows-this-text'
  const { status } = await operations({ metricsToken: token })
  expect(await status({})).toBe(404)
  expect(await status({ authorization: 'Bearer something-else' })).toBe(404)
  expect(await status({ authorization: token })).toBe(404)
  expect(await status({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' })).toBe(200)
})

test('a projector serves health checks only', async () => {
  const { request } = await operations()
  expect((await request('/healthz')).json()).toEqual({ status: 'alive' })
  expect((await request('/readyz')).json()).toEqual({ status: 'ready' })
  for (const path of ['/READYZ', '/Metrics', '/', '/api/projects'])
    expect([path, (await request(path)).status]).toEqual([path, 404])
})

test('a starting process serves operators and the frontend, and answers 503 to all other requests', async () => {
  const frontend = await temporaryFolder()
  mkdirSync(join(frontend, 'assets'))
  writeFileSync(join(frontend, 'index.html'), '<div id="root"></div>')
  writeFileSync(join(frontend, 'assets', 'board-1a2b.css'), 'p {}')
  const options = optionsOf(undefined, ['It is starting.'])
  const app = await serverOfTest(createStartingApp(options, frontend, ['/auth/done']))
  const answer = async (path: string, method = 'GET') => {
    const { status, headers } = await app.request(path, { method })
    return [path, status, headers['content-type']?.split(';')[0], headers['retry-after']]
  }
  // A page that is open can load its scripts and styles.
  for (const [path, type] of [
    ['/assets/board-1a2b.css', 'text/css'],
    ['/leaderboard', 'text/html'],
    ['/auth/done?token=x', 'text/html'],
    ['/metrics', 'text/plain'],
    ['/healthz', 'application/json'],
  ] as const)
    expect(await answer(path)).toEqual([path, 200, type, undefined])
  for (const path of ['/api/projects', '/auth/github', '/uploads/a.webp', '/socket.io/?EIO=4'])
    expect(await answer(path)).toEqual([path, 503, 'application/json', '2'])
  for (const path of ['/', '/auth/done', '/api/projects'])
    expect((await answer(path, 'POST')).slice(0, 2)).toEqual([path, 503])
  expect((await answer('/readyz')).slice(0, 2)).toEqual(['/readyz', 503])
  const projector = await serverOfTest(createStartingApp(options))
  expect((await projector.request('/leaderboard')).status).toBe(503)
})
