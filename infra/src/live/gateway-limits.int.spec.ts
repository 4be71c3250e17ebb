import { once } from 'node:events'
import { Agent, get } from 'node:http'
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
  const { connect } = await startTestGateway()
  const socket = await connect({ user: ada })
  const end = waitForDisconnect(socket)
  for (let index = 0; index < 150; index++) socket.emit('anything', index)
  expect(await end).toBe('transport close')
})

/** Opens a websocket that a test writes itself, and begins a session over it, as a user or a visitor. */
function openWebSocket({ address, tokenOf }: TestGateway, user?: string) {
  const raw = new WebSocket(`ws://${address}/socket.io/?EIO=4&transport=websocket`, { headers: { origin } })
  onTestFinished(() => raw.terminate())
  const begin = () => raw.send(`40${user === undefined ? '' : JSON.stringify({ token: tokenOf(user) })}`)
  raw.on('open', begin)
  return { raw, begin }
}

/** Opens a polling transport of a gateway; `send` sends packets over it in one request. */
async function openPolling() {
  const { gateway, address } = await startTestGateway()
  const url = `http://${address}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(url, { headers: { origin } })).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }
  const send = (packets: readonly string[]) =>
    // The server may close the connection before it has answered.
    fetch(`${url}&sid=${sid}`, { method: 'POST', headers: { origin }, body: packets.join('\x1e') }).catch(
      () => undefined,
    )
  return { socketServer: gateway.socketServer, send }
}

test('3,300 CONNECT packets on one polling transport open one session at most, and end it', async () => {
  const { socketServer, send } = await openPolling()
  let sockets = 0
  socketServer.on('connection', () => (sockets += 1))
  await send(Array.from({ length: 3_300 }, () => '40'))
  await expect.poll(() => socketServer.engine.clientsCount).toBe(0)
  expect(sockets).toBeLessThanOrEqual(1)
  expect(socketServer.sockets.sockets.size).toBe(0)
})

test('a second session on a transport ends both, also when the first is still starting', async () => {
  const { socketServer, send } = await openPolling()
  await send(['40'])
  await expect.poll(() => socketServer.sockets.sockets.size).toBe(1)
  await send(['40'])
  await expect.poll(() => socketServer.sockets.sockets.size).toBe(0)

  const other = await openPolling()
  let sockets = 0
  other.socketServer.on('connection', () => (sockets += 1))
  await other.send(['40', '40'])
  await expect.poll(() => other.socketServer.engine.clientsCount).toBe(0)
  expect(sockets).toBe(0)
})

test.each([
  ['to unknown namespaces', '40/nowhere,'],
  ['that answer a ping', '3'],
])('packets %s count, too', async (_name, packet) => {
  const { socketServer, send } = await openPolling()
  await send(Array.from({ length: 90 }, () => packet))
  expect(socketServer.engine.clientsCount).toBe(1)
  await send(Array.from({ length: 20 }, () => packet))
  await expect.poll(() => socketServer.engine.clientsCount).toBe(0)
})

test('disconnects only the socket that sends more than ten kilobytes', async () => {
  const { connect } = await startTestGateway()
  const other = await connect({ user: root })
  const socket = await connect({ user: ada })
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
  const testGateway = await startTestGateway()
  for (let index = 0; index < 5; index++) await testGateway.connect()
  const told = Array.from({ length: 30 }, () => {
    const { raw } = openWebSocket(testGateway)
    return new Promise<string | undefined>((resolve) => {
      raw.on('message', (data: Buffer) => {
        if (data.toString().startsWith('44')) resolve(data.toString())
      })
      raw.on('close', () => resolve(undefined))
      raw.on('error', () => resolve(undefined))
    })
  })
  const messages = (await Promise.all(told)).filter((message) => message !== undefined)
  expect(messages).toHaveLength(20)
  expect(messages[0]).toContain('Many people are watching from your network.')
  const { engine } = testGateway.gateway.socketServer
  await expect.poll(() => engine.clientsCount, { timeout: 10_000 }).toBe(5)
})

const event = {
  limits: { perUser: 5, perAddress: 5, perEventAddress: 8 },
  isAtEvent: async (address: string | undefined) => address === '127.0.0.1',
}
test.each([
  ['accepts five hundred sockets of an address by default', {}, {}, 500],
  ['accepts more sockets of an address at an event, and not without end', event, {}, 8],
  ['accepts fifty sockets of an account by default', {}, { user: ada }, 50],
])('%s', async (_title, options, client, accepted) => {
  const { rejectionCode } = await startTestGateway(options)
  const outcomes = await Promise.all(Array.from({ length: accepted + 5 }, () => rejectionCode(client)))
  expect(outcomes.filter((outcome) => outcome === 'connected')).toHaveLength(accepted)
  expect(outcomes.filter((outcome) => outcome === 'too-many')).toHaveLength(5)
})

test('disconnects a socket that does not read', async () => {
  const testGateway = await startTestGateway()
  const { time, gateway, live, connect } = testGateway
  const { raw } = openWebSocket(testGateway)
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
})

test('a connection may have sessions in turn: each needs a token, and none is counted once it has ended', async () => {
  const testGateway = await startTestGateway()
  const { gateway } = testGateway
  const { raw, begin } = openWebSocket(testGateway, ada)
  const sessions = () => gateway.countSockets(rooms.user(ada))
  const packets: string[] = []
  raw.on('message', (data: Buffer) => packets.push(data.toString()))
  for (let count = 0; count < 10; count += 1) {
    await expect.poll(sessions).toBe(1)
    const [socket] = gateway.socketServer.sockets.sockets.values()
    // The handshake is dropped, with its token.
    expect([socket?.conn.request, socket?.handshake]).toMatchObject([undefined, { headers: {}, auth: {} }])
    raw.send('41')
    await expect.poll(sessions).toBe(0)
    raw.send('40')
    await expect.poll(() => packets.at(-1)).toContain('not-signed-in')
    begin()
  }
})

test('closes without waiting for the keep-alive of a busy connection', { timeout: 2_000 }, async () => {
  const { server, gateway, address } = await startTestGateway()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  server.keepAliveTimeout = 60_000
  get(`http://${address}/`, { agent }, (response) => response.resume())
  const [, response] = await once(server, 'request')
  const ended = gateway.close()
  await expect.poll(() => server.listening).toBe(false)
  response.end()
  await ended
})
