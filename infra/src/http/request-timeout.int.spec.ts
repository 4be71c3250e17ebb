import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { Request, Response } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { discardBody } from './endpoint/request-body.ts'
import { allowUpload, limitRequestTime, minUploadBytes, requestTimeoutMs } from './request-timeout.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** A server whose time passes only with fake timers, and a connection to it. */
async function serve(answer: Answer, isUpload = false) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const requested = Promise.withResolvers<IncomingMessage>()
  const { port } = await serverOfTest((request, response) => {
    limitRequestTime(request, response)
    if (isUpload) allowUpload(request)
    requested.resolve(request)
    void answer(request, response)
  })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return { requested: requested.promise, socket }
}

test('a body that has not arrived after half a minute is refused with a message', async () => {
  const { requested, socket } = await serve(async () => undefined)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
  await requested
  vi.advanceTimersByTime(requestTimeoutMs - 1)
  expect(text).toBe('')
  vi.advanceTimersByTime(2)
  // The server has begun its response by now, if it sends one; a second half shows that it is still listening.
  socket.write('cd')
  await Promise.race([once(socket, 'close'), once(socket, 'data')])
  expect(text).toMatch(/^HTTP\/1\.1 408 [^]*content-type: application\/json/i)
  expect(text).toContain('"code":"timed-out","message":"Your request took too long to arrive.')
})

test('a refusal whose body arrives slowly is sent before the time of the request is over', async () => {
  const { requested, socket } = await serve(async (request, response) => {
    // A request that waited before it was refused.
    vi.advanceTimersByTime(requestTimeoutMs - 1_000)
    // Safe: it needs nothing of Express.
    await discardBody(request as Request, response as Response)
    response.writeHead(413).end()
  })
  const answer = once(socket, 'data')
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
  await requested
  await vi.advanceTimersByTimeAsync(requestTimeoutMs)
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i)
})

/** A server that reads uploads, and a connection that sends one in parts: `part` resolves when the server has read it. */
async function uploadInParts(read: Answer = readAll) {
  const { requested, socket } = await serve(read, true)
  const total = 5 * minUploadBytes
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${total}\r\n\r\n`)
  const request = await requested
  let sent = 0
  return {
    total,
    answer: once(socket, 'data').then(String),
    part: async (bytes: number) => {
      socket.write('x'.repeat(bytes))
      sent += bytes
      await vi.waitUntil(() => request.socket.bytesRead >= sent, { interval: 5 })
    },
    halfAMinute: () => vi.advanceTimersByTime(requestTimeoutMs),
  }
}

const readAll: Answer = async (request, response) => {
  let bytes = 0
  // An upload that is refused ends with an error here.
  try {
    for await (const chunk of request) bytes += (chunk as Uint8Array).length
  } catch {
    return
  }
  response.end(`received ${bytes}`)
}

test('an upload that makes progress is received, however many half minutes it takes', async () => {
  const { total, answer, part, halfAMinute } = await uploadInParts()
  for (let count = 0; count < 5; count += 1) {
    await part(total / 5)
    if (count < 4) halfAMinute()
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*received 614400/)
})

test.for([
  ['stands still', 0],
  ['sends a byte now and then', 30],
  ['is slower than the least rate', minUploadBytes - 2_000],
] as const)('an upload that %s is refused with a message', async ([, bytes]) => {
  const { answer, part, halfAMinute } = await uploadInParts()
  await part(minUploadBytes)
  halfAMinute()
  await part(bytes)
  halfAMinute()
  expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*The upload stalled/)
})

test('an upload that the server does not read is not taken for a stalled one', async () => {
  const reading = Promise.withResolvers<void>()
  const { total, answer, part, halfAMinute } = await uploadInParts(async (request, response) => {
    await reading.promise
    await readAll(request, response)
  })
  await part(100)
  for (let count = 0; count < 3; count += 1) halfAMinute()
  reading.resolve()
  await part(total - 100)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
})
