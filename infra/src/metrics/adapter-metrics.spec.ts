import { roomKinds } from '@thirty/contracts/live/live.ts'
import { Server, type Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { collectSocketMetrics, withAppendMetrics, createMetrics } from './metrics.ts'
import { LogUnavailable, type EventLog } from '../event-log/event-log.ts'

/** Measures a server whose sockets, which send nothing, are in these rooms. Returns what reads the value of a metric. */
function measured(rooms: readonly (readonly string[])[]) {
  const server = new Server()
  const { adapter, sockets } = server.sockets
  for (const [index, own] of rooms.entries()) {
    const socket = { notifyOutgoingListeners: () => undefined, client: { writeToEngine: () => undefined } }
    // Safe: broadcasts use nothing else of a socket.
    sockets.set(`${index}`, socket as unknown as Socket)
    void adapter.addAll(`${index}`, new Set([`${index}`, ...own]))
  }
  const metrics = createMetrics()
  collectSocketMetrics(server, metrics, roomKinds())
  const valuesOf = async (name: string) => {
    const text = await metrics.registry.metrics()
    const lines = text.matchAll(new RegExp(`^thirty_${name}(?:\\{room="([\\w-]+)"\\})? (\\S+)$`, 'gm'))
    return Object.fromEntries([...lines].map(([, room = name, value]) => [room, Number(value)]))
  }
  return { server, valuesOf }
}

test('counts sockets by kind of room and in total', async () => {
  const { valuesOf } = measured([
    ['leaderboard', 'user:ada', 'project:p1', 'non-admins'],
    ['leaderboard', 'user:noah', 'project:p1', 'project:p2'],
    ['showcase', 'non-admins', 'two-factor-setup'],
  ])
  const none = { admins: 0, webhooks: 0, community: 0, profile: 0 }
  const some = { showcase: 1, leaderboard: 2, 'non-admins': 2, 'two-factor-setup': 1, user: 2, project: 3 }
  expect(await valuesOf('sockets')).toEqual({ ...none, ...some, all: 3 })
})

test('measures a message to many sockets once, in bytes', async () => {
  const { server, valuesOf } = measured([['leaderboard'], ['leaderboard'], ['leaderboard']])
  server.to('leaderboard').emit('leaderboard.changed', { name: 'Zoë' })
  expect(await valuesOf('frame_bytes_count')).toEqual({ frame_bytes_count: 1 })
  const frame_bytes_sum = Buffer.byteLength('2["leaderboard.changed",{"name":"Zoë"}]')
  expect(await valuesOf('frame_bytes_sum')).toEqual({ frame_bytes_sum })
})

test('measures every append, also a failed one, and returns its result', async () => {
  const metrics = createMetrics()
  let isDown = false
  const append: EventLog['append'] = async () => {
    if (isDown) throw new LogUnavailable('away')
    return { revision: 0, position: 1n }
  }
  // Safe: only `append` is called here.
  const log = withAppendMetrics({ append } as EventLog, metrics)
  expect(await log.append('user-1', [], 'none')).toEqual({ revision: 0, position: 1n })
  isDown = true
  await expect(log.append('user-1', [], 'none')).rejects.toThrow(LogUnavailable)
  const text = await metrics.registry.metrics()
  expect(text).toContain('thirty_append_seconds_count{outcome="stored"} 1')
  expect(text).toContain('thirty_append_seconds_count{outcome="refused"} 1')
})
