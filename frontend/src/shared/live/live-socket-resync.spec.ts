// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import {
  connect,
  connectAndResync,
  connection,
  heartbeat,
  installLiveSocket,
  io,
  joinRoom,
  listenForResync,
  socket,
  subscribeAndConnect,
} from '../../../testing/live-socket.ts'

vi.mock('socket.io-client', () => ({ io }))

installLiveSocket()

test('screens resync soon after the first connection, and at once after a reconnect', async () => {
  const onResync = listenForResync()
  await subscribeAndConnect()
  // An immediate resync would abort the requests of screens that are still loading.
  expect(onResync).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(onResync).toHaveBeenCalledOnce()
  onResync.mockClear()
  socket.simulateDisconnect()
  await vi.advanceTimersByTimeAsync(1000)
  connect()
  expect(onResync).toHaveBeenCalledOnce()
  expect(connection().state).toBe('live')
})

test('screens resync on the reconnect, not while disconnected', async () => {
  const onResync = listenForResync()
  await subscribeAndConnect()
  socket.simulateDisconnect()
  await vi.advanceTimersByTimeAsync(5000)
  expect(onResync).not.toHaveBeenCalled()
  connect()
  expect(onResync).toHaveBeenCalledOnce()
})

test('after a reconnect the resync waits until every room is joined again or refused', async () => {
  joinRoom('community')
  joinRoom('project:7')
  await connectAndResync()
  socket.acknowledge({ ok: true })
  await vi.advanceTimersByTimeAsync(3000)
  const onResync = listenForResync()
  const onlyOneResponse = [{ ok: true }]
  for (const responses of [onlyOneResponse, [{ ok: true }, { ok: false, code: 'not-allowed' }]]) {
    socket.simulateDisconnect()
    await vi.advanceTimersByTimeAsync(1000)
    socket.simulateConnect()
    for (const response of responses) {
      expect(onResync).not.toHaveBeenCalled()
      socket.acknowledge(response)
    }
  }
  expect(onResync).toHaveBeenCalledOnce()
})

test('a resync says up to where the messages before it are part of responses', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  const onResync = listenForResync()
  connect({ ok: true, position: '7', epoch: 'e1' })
  expect(onResync).toHaveBeenLastCalledWith('now', { position: '7', epoch: 'e1' })
})

test('a resync that was due when the connection was lost loads everything after the reconnect', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  const onResync = listenForResync()
  socket.receive('news.missed', { at: '2026-11-20T10:00:00.000Z' })
  for (const expected of [undefined, { position: '7', epoch: 'e1' }]) {
    socket.simulateDisconnect()
    await vi.advanceTimersByTimeAsync(1000)
    connect({ ok: true, position: '7', epoch: 'e1' })
    expect(onResync).toHaveBeenLastCalledWith('now', expected)
  }
})

test('screens resync once soon after several rooms are joined', async () => {
  await connectAndResync()
  const onResync = listenForResync()
  for (const room of ['community', 'project:7']) joinRoom(room)
  await vi.advanceTimersByTimeAsync(5000)
  expect(onResync).not.toHaveBeenCalled()
  for (const response of [{ ok: true }, { ok: true }]) socket.acknowledge(response)
  await vi.advanceTimersByTimeAsync(3000)
  expect(onResync).toHaveBeenCalledOnce()
})

test('screens resync once when the server may have lost messages', async () => {
  await connectAndResync()
  const onResync = listenForResync()
  const missed = { at: '2026-11-20T10:00:00.000Z' }
  socket.receive('news.missed', missed)
  socket.receive('news.missed', missed)
  expect(onResync).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(onResync).toHaveBeenCalledOnce()
  socket.receive('news.missed', missed)
  await vi.advanceTimersByTimeAsync(1000)
  expect(onResync).toHaveBeenCalledTimes(2)
})

test('shows that the server is behind, and screens resync once it has caught up', async () => {
  await connectAndResync()
  const onResync = listenForResync()
  socket.receive('leaderboard.heartbeat', { ...heartbeat, behind: true })
  expect(connection()).toEqual({ state: 'behind', since: Date.parse(heartbeat.at) })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onResync).not.toHaveBeenCalled()
  socket.receive('leaderboard.heartbeat', heartbeat)
  expect(connection().state).toBe('live')
  await vi.advanceTimersByTimeAsync(1000)
  expect(onResync).toHaveBeenCalledOnce()
})

test('screens resync when other read models are late than before, and once all have caught up', async () => {
  await connectAndResync()
  const onResync = listenForResync()
  for (const late of [['projects-r1'], ['projects-r1'], undefined]) {
    socket.receive('leaderboard.heartbeat', { ...heartbeat, ...(late && { late }) })
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(onResync).toHaveBeenCalledTimes(2)
})

test('several callers join a room once, and it is joined again after a reconnect', async () => {
  await subscribeAndConnect()
  const leaveFirst = joinRoom('project:7')
  const leaveSecond = joinRoom('project:7')
  leaveFirst()
  socket.simulateDisconnect()
  await vi.advanceTimersByTimeAsync(1000)
  socket.simulateConnect()
  leaveSecond()
  expect(socket.emitted).toEqual([
    ['watch', { room: 'project:7' }],
    ['watch', { room: 'project:7' }],
    ['unwatch', { room: 'project:7' }],
  ])
})
