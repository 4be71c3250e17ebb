import { readdir, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { imageName, mediaSpec, readImage } from '@thirty/infra/testing/media/media-port.ts'
import { MediaUnavailable } from './media.ts'
import { s3Media } from './s3.ts'
import { testCredentials, startS3Server } from '@thirty/infra/testing/media/s3-server.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'

const content = Buffer.from('thirty days')
/** Short, for the specs with a storage that does not respond. */
const timeouts = { connect: 200, response: 300, idle: 300 }

const storage = await startS3Server()
afterAll(() => storage.discard())

let buckets = 0
const newLocation = () => ({
  ...testCredentials,
  endpoint: storage.endpoint,
  bucket: `bucket-${(buckets += 1)}`,
})

mediaSpec('object storage', async () => s3Media(newLocation()))

test('creates a missing bucket at the start, and uses an existing one', async () => {
  const location = newLocation()
  const first = await s3Media(location)
  await first.put(imageName, content)
  expect(await readdir(join(storage.directory, location.bucket))).not.toEqual([])
  const second = await s3Media(location)
  expect(await readImage(second)).toEqual(content)
})

test('processes that start at the same time create one bucket and all use it', async () => {
  const location = newLocation()
  const all = await Promise.all(Array.from({ length: 8 }, () => s3Media(location)))
  await all[0]?.put(imageName, content)
  for (const media of all) expect(await readImage(media)).toEqual(content)
})

test('a bucket that cannot be created stops the start with a message for the operator', async () => {
  const start = s3Media({ ...newLocation(), bucket: 'Not-A-Name-That-It-Takes' })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^S3_BUCKET Not-A-Name\S+ (cannot be used|does not exist).*HTTP 400/)
})

test('a wrong key stops the start with a message that does not contain the key', async () => {
  const start = s3Media({ ...newLocation(), accessKeyId: 'OTHER', secretAccessKey: 'a very secret secret' })
  const error: unknown = await start.catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ConfigError)
  expect(inspect(error, { depth: 9 })).toMatch(/S3_BUCKET bucket-\d+ cannot be used: .*HTTP 403/)
  expect(inspect(error, { depth: 9 })).not.toContain('a very secret secret')
})

test('a storage that is down does not delay the start, is reported, and is used when it is back', async () => {
  const { endpoint, directory, stop } = await startS3Server()
  await stop()
  const onError = vi.fn<(reason: string) => void>()
  const media = await s3Media({ ...testCredentials, endpoint, bucket: 'images' }, { timeouts, onError })
  await expect(media.put(imageName, content)).rejects.toThrow(MediaUnavailable)
  await expect(media.open(imageName)).rejects.toThrow(MediaUnavailable)
  await expect(media.remove(imageName)).rejects.toThrow(MediaUnavailable)
  expect(onError.mock.calls).toEqual([
    ['looking for the bucket: ECONNREFUSED'],
    ['storing an image: ECONNREFUSED'],
    ['reading an image: ECONNREFUSED'],
    ['removing an image: ECONNREFUSED'],
  ])

  const back = await startS3Server({ directory, port: Number(new URL(endpoint).port) })
  onTestFinished(back.discard)
  await media.put(imageName, content)
  expect(await readImage(media)).toEqual(content)
})

test('reports a deleted bucket as an error, not as a missing image', async () => {
  const location = newLocation()
  const onError = vi.fn<(reason: string) => void>()
  const media = await s3Media(location, { onError })
  await rm(join(storage.directory, location.bucket), { recursive: true })
  await expect(media.open(imageName)).rejects.toThrow(MediaUnavailable)
  expect(onError).toHaveBeenCalledExactlyOnceWith('reading an image: NoSuchBucket (HTTP 404)')
})

test('gives up a storage that never responds', async () => {
  const media = await mediaWith(() => undefined)
  await expect(media.put(imageName, content)).rejects.toThrow('storing an image: ETIMEDOUT')
  await expect(media.open(imageName)).rejects.toThrow('reading an image: ETIMEDOUT')
})

test.for([
  ['breaks off', true],
  ['stalls', false],
] as const)('fails to read an image whose transfer %s', async ([, breaksOff]) => {
  const media = await mediaWith((_request, response) => {
    response.writeHead(200, { 'content-length': '1000', 'content-type': 'image/webp' })
    response.write('half of it')
    if (breaksOff) setImmediate(() => response.destroy())
  })
  await expect(readImage(media)).rejects.toThrow(/aborted|ECONNRESET|timed out/)
})

/** A page that is no XML. */
const pageOfProxy =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<body>Not here<hr>nginx</body>')

test('reports a response that is not from a storage as an error with its status', async () => {
  const media = await mediaWith(pageOfProxy(404))
  await expect(media.open(imageName)).rejects.toThrow(MediaUnavailable)
  await expect(media.open(imageName)).rejects.toThrow(/^reading an image: .*HTTP 404/)
})

test('a proxy that refuses to create the bucket stops the start with a message for the operator', async () => {
  const start = mediaWith(pageOfProxy(403), { bucketStatus: 404 })
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^S3_BUCKET images does not exist.*HTTP 403/)
})

test('an error of the storage itself is not reported as a wrong setting', async () => {
  const onError = vi.fn<(reason: string) => void>()
  await mediaWith(() => undefined, { bucketStatus: 503, onError })
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^looking for the bucket: .*HTTP 503/),
  )
})

/** Opens media in a storage that responds in this way, and with a status when it is asked for the bucket. */
async function mediaWith(
  respond: RequestListener,
  { bucketStatus = 200, onError = (_reason: string) => {} } = {},
) {
  const { port } = await serverOfTest((request, response) => {
    if (request.method === 'HEAD') response.writeHead(bucketStatus).end()
    else respond(request, response)
  })
  const location = { ...testCredentials, endpoint: `http://127.0.0.1:${port}`, bucket: 'images' }
  return s3Media(location, { timeouts, onError })
}
