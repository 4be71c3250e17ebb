import { connect } from 'node:net'
import { readConfig } from '@thirty/infra/config/config.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startHttpServer } from './http-server.ts'

async function opened() {
  const config = readConfig({ PORT: '0' })
  const door = await startHttpServer(config, (_request, response) => void response.end('served'))
  onTestFinished(async () => {
    door.server.closeAllConnections()
    await door.close()
  })
  return door
}

/** Opens a line, sends this much of a request, and no more. */
const began = (address: string, text: string) =>
  new Promise<void>((resolve) => {
    const { port, hostname } = new URL(address)
    const socket = connect(Number(port), hostname, () => socket.write(text, () => resolve()))
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
  })

test('a request has half a minute to arrive, and its head half of that', async () => {
  const { server } = await opened()
  expect([server.headersTimeout, server.requestTimeout]).toEqual([15_000, 30_000])
})

test('while a thousand stop in the middle of their requests, others are served as ever', async () => {
  const { address } = await opened()
  const [head, body] = [
    'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
  ]
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => began(address, at % 2 ? head : body)))
  const taken: number[] = []
  for (let time = 0; time < 50; time += 1) {
    const startedAt = performance.now()
    // One after the other: what is measured is how long each waits.
    expect(await (await fetch(address)).text()).toBe('served')
    taken.push(performance.now() - startedAt)
  }
  expect(taken.toSorted((one, other) => one - other).at(-2)).toBeLessThan(1_000)
})

test.each([
  ['both lengths', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
  ['a length that is no number', 'Content-Length: 4x\r\n'],
  ['a blank before its colon', 'Transfer-Encoding : chunked\r\n'],
])('a request with %s is not read', async (_words, headers) => {
  const { address } = await opened()
  const { port, hostname } = new URL(address)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (piece) => (text += piece.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain('served')
})
