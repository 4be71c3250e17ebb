import { readdir, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../config/config.ts'
import { mediaSpec } from '@thirty/infra/testing/media/media-port.ts'
import { MediaUnavailable } from './media.ts'
import { s3Media } from './s3.ts'
import {
  urlOf,
  stopHttpServer,
  startHttpServer,
  testCredentials,
  startS3Server,
  type S3Server,
} from '@thirty/infra/testing/media/s3-server.ts'

const picture = `${'0123456789abcdef'.repeat(2)}.webp`
const content = Buffer.from('thirty days')
/** Short, so that a spec about a storage that says nothing does not take long. */
const deadlines = { connect: 200, response: 300, idle: 300 }

let storage: S3Server
beforeAll(async () => {
  storage = await startS3Server()
})
afterAll(() => storage.discard())

let buckets = 0
const freshPlace = () => ({
  ...testCredentials,
  endpoint: storage.endpoint,
  bucket: `bucket-${(buckets += 1)}`,
})

mediaSpec('object storage', async () => ({ media: await s3Media(freshPlace()) }))

test('a missing bucket is made at the start, and a bucket that is there is used', async () => {
  const place = freshPlace()
  const first = await s3Media(place)
  await first.put(picture, content)
  expect(await readdir(join(storage.directory, place.bucket))).not.toEqual([])
  const second = await s3Media(place)
  expect(await whole(second)).toEqual(content)
})

test('of processes that start together, one makes the bucket and all use it', async () => {
  const place = freshPlace()
  const all = await Promise.all(Array.from({ length: 8 }, () => s3Media(place)))
  await all[0]?.put(picture, content)
  for (const media of all) expect(await whole(media)).toEqual(content)
})

test('a bucket that may not be made stops the start with a sentence', async () => {
  const start = s3Media({ ...freshPlace(), bucket: 'Not-A-Name-That-It-Takes' })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^S3_BUCKET Not-A-Name\S+ (cannot be used|is not there).*HTTP 400/)
})

test('a wrong key stops the start with a sentence that keeps the key to itself', async () => {
  const start = s3Media({ ...freshPlace(), secretAccessKey: 'a very secret secret' })
  const error: unknown = await start.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ConfigError)
  expect(inspect(error, { depth: 9 })).toMatch(/S3_BUCKET bucket-\d+ cannot be used: .*HTTP 403/)
  expect(inspect(error, { depth: 9 })).not.toContain('a very secret secret')
})

test('a storage that is away holds up no start, is told, and is used when it comes back', async () => {
  const { endpoint, directory, stop } = await startS3Server()
  await stop()
  const onTrouble = vi.fn<(reason: string) => void>()
  const media = await s3Media(
    { ...testCredentials, endpoint, bucket: 'pictures' },
    { timeouts: deadlines, onError: onTrouble },
  )
  await expect(media.put(picture, content)).rejects.toThrow(MediaUnavailable)
  await expect(media.open(picture)).rejects.toThrow(MediaUnavailable)
  await expect(media.remove(picture)).rejects.toThrow(MediaUnavailable)
  expect(onTrouble.mock.calls).toEqual([
    ['looking for the bucket: ECONNREFUSED'],
    ['storing a picture: ECONNREFUSED'],
    ['reading a picture: ECONNREFUSED'],
    ['removing a picture: ECONNREFUSED'],
  ])

  const back = await startS3Server({ directory, port: Number(new URL(endpoint).port) })
  onTestFinished(back.discard)
  await media.put(picture, content)
  expect(await whole(media)).toEqual(content)
})

test('pictures outlive a storage that is restarted', async () => {
  const before = await startS3Server()
  const port = Number(new URL(before.endpoint).port)
  const media = await s3Media(
    { ...testCredentials, endpoint: before.endpoint, bucket: 'pictures' },
    { timeouts: deadlines },
  )
  await media.put(picture, content)
  await before.stop()
  await expect(media.open(picture)).rejects.toThrow(MediaUnavailable)
  const after = await startS3Server({ directory: before.directory, port })
  onTestFinished(after.discard)
  expect(await whole(media)).toEqual(content)
})

test('a bucket that somebody took away is trouble, not a picture that was never there', async () => {
  const place = freshPlace()
  const onTrouble = vi.fn<(reason: string) => void>()
  const media = await s3Media(place, { onError: onTrouble })
  await rm(join(storage.directory, place.bucket), { recursive: true })
  await expect(media.open(picture)).rejects.toThrow(MediaUnavailable)
  expect(onTrouble).toHaveBeenCalledExactlyOnceWith('reading a picture: NoSuchBucket (HTTP 404)')
})

test('a storage that takes calls and never answers is given up on', async () => {
  const media = await mediaAt((request, response) => {
    if (request.method === 'HEAD') response.end()
  })
  await expect(media.put(picture, content)).rejects.toThrow('storing a picture: ETIMEDOUT')
  await expect(media.open(picture)).rejects.toThrow('reading a picture: ETIMEDOUT')
})

test.for([
  ['breaks off', true],
  ['stands still', false],
] as const)('a picture whose transfer %s is no picture', async ([, breaksOff]) => {
  const media = await mediaAt((request, response) => {
    if (request.method === 'HEAD') return response.end()
    response.writeHead(200, { 'content-length': '1000', 'content-type': 'image/webp' })
    response.write('half of it')
    if (breaksOff) setImmediate(() => response.destroy())
  })
  const opened = await media.open(picture)
  expect(opened?.size).toBe(1000)
  await expect(buffer(opened?.content ?? neverOpened())).rejects.toThrow(/aborted|ECONNRESET|timed out/)
})

test('an answer that is none of a storage is trouble', async () => {
  const media = await mediaAt((request, response) => {
    if (request.method === 'HEAD') return response.end()
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
  })
  await expect(media.open(picture)).rejects.toThrow(MediaUnavailable)
})

test("the storage's own trouble is not told as a wrong setting", async () => {
  const onTrouble = vi.fn<(reason: string) => void>()
  await mediaAt((_request, response) => response.writeHead(503).end(), onTrouble)
  expect(onTrouble).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^looking for the bucket: .*HTTP 503/),
  )
})

/** Media in a storage that answers as it is told. */
async function mediaAt(answer: RequestListener, onTrouble = (_reason: string) => {}) {
  const server = await startHttpServer(answer)
  onTestFinished(() => stopHttpServer(server))
  return s3Media(
    { ...testCredentials, endpoint: urlOf(server), bucket: 'pictures' },
    { timeouts: deadlines, onError: onTrouble },
  )
}

async function whole(media: Awaited<ReturnType<typeof s3Media>>): Promise<Buffer | undefined> {
  const opened = await media.open(picture)
  return opened && buffer(opened.content)
}

function neverOpened(): never {
  throw new Error('The picture was not opened.')
}
