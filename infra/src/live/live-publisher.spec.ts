import { setImmediate as nextTurn } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { expect, test, vi } from 'vitest'
import { disconnectMessage, inProcessPublisher } from './live-publisher.ts'

/** A publisher with sockets that only record what they get, and are in these rooms. */
function withSockets(count: number, rooms: readonly string[], onError?: (error: unknown) => void) {
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
  const live = inProcessPublisher({ ...(onError && { onError }) })
  live.attach(server)
  const leave = (index: number, room: string) => void adapter.del(`socket-${index}`, room)
  const join = (index: number, room: string) => void adapter.addAll(`socket-${index}`, new Set([room]))
  return { live, server, received, leave, join, last: received.at(-1) ?? [] }
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
  live.publish('board', 'changed', 1)
  await turns(1)
  expect([received[0]?.length, last.length]).toEqual([1, 0])
  await turns(5)
  expect(received).toEqual(received.map(() => [['changed', 1]]))
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

test('a socket that leaves the room or joins the excepted one before a turn gets nothing in it', async () => {
  const { live, received, leave, join } = withSockets(2_500, ['board'])
  live.publish('board', 'changed', 1, 'admins')
  leave(2_498, 'board')
  join(2_499, 'admins')
  await turns(10)
  expect(received.slice(-3).map((messages) => messages.length)).toEqual([1, 0, 0])
})

test('messages to single sockets share a turn', async () => {
  const { live, received, last, join } = withSockets(2_500, ['board'])
  live.publish('board', 'changed', 0)
  for (let index = 0; index < 100; index += 1) {
    join(index, `user-${index}`)
    live.publish(`user-${index}`, 'own', index)
  }
  await turns(3)
  expect(last).toEqual([['changed', 0]])
  expect(new Set(received.slice(0, 100).map(({ length }) => length))).toEqual(new Set([2]))
})

test('when too many sockets wait, only the surplus messages are sent at once, and a turn stays as short as before', async () => {
  const { live, received } = withSockets(50_000, ['board'])
  const reached = () => received.reduce((sum, { length }) => sum + length, 0)
  for (let count = 0; count < 8; count += 1) live.publish('board', 'changed', count)
  expect(reached()).toBe(200_000)
  for (let turn = 1; turn <= 3; turn += 1) {
    await nextTurn()
    expect(reached()).toBe(200_000 + turn * 1_000)
  }
})

test('a message that cannot be sent is reported and dropped, and the next one is sent', async () => {
  const onError = vi.fn<(error: unknown) => void>()
  const { live, last } = withSockets(1_500, ['board'], onError)
  const toJSON = () => {
    throw new Error('odd')
  }
  live.publish('board', 'changed', { toJSON })
  live.publish('board', 'changed', 2)
  await turns(5)
  expect(onError).toHaveBeenCalled()
  expect(last).toEqual([['changed', 2]])
})

test('a disconnection waits for no message, and others stay connected', () => {
  const { live, received, last, leave } = withSockets(1_500, ['board'])
  leave(0, 'board')
  live.publish('board', 'changed', 1)
  live.publish('board', disconnectMessage, undefined)
  expect([received[0], last]).toEqual([[], ['disconnected']])
})
