import { say } from '@thirty/contracts/texts/text.ts'
import { createErrorHandler } from '@thirty/infra/http/error-handler.ts'
import { assignCorrelationId } from '@thirty/infra/http/correlation.ts'
import { SharedCapacity } from '@thirty/infra/concurrency-limit.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import express, { type Request } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { convertUpload } from './upload.ts'

/** Serves uploads with memory for one at a time, whose conversions wait until the spec ends them. `delayed`: they wait for `begin` first. */
async function serveUploads({ delayed = false } = {}) {
  const conversions: { signal: AbortSignal; end: PromiseWithResolvers<void> }[] = []
  const convert = (_file: Buffer, signal: AbortSignal) => {
    const end = Promise.withResolvers<void>()
    conversions.push({ signal, end })
    return end.promise
  }
  const memory = new SharedCapacity(1)
  const received: Request[] = []
  const begin = Promise.withResolvers<void>()
  if (!delayed) begin.resolve()
  const form = { field: 'image', missing: say('screenshotRequired') }
  const app = express()
    .use(assignCorrelationId)
    .post('/', async (request, response) => {
      received.push(request)
      await begin.promise
      await convertUpload({ request, response }, form, convert, memory)
      response.json({})
    })
    .use(createErrorHandler(silentLogger))
  const { port } = await serverOfTest(app)
  const send = (signal?: AbortSignal, { isLengthDeclared = true } = {}) => {
    const form = new FormData()
    form.append('image', new Blob(['an image']), 'a.png')
    const { body, headers } = new Response(form)
    return fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      ...(isLengthDeclared ? { body: form } : { body, headers, duplex: 'half' }),
      ...(signal && { signal }),
    })
  }
  return { conversions, send, received, begin: begin.resolve }
}

test('an upload whose client has gone occupies its memory until its conversion has ended', async () => {
  const { conversions, send } = await serveUploads()
  const client = new AbortController()
  const gone = send(client.signal).catch(() => 'gone')
  await expect.poll(() => conversions.length).toBe(1)
  client.abort()
  expect(await gone).toBe('gone')
  await expect.poll(() => conversions[0]?.signal.aborted).toBe(true)
  const next = send()
  // Longer than the next upload needs to be read.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(conversions).toHaveLength(1)
  conversions[0]?.end.resolve()
  await expect.poll(() => conversions.length).toBe(2)
  conversions[1]?.end.resolve()
  expect((await next).status).toBe(200)
})

test('an upload whose client has gone before it is read takes no memory', async () => {
  const { conversions, send, received, begin } = await serveUploads({ delayed: true })
  const client = new AbortController()
  const gone = send(client.signal).catch(() => 'gone')
  await expect.poll(() => received.length).toBe(1)
  client.abort()
  expect(await gone).toBe('gone')
  await expect.poll(() => received[0]?.destroyed).toBe(true)
  begin()
  const next = send()
  await expect.poll(() => conversions.length).toBe(1)
  conversions[0]?.end.resolve()
  expect((await next).status).toBe(200)
})

test('an upload of undeclared size occupies memory, too, and one that waits 22 seconds for it is refused as busy', async () => {
  const { conversions, send, received } = await serveUploads()
  const first = send(undefined, { isLengthDeclared: false })
  await expect.poll(() => conversions.length).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const second = send(undefined, { isLengthDeclared: false })
  await expect.poll(() => received.length).toBe(2)
  vi.advanceTimersByTime(22_000)
  expect((await second).status).toBe(503)
  expect(conversions).toHaveLength(1)
  conversions[0]?.end.resolve()
  expect((await first).status).toBe(200)
})

test('a conversion that fails returns the memory of its upload', async () => {
  const { conversions, send } = await serveUploads()
  for (const index of [0, 1]) {
    const response = send()
    await expect.poll(() => conversions.length).toBe(index + 1)
    conversions[index]?.end.reject(new Error('This image is broken.'))
    expect((await response).status).toBe(500)
  }
})

test('an upload that waits half a minute for its conversion is refused as busy', async () => {
  const { conversions, send } = await serveUploads()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = send()
  await expect.poll(() => conversions.length).toBe(1)
  const [{ signal, end } = {}] = conversions
  vi.advanceTimersByTime(29_000)
  expect(signal?.aborted).toBe(false)
  vi.advanceTimersByTime(1_000)
  end?.reject(signal?.reason)
  expect((await response).status).toBe(503)
})
