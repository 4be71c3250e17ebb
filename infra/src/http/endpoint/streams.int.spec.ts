import { Agent, request as send } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { get, post } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { openRequest, sendRequest } from '@thirty/infra/testing/http/test-server.ts'
import { text as textOf } from 'node:stream/consumers'
import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Download } from './download.ts'
import { endpoint } from './endpoint.ts'

const maxBytes = 200_000

const downloadDefinition = get('/api/file', 'everyone', {
  summary: 'A file',
  download: ['text/csv', 'application/gzip'],
})
const uploadDefinition = post('/api/file', 'everyone', {
  summary: 'Send a file',
  limit: 'query',
  rawBody: { type: 'application/gzip', maxBytes },
  response: z.object({ bytes: z.int() }),
})

/** Asks for a download with this content. `lines` has what the server logs. */
async function download(content: Download['content'], fileName?: string, method = 'GET') {
  const file = { type: 'text/csv', content, ...(fileName !== undefined && { fileName }) } as const
  const { port, lines } = await serve([endpoint(downloadDefinition)(() => file)])
  return { response: await openRequest(port, '/api/file', { method }), lines }
}

test('streams a download with its type and its file name', async () => {
  const { response } = await download(Readable.from(['a,b\n', '1,2\n']), 'table-1.csv')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(response.headers['content-disposition']).toBe('attachment; filename="table-1.csv"')
  expect(await textOf(response)).toBe('a,b\n1,2\n')
})

test('others are answered between two chunks of a download, also if all of it is in memory', async () => {
  let turns = 0
  let isOver = false
  const countTurn = () => {
    turns += 1
    if (!isOver) setImmediate(countTurn)
  }
  const chunks = Array.from({ length: 300 }, (_, index) => `${index}\n`)
  const turnsAt: number[] = []
  const content = (async function* () {
    for (const chunk of chunks) {
      turnsAt.push(turns)
      yield chunk
    }
  })()
  countTurn()
  const text = await textOf((await download(content)).response)
  isOver = true
  expect(text).toBe(chunks.join(''))
  expect(new Set(turnsAt).size).toBeGreaterThan(chunks.length - 5)
})

test('refuses a file name that could end the header', async () => {
  const { response, lines } = await download(Readable.from(['x']), 'a".csv')
  expect(response.statusCode).toBe(500)
  expect(lines.join('')).toContain('is no safe file name')
})

test('a HEAD request does not produce the content', async () => {
  let isRead = false
  const content = (async function* () {
    isRead = true
    yield 'x'
  })()
  const { response } = await download(content, undefined, 'HEAD')
  expect([response.statusCode, await textOf(response), isRead]).toEqual([200, '', false])
})

test('an error before the first chunk is a normal error response', async () => {
  const content = new Readable({
    read: () => content.destroy(untranslated('backup-not-found', 'Not there.')),
  })
  const { response } = await download(content)
  expect(response.statusCode).toBe(404)
  expect(JSON.parse(await textOf(response))).toMatchObject({ code: 'backup-not-found' })
})

test('an error in the middle cuts the connection and is logged', async () => {
  const content = (async function* () {
    yield 'first'
    await pause(20)
    throw new Error('the disk failed')
  })()
  const { response, lines } = await download(content)
  await expect(textOf(response)).rejects.toThrow('aborted')
  await expect.poll(() => lines.join('')).toContain('the disk failed')
})

test('a slow caller slows the content down, and a caller that goes away ends it', async () => {
  let produced = 0
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const content = (async function* () {
    try {
      for (;;) {
        produced += 1
        yield Buffer.alloc(64_000)
      }
    } finally {
      resolve()
    }
  })()
  const { response, lines } = await download(content)
  await pause(200)
  // The buffers of both sockets hold a few megabytes.
  expect(produced).toBeLessThan(1_000)
  response.destroy()
  await ended
  // What is logged follows the end of the content.
  await pause(50)
  expect(lines).toEqual([])
})

async function countBytes(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

const gzip = { 'content-type': 'application/gzip' }
/** Serves an upload, which is read by `take`. `upload` sends a body and returns the answer. */
async function serveUpload(take: (bytes: AsyncIterable<Uint8Array>) => Promise<number> = countBytes) {
  const { port, request } = await serve([
    endpoint(uploadDefinition)(async ({ body }) => ({ bytes: await take(body) })),
  ])
  const upload = async (body: Uint8Array | Readable, headers: Record<string, string> = gzip) => {
    const response = await request('/api/file', { method: 'POST', headers, body })
    return { status: response.status, body: response.json() }
  }
  return { port, upload }
}

test('a raw body arrives as it was sent, up to its maximum size', async () => {
  const { upload } = await serveUpload()
  expect(await upload(Buffer.alloc(maxBytes, 7))).toMatchObject({ status: 200, body: { bytes: maxBytes } })
})

test('a raw body with a larger declared size is refused before it is read', async () => {
  let isRead = false
  const { upload } = await serveUpload((body) => ((isRead = true), countBytes(body)))
  const response = await upload(Buffer.alloc(maxBytes + 1))
  expect(response).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect(isRead).toBe(false)
})

test('a raw body without a declared size is refused when it becomes too large', async () => {
  const { upload } = await serveUpload()
  const body = async function* () {
    for (let count = 0; count < 40; count += 1) {
      yield Buffer.alloc(10_000)
      await pause(1)
    }
  }
  expect(await upload(Readable.from(body()))).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test.each([
  [{}],
  [{ 'content-type': 'text/plain' }],
  [{ 'content-type': 'application/json' }],
  [{ ...gzip, 'content-encoding': 'gzip' }],
])('a body with the headers %j is refused as the wrong type', async (headers) => {
  const { upload } = await serveUpload()
  const response = await upload(Buffer.from('{}'), headers)
  expect(response).toMatchObject({ status: 415, body: { code: 'wrong-type' } })
})

test('a refusal in the middle of a body is answered, and the connection serves the next request', async () => {
  const { port } = await serveUpload(async (body) => {
    for await (const _chunk of body) throw untranslated('backup-damaged', 'Damaged.')
    return 0
  })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const sent = { method: 'POST', headers: gzip, body: Buffer.alloc(maxBytes) }
  const { status, headers, json } = await sendRequest(port, '/api/file', sent, agent)
  expect([status, json()]).toMatchObject([422, { code: 'backup-damaged' }])
  expect(headers.connection).toBe('keep-alive')
})

test('a sender that goes away ends the reading with an error', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { port } = await serveUpload(async (body) => {
    await countBytes(body).catch(resolve)
    return 0
  })
  const request = send({ port, host: '127.0.0.1', path: '/api/file', method: 'POST', headers: gzip })
  request.on('error', () => undefined)
  request.write(Buffer.alloc(1_000), () => setTimeout(() => request.destroy(), 50))
  expect(await promise).toMatchObject({ code: 'malformed', message: 'The upload was aborted.' })
})
