import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { disconnectMessage } from '../live-publisher.ts'
import { liveStreamKey, streamEntry, maxStreamLength } from './stream-entry.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer()
})
afterAll(() => redis.close())

async function connectedClient() {
  const client = createClient({ url: redis.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A server with the adapter as its makers deliver it, and one socket in a room. */
async function listening(room: string): Promise<{ socket: Socket; heard: unknown[][] }> {
  const client = await connectedClient()
  const http = createServer()
  const server = new Server(http, { adapter: createAdapter(client, { streamName: liveStreamKey }) })
  server.on('connection', (socket) => void socket.join(room))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = http.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false })
  onTestFinished(async () => {
    socket.disconnect()
    await server.close()
    client.destroy()
  })
  const heard: unknown[][] = []
  socket.onAny((...words: unknown[]) => heard.push(words))
  await expect.poll(() => server.sockets.adapter.rooms.get(room)?.size).toBe(1)
  return { socket, heard }
}

test('the adapter of every process delivers our entries to the room and to nobody else, and ends sockets by them', async () => {
  const own = [await listening('leaderboard'), await listening('leaderboard')]
  const others = await listening('admins')
  const writer = await connectedClient()
  onTestFinished(() => writer.destroy())
  const payload = { position: '7', rows: [{ name: 'Zoë “Z” Åström', points: 41.5 }], left: [], none: null }
  const add = (room: string, payload: unknown, message = 'leaderboard.changed') => {
    const words = streamEntry({ room, message, payload })
    return writer.sendCommand(['XADD', liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*', ...words])
  }
  // Until the first entry an adapter looks at the end of the stream, where it may not be looking yet.
  await expect
    .poll(async () => {
      await add('leaderboard', 'warm')
      await add('admins', 'warm')
      return [...own, others].every(({ heard }) => heard.length > 0)
    })
    .toBe(true)

  await add('leaderboard', payload)
  await add('admins', 'last')
  for (const { heard } of own) await expect.poll(() => heard.at(-1)).toEqual(['leaderboard.changed', payload])
  await expect.poll(() => others.heard.at(-1)).toEqual(['leaderboard.changed', 'last'])
  expect(others.heard).not.toContainEqual(['leaderboard.changed', payload])

  const words = others.heard.length
  await add('admins', {}, disconnectMessage)
  await expect.poll(() => others.socket.connected).toBe(false)
  expect([others.heard.length, ...own.map(({ socket }) => socket.connected)]).toEqual([words, true, true])
})
