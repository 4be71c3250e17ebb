import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allowLongRequest, limitRequestTime, requestTimeoutMs } from './request-timeout.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Sends half a body and returns what the server sends within the time limit and a little more. */
async function responseToHalfABody(answer: Answer): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createServer((request, response) => {
    limitRequestTime(request, response)
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has an address.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab')
  await once(server, 'request')
  vi.advanceTimersByTime(requestTimeoutMs - 1)
  expect(text).toBe('')
  vi.advanceTimersByTime(2)
  // The server has begun its response by now, if it sends one; a second half shows that it is still listening.
  socket.write('cd')
  await Promise.race([once(socket, 'close'), once(socket, 'data')])
  return text
}

test('a body that has not arrived after half a minute is refused', async () => {
  expect(await responseToHalfABody(async () => undefined)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a long request may take longer', async () => {
  const text = await responseToHalfABody(async (request, response) => {
    allowLongRequest(request)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.end(body)
  })
  expect(text).toMatch(/^HTTP\/1\.1 200 [^]*abcd/)
})
