import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { inProcessPublisher } from './in-process-publisher.ts'
import { disconnectMessage } from './live-publisher.ts'

/** A publisher with sockets that only record what they get, and are in these rooms. */
function withSockets(count: number, rooms: readonly string[]) {
  const server = new Server()
  const received = Array.from({ length: count }, (): unknown[] => [])
  const { adapter, sockets } = server.sockets
  for (const [index, messages] of received.entries()) {
    const id = `socket-${index}`
    const socket = {
      id,
      notifyOutgoingListeners: ({ data }: { data: unknown[] }) => messages.push(data),
      client: { writeToEngine: () => undefined },
      disconnect: () => messages.push('disconnected'),
    }
    // Safe: broadcasts use nothing else of a socket.
    sockets.set(id, socket as unknown as Socket)
    void adapter.addAll(id, new Set([id, ...rooms]))
  }
  const live = inProcessPublisher()
  live.attach(server)
  const leave = (index: number, room: string) => void adapter.del(`socket-${index}`, room)
  const join = (index: number, room: string) => void adapter.addAll(`socket-${index}`, new Set([room]))
  return { live, received, leave, join, last: received.at(-1) ?? [] }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

test('a message to a few sockets is sent at once', () => {
  const { live, last } = withSockets(1_000, ['board'])
  live.publish('board', 'changed', { rank: 1 })
  expect(last).toEqual([['changed', { rank: 1 }]])
})

test('a message to thousands of sockets reaches each of them once, and other work has its turn in between', async () => {
  const { live, received, last } = withSockets(2_500, ['board'])
  live.publish('board', 'changed', { rank: 1 })
  await turns(1)
  expect(received[0]).toHaveLength(1)
  expect(last).toHaveLength(0)
  await turns(5)
  expect(received).toEqual(Array.from({ length: 2_500 }, () => [['changed', { rank: 1 }]]))
})

test('every socket gets messages in their order, also those to rooms with few sockets', async () => {
  const { live, received, last, join } = withSockets(2_500, ['board'])
  join(2_499, 'few')
  live.publish('board', 'changed', 1)
  live.publish('few', 'changed', 2)
  live.publish('board', 'changed', 3)
  await turns(10)
  expect(last).toEqual([1, 2, 3].map((payload) => ['changed', payload]))
  expect(received[0]).toEqual([1, 3].map((payload) => ['changed', payload]))
})

test('who leaves the room or joins the excepted one before a turn gets nothing in it', async () => {
  const { live, received, leave, join } = withSockets(2_500, ['board'])
  live.publish('board', 'changed', 1, 'admins')
  leave(2_498, 'board')
  join(2_499, 'admins')
  await turns(10)
  expect(received.slice(-3).map((messages) => messages.length)).toEqual([1, 0, 0])
})

test('a room that is empty when its turn comes gets nothing, and nobody else does', async () => {
  const { live, received, leave } = withSockets(1_500, ['board'])
  live.publish('board', 'changed', 1)
  for (const index of received.keys()) leave(index, 'board')
  await turns(10)
  expect(received.flat()).toEqual([])
})

test('when too many messages wait, all are sent before the next is accepted', () => {
  const { live, last } = withSockets(1_500, ['board'])
  for (let count = 0; count <= 20; count += 1) live.publish('board', 'changed', count)
  expect(last).toEqual(Array.from({ length: 21 }, (_, count) => ['changed', count]))
})

test('a disconnection waits for no message', () => {
  const { live, last } = withSockets(1_500, ['board'])
  live.publish('board', 'changed', 1)
  live.publish('board', disconnectMessage, undefined)
  expect(last).toEqual(['disconnected'])
})
