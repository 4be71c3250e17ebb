import { once } from 'node:events'
import { connect } from 'node:net'
import { readConfig } from '../config/config.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpServer } from './http-server.ts'

async function startServer() {
  const config = readConfig({ PORT: '0' })
  const httpServer = await startHttpServer(config, (_request, response) => void response.end('served'))
  onTestFinished(async () => {
    httpServer.server.closeAllConnections()
    await httpServer.close()
  })
  return httpServer
}

/** Opens a connection and sends only the beginning of a request. */
const sendPartialRequest = (address: string, text: string) =>
  new Promise<void>((resolve) => {
    const { port, hostname } = new URL(address)
    const socket = connect(Number(port), hostname, () => socket.write(text, () => resolve()))
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  })

test('the headers of a request must arrive within 15 seconds, and the largest file within 15 minutes', async () => {
  const { server } = await startServer()
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 900_000])
})

test('the body of a request must arrive within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server, address, setListener } = await startServer()
  setListener(() => undefined)
  const { port, hostname } = new URL(address)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  await once(server, 'request')
  vi.advanceTimersByTime(30_000)
  const [response] = await once(socket, 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a thousand incomplete requests do not delay other requests', async () => {
  const { address } = await startServer()
  const partialHeaders = 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '
  const partialBody = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{'
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      sendPartialRequest(address, index % 2 === 0 ? partialHeaders : partialBody),
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
  const { port, hostname } = new URL(address)
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
  })
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).not.toContain('served')
})
