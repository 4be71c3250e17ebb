import { Agent, get, type ServerResponse } from 'node:http'
import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  ada,
  emitWithAck,
  waitForDisconnect,
  startTestGateway,
  origin,
  projectRoom,
  root,
  type TestGateway,
} from '@thirty/infra/testing/live/test-gateway.ts'

test('disconnects a socket that sends too many events', async () => {
  const { tokenOf, connect } = await startTestGateway()
  const socket = await connect({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  for (let index = 0; index < 150; index++) socket.emit('anything', index)
  expect(await end).toBe('transport close')
})

const openWebSocket = (address: string) =>
  new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })

/** Opens a polling transport; returns a function that sends packets over it in one request. */
async function openPolling({ address }: TestGateway) {
  const url = `http://${address}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(url, { headers: { origin } })).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  return (packets: readonly string[]) =>
    // The server may close the connection before it has answered.
    fetch(`${url}&sid=${sid}`, { method: 'POST', headers: { origin }, body: packets.join('\x1e') }).catch(
      () => undefined,
    )
}

test('3,300 CONNECT packets on one polling transport open one session at most, and end it', async () => {
  const testGateway = await startTestGateway()
  const { socketServer } = testGateway.gateway
  let sockets = 0
  socketServer.on('connection', () => (sockets += 1))
  const send = await openPolling(testGateway)
  await send(Array.from({ length: 3_300 }, () => '40'))
  await expect.poll(() => socketServer.engine.clientsCount).toBe(0)
  expect(sockets).toBeLessThanOrEqual(1)
  expect(socketServer.sockets.sockets.size).toBe(0)
})

test('a second session on a transport ends both, also when the first is still starting', async () => {
  const testGateway = await startTestGateway()
  const { socketServer } = testGateway.gateway
  const send = await openPolling(testGateway)
  await send(['40'])
  await expect.poll(() => socketServer.sockets.sockets.size).toBe(1)
  await send(['40'])
  await expect.poll(() => socketServer.sockets.sockets.size).toBe(0)

  const clients = socketServer.engine.clientsCount
  const sendTogether = await openPolling(testGateway)
  let sockets = 0
  socketServer.on('connection', () => (sockets += 1))
  await sendTogether(['40', '40'])
  await expect.poll(() => socketServer.engine.clientsCount).toBe(clients)
  expect(sockets).toBe(0)
})

test.each([
  ['to unknown namespaces', '40/nowhere,'],
  ['that answer a ping', '3'],
])('packets %s count, too', async (_name, packet) => {
  const testGateway = await startTestGateway()
  const { socketServer } = testGateway.gateway
  const send = await openPolling(testGateway)
  await send(Array.from({ length: 90 }, () => packet))
  expect(socketServer.engine.clientsCount).toBe(1)
  await send(Array.from({ length: 20 }, () => packet))
  await expect.poll(() => socketServer.engine.clientsCount).toBe(0)
})

test('a client that ends its sessions does not use up the limit of its account', async () => {
  const { gateway, address, tokenOf } = await startTestGateway()
  const raw = openWebSocket(address)
  raw.on('open', () => raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`))
  for (let count = 0; count < 10; count += 1) {
    await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
    raw.send('41')
    await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(0)
    raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`)
  }
  raw.terminate()
})

test('disconnects only the socket that sends more than ten kilobytes', async () => {
  const { tokenOf, connect } = await startTestGateway()
  const other = await connect({ token: tokenOf(root) })
  const socket = await connect({ token: tokenOf(ada) })
  const end = waitForDisconnect(socket)
  socket.emit('watch', 'x'.repeat(20_000))
  await end
  expect(await emitWithAck(other, 'watch', { room: projectRoom })).toEqual({ ok: true })
})

test('limits the sockets of an address, says so, and accepts another one after one has closed', async () => {
  const { connect, rejectionCode } = await startTestGateway()
  const sockets = []
  for (let index = 0; index < 5; index++) sockets.push(await connect())
  expect(await rejectionCode({})).toBe('too-many')
  await expect(connect()).rejects.toMatchObject({
    message: 'Many people are watching from your network. Try again in 1 minute.',
    data: { code: 'too-many', retryAfterSeconds: 60 },
  })
  sockets[0]?.disconnect()
  await expect.poll(() => rejectionCode({})).toBe('connected')
})

test('connections that are only told that they are too many are few, and end', async () => {
  const { connect, address, gateway } = await startTestGateway()
  for (let index = 0; index < 5; index++) await connect()
  const packets: string[] = []
  const settled = Array.from({ length: 30 }, () => {
    const raw = openWebSocket(address)
    raw.on('open', () => raw.send('40'))
    return new Promise<string>((resolve) => {
      raw.on('message', (data: Buffer) => {
        if (!data.toString().startsWith('44')) return
        packets.push(data.toString())
        resolve('told')
      })
      raw.on('close', () => resolve('closed'))
      raw.on('error', () => resolve('closed'))
    })
  })
  const outcomes = await Promise.all(settled)
  expect(outcomes.filter((outcome) => outcome === 'told')).toHaveLength(20)
  expect(packets[0]).toContain('Many people are watching from your network.')
  await expect.poll(() => gateway.socketServer.engine.clientsCount, { timeout: 10_000 }).toBe(5)
})

const event = {
  limits: { perUser: 5, perAddress: 5, perEventAddress: 8 },
  isAtEvent: async (address: string | undefined) => address === '127.0.0.1',
}
test.each([
  ['accepts five hundred sockets of an address by default', {}, 500],
  ['accepts more sockets of an address at an event, and not without end', event, 8],
])('%s', async (_title, options, accepted) => {
  const { rejectionCode } = await startTestGateway(options)
  const outcomes = await Promise.all(Array.from({ length: accepted + 5 }, () => rejectionCode({})))
  expect(outcomes.filter((outcome) => outcome === 'connected')).toHaveLength(accepted)
})

test('disconnects a socket that does not read', async () => {
  const { time, gateway, live, address, connect } = await startTestGateway()
  const raw = openWebSocket(address)
  raw.on('open', () => raw.send('40'))
  const other = await connect()
  await expect.poll(() => gateway.countSockets(rooms.showcase)).toBe(2)
  raw.pause()
  const payload = 'x'.repeat(500_000)
  for (let index = 0; index < 100; index++) {
    live.publish(rooms.showcase, 'showcase.changed', payload)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => time.advance(5_000).then(() => gateway.countSockets(rooms.showcase))).toBe(1)
  expect(other.connected).toBe(true)
  raw.terminate()
})

test('drops the handshake of a socket, and requires a token for another session on its connection', async () => {
  const { gateway, address, tokenOf } = await startTestGateway()
  const raw = openWebSocket(address)
  const packets: string[] = []
  raw.on('message', (data: Buffer) => packets.push(data.toString()))
  raw.on('open', () => raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`))
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  const [socket] = gateway.socketServer.sockets.sockets.values()
  expect(socket?.conn.request).toBeUndefined()
  expect(socket?.handshake).toMatchObject({ headers: {}, auth: {} })
  raw.send('41')
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(0)
  raw.send('40')
  await expect.poll(() => packets.at(-1)).toContain('not-signed-in')
  raw.send(`40${JSON.stringify({ token: tokenOf(ada) })}`)
  await expect.poll(() => gateway.countSockets(rooms.user(ada))).toBe(1)
  raw.terminate()
})

test(
  'closes without waiting for the keep-alive of a connection that was busy',
  { timeout: 2_000 },
  async () => {
    const testGateway = await startTestGateway()
    const { server, gateway } = testGateway
    const respond = await busyRequest(testGateway)
    const ended = gateway.close()
    await expect.poll(() => server.listening).toBe(false)
    respond()
    await ended
  },
)

/** Sends a request over a keep-alive connection; returns a function that answers it. */
async function busyRequest({ server, address }: TestGateway): Promise<() => void> {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  server.keepAliveTimeout = 60_000
  const received = Promise.withResolvers<ServerResponse>()
  server.once('request', (_request, response) => received.resolve(response))
  get(`http://${address}/`, { agent }, (response) => response.resume())
  const response = await received.promise
  return () => response.end()
}
