import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import { Server } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { disconnectMessage } from '../live-publisher.ts'
import { liveStreamKey, streamEntry, maxStreamLength } from './stream-entry.ts'

const redis = redisForFile()

async function connectedClient() {
  const client = createClient({ url: redis().url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Starts a server with the original adapter and connects one socket to rooms. */
async function connectToRoom(
  ...rooms: [string, ...string[]]
): Promise<{ socket: Socket; received: unknown[][] }> {
  const client = await connectedClient()
  const http = createServer()
  const server = new Server(http, { adapter: createAdapter(client, { streamName: liveStreamKey }) })
  server.on('connection', (socket) => void socket.join(rooms))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = http.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false })
  onTestFinished(async () => {
    socket.disconnect()
    await server.close()
    client.destroy()
  })
  const received: unknown[][] = []
  socket.onAny((...message: unknown[]) => received.push(message))
  await expect.poll(() => server.sockets.adapter.rooms.get(rooms[0])?.size).toBe(1)
  return { socket, received }
}

test('the adapter of every process delivers an entry to its room only, and disconnects sockets on request', async () => {
  const members = [await connectToRoom('leaderboard'), await connectToRoom('leaderboard')]
  const others = await connectToRoom('admins')
  const writer = await connectedClient()
  onTestFinished(() => writer.destroy())
  const payload = { position: '7', rows: [{ name: 'Zoë “Z” Åström', points: 41.5 }], left: [], none: null }
  const add = (room: string, payload: unknown, message = 'leaderboard.changed') => {
    const fields = streamEntry({ room, message, payload })
    return writer.sendCommand(['XADD', liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*', ...fields])
  }
  // Until the first entry, the original adapter may miss entries between two reads.
  await expect
    .poll(async () => {
      await add('leaderboard', 'warm')
      await add('admins', 'warm')
      return [...members, others].every(({ received }) => received.length > 0)
    })
    .toBe(true)

  await add('leaderboard', payload)
  await add('admins', 'last')
  for (const { received } of members)
    await expect.poll(() => received.at(-1)).toEqual(['leaderboard.changed', payload])
  await expect.poll(() => others.received.at(-1)).toEqual(['leaderboard.changed', 'last'])
  expect(others.received).not.toContainEqual(['leaderboard.changed', payload])

  const countBefore = others.received.length
  await add('admins', {}, disconnectMessage)
  await expect.poll(() => others.socket.connected).toBe(false)
  expect([others.received.length, ...members.map(({ socket }) => socket.connected)]).toEqual([
    countBefore,
    true,
    true,
  ])
})

test('an entry reaches no socket in the room that it leaves out, in any process', async () => {
  const members = [
    await connectToRoom('leaderboard', 'non-admins'),
    await connectToRoom('leaderboard', 'admins'),
  ]
  const writer = await connectedClient()
  onTestFinished(() => writer.destroy())
  const add = (payload: unknown, except?: string) => {
    const entry = { room: 'leaderboard', message: 'leaderboard.changed', payload, ...(except && { except }) }
    return writer.sendCommand(['XADD', liveStreamKey, '*', ...streamEntry(entry)])
  }
  await expect
    .poll(async () => {
      await add('warm')
      return members.every(({ received }) => received.length > 0)
    })
    .toBe(true)
  await add('for admins', 'non-admins')
  await add('for all others', 'admins')
  await add('last')
  const heard = await Promise.all(
    members.map(async ({ received }) => {
      await expect.poll(() => received.at(-1)).toEqual(['leaderboard.changed', 'last'])
      return received.map(([, payload]) => payload).filter((payload) => payload !== 'warm')
    }),
  )
  expect(heard).toEqual([
    ['for all others', 'last'],
    ['for admins', 'last'],
  ])
})
