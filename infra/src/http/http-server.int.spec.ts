import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { listen as listenLocally } from '@thirty/infra/testing/listening.ts'
import { listen, startHttpServer } from './http-server.ts'

async function startServer() {
  const config = { host: '127.0.0.1', port: 0, publicUrl: new URL('http://localhost:3000') }
  const httpServer = await startHttpServer(config, (_request, response) => void response.end('served'))
  onTestFinished(async () => {
    httpServer.server.closeAllConnections()
    await httpServer.close()
  })
  return httpServer
}

/** Opens a connection and sends a text. */
function send(address: string, request: string) {
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.write(request)
  return socket
}

const partialBody = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{'

test('the headers of a request must arrive within 15 seconds, and the largest file within 15 minutes', async () => {
  const { server } = await startServer()
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 900_000])
})

test('the body of a request must arrive within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server, address, setListener } = await startServer()
  setListener(() => undefined)
  const socket = send(address, partialBody)
  await once(server, 'request')
  vi.advanceTimersByTime(30_000)
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a thousand incomplete requests do not delay other requests', async () => {
  const { address } = await startServer()
  const partialHeaders = 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      once(send(address, index % 2 === 0 ? partialHeaders : partialBody), 'connect'),
    ),
  )
  const durations: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const startedAt = performance.now()
    expect(await (await fetch(address)).text()).toBe('served')
    durations.push(performance.now() - startedAt)
  }
  // The slowest is ignored: a pause of the test itself may delay one request.
  expect(durations.toSorted((one, other) => one - other).at(-2)).toBeLessThan(1_000)
})

test.each([
  ['both lengths', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
  ['a length that is not a number', 'Content-Length: 4x\r\n'],
  ['a space before the colon of a header', 'Transfer-Encoding : chunked\r\n'],
])('a request with %s is refused', async (_label, headers) => {
  const { address } = await startServer()
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const response = await text(
    send(address, `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n0\r\n\r\n${smuggled}`),
  )
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).not.toContain('served')
})

function newServer(): Server {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

test('names the variable of a port that is in use', async () => {
  const port = await listenLocally(newServer())
  const failing = listen(newServer(), port, '127.0.0.1')
  await expect(failing).rejects.toThrow(ConfigError)
  await expect(failing).rejects.toThrow(`PORT ${port} is in use on 127.0.0.1`)
})

test('names the variable of an address of another machine', async () => {
  await expect(listen(newServer(), 0, '192.0.2.1')).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})
