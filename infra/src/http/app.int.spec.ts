import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { startExampleApp, exampleImage } from '@thirty/infra/testing/http/example-app.ts'

let app: Awaited<ReturnType<typeof startExampleApp>>
beforeEach(async () => {
  app = await startExampleApp()
})

test.each(['/', '/leaderboard', '/api/me', '/api/nowhere', '/uploads/x', '/healthz'])(
  '%s is narrowed by its headers',
  async (path) => {
    const { headers } = await app.request(path)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self' ws://thirty.test:3000",
      "form-action 'self'",
    ]) {
      expect(policy.split(';')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  },
)

test('nothing of the API is kept by a cache', async () => {
  for (const path of ['/api/me', '/api/projects', '/api/nowhere']) {
    expect((await app.request(path)).headers['cache-control']).toBe('no-store')
  }
})

test('OPTIONS is a wrong method like any other, and says nothing to pages of others', async () => {
  for (const path of ['/api/me', '/api/projects', '/auth/login']) {
    const { status, headers, json } = await app.request(path, { method: 'OPTIONS' })
    expect([status, json()]).toEqual([405, expect.objectContaining({ code: 'wrong-method' })])
    expect(headers.allow).toBeDefined()
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test.each(['/', '/leaderboard', '/projects/p1', '/auth/success?token=x'])(
  '%s shows the page',
  async (path) => {
    const answer = await app.request(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers['content-security-policy']).toContain("style-src 'self';")
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test('hashed files are kept for ever; a missing file is missing, not a page', async () => {
  const script = await app.request('/assets/main-4f2a.js')
  expect([script.text, script.headers['cache-control']]).toEqual([
    'main()',
    'public, max-age=31536000, immutable',
  ])
  expect((await app.request('/theme.js')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await app.request('/assets/gone.js')).status).toBe(404)
  expect((await app.request('/gone.png')).status).toBe(404)
  expect((await app.request('/', { method: 'POST', body: {} })).status).toBe(404)
})

test.each(['/../package.json', '/..%2f..%2fetc/passwd', '/assets/..%2findex.html', '/.env', '/%00'])(
  '%s reaches no other file',
  async (path) => {
    const { status, text } = await app.request(path)
    expect(text).not.toMatch(/root:|"name"/)
    expect(status === 200 ? text.includes('id="root"') : status >= 400).toBe(true)
  },
)

test('a picture is only ever a picture', async () => {
  const answer = await app.request(`/uploads/${exampleImage}`)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await app.request(`/uploads/${exampleImage.replace('0', '1')}`)).status).toBe(404)
  expect((await app.request('/uploads/')).status).toBe(404)
  expect((await app.request(`/uploads/${exampleImage}`, { method: 'PUT', body: {} })).status).toBe(405)
})

test('a picture has a mark of its own, and is not sent again to who has it', async () => {
  const first = await app.request(`/uploads/${exampleImage}`)
  expect(first).toMatchObject({ text: '\u0001\u0002\u0003', headers: { 'content-length': '3' } })
  const again = await app.request(`/uploads/${exampleImage}`, {
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again).toMatchObject({ status: 304, text: '' })
  const looked = await app.request(`/uploads/${exampleImage}`, { method: 'HEAD' })
  expect(looked).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '3', etag: first.headers.etag },
  })
  const part = await app.request(`/uploads/${exampleImage}`, { headers: { range: 'bytes=0-0' } })
  expect(part).toMatchObject({ status: 200, text: first.text })
})

test('a process that lives says so, and says what keeps it from being ready', async () => {
  expect((await app.request('/readyz')).json()).toEqual({ status: 'ready' })
  app.reasons.push('The view people is behind.')
  const answer = await app.request('/readyz')
  expect([answer.status, answer.json()]).toEqual([
    503,
    { status: 'not ready', reasons: ['The view people is behind.'] },
  ])
  expect((await app.request('/healthz')).json()).toEqual({ status: 'alive' })
})

test('what would be no better elsewhere is told, and requests may come all the same', async () => {
  app.warnings.push('Redis cannot be reached.')
  const answer = await app.request('/readyz')
  expect([answer.status, answer.json()]).toEqual([
    200,
    { status: 'degraded', reasons: ['Redis cannot be reached.'] },
  ])
})

test('a request with two lengths is turned away', async () => {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(app.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('close', () => resolve(heard))
    socket.write(
      'POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /',
    )
  })
  expect(text).toMatch(/^HTTP\/1\.1 400/)
})
