import { createServer } from 'node:http'
import { roomKinds } from '@thirty/contracts/live/live.ts'
import { listen } from '@thirty/infra/testing/listening.ts'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { SocketServer } from '../live/session-socket.ts'
import { collectSocketMetrics } from './socket-metrics.ts'
import { createMetrics } from './metrics.ts'

async function connectSockets(rooms: readonly (readonly string[])[]) {
  const server = createServer()
  const sockets: SocketServer = new Server(server, { transports: ['websocket'] })
  const metrics = createMetrics()
  collectSocketMetrics(sockets, metrics, roomKinds())
  sockets.on('connection', (socket) => {
    const { index } = socket.handshake.query
    void socket.join([...(rooms[Number(index)] ?? [])])
  })
  const port = await listen(server)
  const clients = rooms.map((_rooms, index) =>
    io(`http://127.0.0.1:${port}`, { transports: ['websocket'], query: { index } }),
  )
  onTestFinished(async () => {
    for (const client of clients) client.close()
    await sockets.close()
  })
  await Promise.all(clients.map((client) => new Promise<void>((resolve) => client.on('connect', resolve))))
  return { sockets, metrics, clients }
}

test('counts sockets by kind of room and in total', async () => {
  const { metrics } = await connectSockets([
    ['leaderboard', 'user:ada', 'project:p1', 'non-admins'],
    ['leaderboard', 'user:noah', 'project:p1', 'project:p2'],
    ['showcase', 'non-admins', 'two-factor-setup'],
  ])
  const text = await metrics.registry.metrics()
  const counted = [...text.matchAll(/^thirty_sockets\{room="([\w-]+)"\} (\d+)$/gm)].map(
    ([, ...found]) => found,
  )
  expect(Object.fromEntries(counted)).toEqual({
    showcase: '1',
    leaderboard: '2',
    admins: '0',
    webhooks: '0',
    'non-admins': '2',
    'two-factor-setup': '1',
    community: '0',
    user: '2',
    project: '3',
    profile: '0',
    all: '3',
  })
})

test('measures a message to many sockets once, in bytes', async () => {
  const { sockets, metrics, clients } = await connectSockets([
    ['leaderboard'],
    ['leaderboard'],
    ['leaderboard'],
  ])
  const before = await measured(metrics)
  const received = Promise.all(
    clients.map((client) => new Promise((resolve) => client.on('leaderboard.changed', resolve))),
  )
  sockets.to('leaderboard').emit('leaderboard.changed', { name: 'Zoë' })
  await received
  const after = await measured(metrics)
  expect(after.count - before.count).toBe(1)
  expect(after.sum - before.sum).toBe(Buffer.byteLength('2["leaderboard.changed",{"name":"Zoë"}]'))
})

async function measured({ registry }: ReturnType<typeof createMetrics>) {
  const text = await registry.metrics()
  const value = (name: string) =>
    Number(new RegExp(`^thirty_frame_bytes_${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { count: value('count'), sum: value('sum') }
}
