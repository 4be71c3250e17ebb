import { request as send, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { get, post } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { ask } from '@thirty/infra/testing/http/ask.ts'
import { text as textOf } from 'node:stream/consumers'
import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Download } from './download.ts'
import { endpoint } from './endpoint.ts'

const maxBytes = 200_000

const downloadDefinition = get('/api/file', {
  summary: 'A file',
  access: 'everyone',
  download: ['text/csv', 'application/gzip'],
})
const uploadDefinition = post('/api/file', {
  summary: 'Send a file',
  access: 'everyone',
  limit: 'query',
  rawBody: { type: 'application/gzip', maxBytes },
  response: z.object({ bytes: z.int() }),
})

/** Asks for a download with this content. `lines` has what the server logs. */
async function download(
  content: Download['content'],
  fileName?: string,
  options?: Parameters<typeof ask>[1],
) {
  const file = { type: 'text/csv', content, ...(fileName !== undefined && { fileName }) } as const
  const { port, lines } = await serve([endpoint(downloadDefinition)(() => file)])
  return { response: await ask(port, options), lines }
}

async function* chunksOf(...chunks: string[]) {
  yield* chunks
}

test('streams a download with its type and its file name', async () => {
  const { response } = await download(chunksOf('a,b\n', '1,2\n'), 'table-1.csv')
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
  const { response, lines } = await download(chunksOf('x'), 'a".csv')
  expect(response.statusCode).toBe(500)
  expect(lines.join('')).toContain('is no safe file name')
})

test('a HEAD request does not produce the content', async () => {
  let isRead = false
  const content = (async function* () {
    isRead = true
    yield 'x'
  })()
  const { response } = await download(content, undefined, { method: 'HEAD' })
  expect([response.statusCode, await textOf(response), isRead]).toEqual([200, '', false])
})

test('an error before the first chunk is a normal error response', async () => {
  const content = (async function* () {
    yield* chunksOf()
    throw untranslated('backup-not-found', 'Not there.')
  })()
  const { response } = await download(content)
  expect([response.statusCode, JSON.parse(await textOf(response))]).toMatchObject([
    404,
    { code: 'backup-not-found' },
  ])
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
  expect(lines).toEqual([])
})

const serveUpload = (take = (bytes: AsyncIterable<Uint8Array>) => countBytes(bytes)) =>
  serve([endpoint(uploadDefinition)(async ({ body }) => ({ bytes: await take(body) }))])

async function countBytes(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return bytes
}

const gzip = { 'content-type': 'application/gzip' }
const sent = { method: 'POST', headers: gzip }
const statusAndText = async (response: IncomingMessage) =>
  [response.statusCode, JSON.parse(await textOf(response))] as const

test('a raw body arrives as it was sent, up to its maximum size', async () => {
  const { port } = await serveUpload()
  const body = Buffer.alloc(maxBytes, 7)
  expect(await statusAndText(await ask(port, { ...sent, body }))).toEqual([200, { bytes: maxBytes }])
})

test('a raw body with a larger declared size is refused before it is read', async () => {
  let isRead = false
  const { port } = await serveUpload((body) => ((isRead = true), countBytes(body)))
  const response = await ask(port, {
    method: 'POST',
    headers: { ...gzip, 'content-length': String(maxBytes + 1) },
    body: Buffer.alloc(maxBytes + 1),
  })
  expect(await statusAndText(response)).toMatchObject([413, { code: 'too-large' }])
  expect(isRead).toBe(false)
})

test('a raw body without a declared size is refused when it becomes too large', async () => {
  const { port } = await serveUpload()
  const body = (async function* () {
    for (let count = 0; count < 40; count += 1) {
      yield Buffer.alloc(10_000)
      await pause(1)
    }
  })()
  const response = await ask(port, { ...sent, body })
  expect(await statusAndText(response)).toMatchObject([413, { code: 'too-large' }])
})

test.each([
  [{}],
  [{ 'content-type': 'text/plain' }],
  [{ 'content-type': 'application/json' }],
  [{ ...gzip, 'content-encoding': 'gzip' }],
])('a body with the headers %j is refused as the wrong type', async (headers) => {
  const { port } = await serveUpload()
  const response = await ask(port, { method: 'POST', headers, body: Buffer.from('{}') })
  expect(await statusAndText(response)).toMatchObject([415, { code: 'wrong-type' }])
})

test('a refusal in the middle of a body is answered, and the connection serves the next request', async () => {
  const { port } = await serveUpload(async (body) => {
    for await (const _chunk of body) throw untranslated('backup-damaged', 'Damaged.')
    return 0
  })
  const response = await ask(port, { ...sent, body: Buffer.alloc(maxBytes) })
  expect(await statusAndText(response)).toMatchObject([422, { code: 'backup-damaged' }])
  expect(response.headers['connection']).not.toBe('close')
})

test('a sender that goes away ends the reading with an error', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { port } = await serveUpload(async (body) => {
    await countBytes(body).catch(resolve)
    return 0
  })
  const request = send({ port, host: '127.0.0.1', path: '/api/file', ...sent })
  request.on('error', () => undefined)
  request.write(Buffer.alloc(1_000), () => setTimeout(() => request.destroy(), 50))
  expect(await promise).toMatchObject({ code: 'malformed', message: 'The upload was aborted.' })
})
