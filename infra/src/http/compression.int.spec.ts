import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exampleAppForEach } from '@thirty/infra/testing/http/example-app.ts'

const app = exampleAppForEach()

const encodings = [
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
] as const
const gzip = { 'accept-encoding': 'gzip, deflate, br' }

test('compresses JSON above one kilobyte for callers that accept it', async () => {
  for (const words of [300, 20_000]) {
    const path = `/api/long?words=${words}`
    const plain = await app.request(path)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const { headers, bytes } = await app.request(path, { headers: gzip })
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
    })
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
    expect(gunzipSync(bytes).toString()).toBe(plain.text)
  }
})

test.each(['identity', 'gzip;q=0', 'br', '', 'deflate'])(
  'does not compress JSON for a caller that accepts %j',
  async (accepted) => {
    const sent = { headers: { 'accept-encoding': accepted } }
    const { headers, json } = await app.request('/api/long?words=300', sent)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(json()).toEqual({ text: 'long '.repeat(300) })
  },
)

test('compresses neither short responses nor responses with secrets', async () => {
  for (const path of ['/api/long?words=20', '/api/secret?words=5000', '/api/nowhere']) {
    const { headers } = await app.request(path, { headers: gzip })
    expect([path, headers['content-encoding']]).toEqual([path, undefined])
  }
})

test('serves the compressed form of a file that the caller accepts', async () => {
  const path = '/assets/large-5b1c.js'
  const plain = await app.request(path)
  expect(plain).toMatchObject({ text: 'code();'.repeat(300), headers: { vary: 'Accept-Encoding' } })
  const etags = new Set([plain.headers.etag])
  for (const [accepted, encoding, decompress] of encodings) {
    const headers = { 'accept-encoding': accepted }
    const response = await app.request(path, { headers })
    expect(response.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(decompress(response.bytes).toString()).toBe(plain.text)
    const { etag } = response.headers
    etags.add(etag)
    const again = await app.request(path, { headers: { ...headers, 'if-none-match': String(etag) } })
    expect([again.status, again.bytes.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding'])
    const head = await app.request(path, { method: 'HEAD', headers })
    expect(head.headers).toMatchObject({ 'content-encoding': encoding, etag })
  }
  expect(etags.size).toBe(3)
})

test('serves a range of a file without compression', async () => {
  const headers = { ...gzip, range: 'bytes=0-5' }
  const part = await app.request('/assets/large-5b1c.js', { headers })
  expect(part).toMatchObject({ status: 206, text: 'code()', headers: { vary: 'Accept-Encoding' } })
  expect(part.headers).not.toHaveProperty('content-encoding')
  const beyond = { ...gzip, range: 'bytes=9000-9001' }
  const tooFar = await app.request('/assets/large-5b1c.js', { headers: beyond })
  expect([tooFar.status, tooFar.headers['content-encoding']]).toEqual([400, undefined])
})

test('a file that is not sent leaves its error uncompressed', async () => {
  const headers = { ...gzip, 'if-match': '"another"' }
  const { status, headers: received, json } = await app.request('/assets/large-5b1c.js', { headers })
  expect([status, received['content-encoding'], json()]).toMatchObject([
    400,
    undefined,
    { code: 'malformed' },
  ])
})

test('the compressed files have no addresses of their own', async () => {
  for (const ending of ['br', 'gz'])
    expect((await app.request(`/assets/large-5b1c.js.${ending}`)).status).toBe(404)
})
