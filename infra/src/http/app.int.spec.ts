import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { expect, test } from 'vitest'
import { exampleAppForEach, exampleImage } from '@thirty/infra/testing/http/example-app.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { securityHeaders } from './security-headers.ts'

const app = exampleAppForEach()

test.each(['/', '/leaderboard', '/api/me', '/api/nowhere', '/uploads/x', '/healthz'])(
  '%s has all security headers',
  async (path) => {
    const { headers } = await app.request(path)
    const policy = String(headers['content-security-policy'])
    const none = ['default-src', 'base-uri', 'object-src', 'frame-ancestors', 'form-action']
    const own = ["script-src 'self'", "connect-src 'self' ws://thirty.test:3000"]
    const parts = [...none.map((name) => `${name} 'none'`), ...own]
    expect(policy.split(';')).toEqual(expect.arrayContaining(parts))
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    for (const name of ['x-powered-by', 'strict-transport-security', 'access-control-allow-origin'])
      expect(headers).not.toHaveProperty(name)
  },
)

test('with https, browsers use nothing else for a year, also for live data', async () => {
  const withHeaders = express().use(securityHeaders(new URL('https://thirty.test')))
  const { request } = await serverOfTest(withHeaders.use((_request, response) => void response.end()))
  const { headers } = await request('/')
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': expect.stringContaining("connect-src 'self' wss://thirty.test;"),
  })
})

test('forbids caches to store API responses', async () => {
  for (const path of ['/api/me', '/api/projects', '/api/nowhere']) {
    expect((await app.request(path)).headers['cache-control']).toBe('no-store')
  }
})

/** Addresses with the page that the build made for them: of their own, or the same for many. */
const pages = {
  'start.html': ['/start', '/start?source=mail'],
  'form.html': ['/form'],
  'new.html': ['/form?new=true'],
  'thing.html': ['/things/1', '/things/2?tab=1', '/things/new?a=b'],
  'new-thing.html': ['/things/new'],
  'parts.html': ['/things/1/parts'],
}
/** Addresses without a page, which the script shows. */
const otherAddresses = [
  '/ /form?new=false /form?new=true&other=1 /startpage /auth/success?token=x',
  '/things /things/ /things/1/2 /things/1/2/parts',
]
const shownPages = Object.entries({ ...pages, index: otherAddresses.flatMap((list) => list.split(' ')) })
test.each(shownPages.flatMap(([page, paths]) => paths.map((path): [string, string] => [path, page])))(
  '%s shows the page %s that the build made for it, with the public address',
  async (path, file) => {
    const { status, headers, text } = await app.request(path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    const [shown] =
      /(?<=\.test:3000\S*">)[^<]*(?=<\/a>)/.exec(text) ?? (text.includes('id="root"') ? ['index'] : [])
    expect(shown).toBe(file)
  },
)

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
  [{ 'accept-language': 'fr, en;q=0.8' }, 'en'],
  [{ 'accept-language': 'fr' }, 'en'],
  [{ 'accept-language': 'de', cookie: 'a=b; language=en' }, 'en'],
  [{ 'accept-language': 'en', cookie: 'language=de' }, 'de'],
  [{ 'accept-language': 'de', cookie: 'language=../x' }, 'de'],
  [{ cookie: 'other-language=de' }, 'en'],
  [{ 'accept-language': 'en-XA' }, 'en'],
  [{ cookie: 'language=en-XA' }, 'en-XA'],
])('a reader with the headers %j gets pages in the language %s', async (headers, language) => {
  const response = await app.request('/other', { headers })
  expect(response.text).toContain(`lang="${language}"`)
  expect(response.headers).toMatchObject({
    'content-language': language,
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  })
})

test('a page has its own file in each language', async () => {
  const { text } = await app.request('/start', { headers: { cookie: 'language=de' } })
  expect(text).toContain('start-de.html')
})

test('the policy allows the style attributes of a prerendered page, and of no other page', async () => {
  const policyOf = async (path: string) =>
    String((await app.request(path)).headers['content-security-policy'])
  expect(await policyOf('/start')).toContain(";style-src-attr 'unsafe-hashes' 'sha256-abc='")
  for (const path of ['/form', '/other']) expect(await policyOf(path)).not.toContain('unsafe-hashes')
})

test('the files of pages have no address of their own', async () => {
  const files = ['start.html', 'pages.json', ''].map((name) => `/pages/${name}`)
  const spellings = ['/pages', '/%70ages/start.html', '//pages/start.html', '/index.h%74ml']
  for (const path of [...files, ...spellings, '/index.html'])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (bytes: Buffer) => bytes],
])(
  'a page sent as %s has the nonce of its own policy, and no two pages have the same',
  async (encoding, decompress) => {
    const responses = await Promise.all(
      ['/', '/'].map((path) => app.request(path, { headers: { 'accept-encoding': encoding } })),
    )
    const nonces = responses.map(
      ({ headers }) =>
        /style-src 'self' 'nonce-([\w-]{22})';/.exec(String(headers['content-security-policy']))?.[1],
    )
    expect(nonces[0]).not.toBe(nonces[1])
    const pages = responses.map(({ bytes }) => decompress(bytes).toString())
    expect(pages.map((page) => /nonce="([^"]*)"/.exec(page)?.[1])).toEqual(nonces)
  },
)

test('caches hashed files for a year, and answers a missing file with 404 instead of the page', async () => {
  const caching = async (path: string) => (await app.request(path)).headers['cache-control']
  expect(await caching('/assets/main-4f2a.js')).toBe('public, max-age=31536000, immutable')
  expect(await caching('/theme.js')).toBe('public, max-age=3600')
  for (const path of ['/assets/gone.js', '/gone.png']) expect((await app.request(path)).status).toBe(404)
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

const image = `/uploads/${exampleImage}`

test('serves uploads as images that cannot run anything', async () => {
  const { status, headers } = await app.request(image)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  for (const path of [image.replace('0', '1'), '/uploads/'])
    expect((await app.request(path)).status).toBe(404)
  expect((await app.request(image, { method: 'PUT', body: {} })).status).toBe(405)
})

test('gives each image an ETag, and does not send it again to a browser that has it', async () => {
  const first = await app.request(image)
  expect(first).toMatchObject({ text: '\u0001\u0002\u0003', headers: { 'content-length': '3' } })
  const etag = String(first.headers.etag)
  const again = await app.request(image, { headers: { 'if-none-match': etag } })
  expect(again).toMatchObject({ status: 304, text: '' })
  const head = await app.request(image, { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '3', etag } })
  const part = await app.request(image, { headers: { range: 'bytes=0-0' } })
  expect(part).toMatchObject({ status: 200, text: first.text })
  await expect.poll(() => app.openedImages.map(({ destroyed }) => destroyed)).toEqual(Array(4).fill(true))
})

test('reports liveness, warnings as degraded, and the reasons why it is not ready', async () => {
  const readiness = async () => {
    const { status, json } = await app.request('/readyz')
    return [status, json()]
  }
  expect(await readiness()).toEqual([200, { status: 'ready' }])
  app.warnings.push('Redis cannot be reached.')
  expect(await readiness()).toEqual([200, { status: 'degraded', reasons: app.warnings }])
  app.reasons.push('The view people is behind.')
  const reasons = [...app.reasons, ...app.warnings]
  expect(await readiness()).toEqual([503, { status: 'not ready', reasons }])
  expect((await app.request('/healthz')).json()).toEqual({ status: 'alive' })
})
