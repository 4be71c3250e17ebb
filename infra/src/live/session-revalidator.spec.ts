import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { startSessionRevalidator, type SessionSocket, type SocketServer } from './session-sockets.ts'

/** A server with sockets whose checks end when the test says so. */
function setUp(count: number) {
  const scheduler = fakeScheduler()
  const sockets = Array.from({ length: count }, () => ({
    connected: true,
    conn: { writeBuffer: [''] },
    disconnect() {
      this.connected = false
    },
  }))
  const checked: unknown[] = []
  const running: (() => void)[] = []
  // Safe: only these parts of a server and of its sockets are read.
  const server = { sockets: { sockets: new Map(sockets.entries()) } } as unknown as SocketServer
  const stop = startSessionRevalidator(server, scheduler, (socket: SessionSocket) => {
    checked.push(socket)
    return new Promise((resolve) => running.push(resolve))
  })
  const endChecks = async () => {
    for (const end of running.splice(0)) end()
    await flushPromises()
  }
  return { scheduler, sockets, checked, running, stop, endChecks }
}

test('checks every socket within five seconds, eight at the same time', async () => {
  const { scheduler, sockets, checked, running, stop, endChecks } = setUp(100)
  for (let tick = 0; tick < 10; tick += 1) {
    await scheduler.advance(500)
    await flushPromises()
    expect(running).toHaveLength(8)
    await endChecks()
  }
  while (running.length > 0) await endChecks()
  expect(checked).toHaveLength(100)
  expect(new Set(checked)).toEqual(new Set(sockets))
  stop()
  expect(scheduler.pendingTimers()).toBe(0)
})

test('a socket waits for one check at a time, and for none once it is closed', async () => {
  const { scheduler, sockets, checked, running, stop, endChecks } = setUp(10)
  // Eight checks hang; the other two sockets wait, in several sweeps.
  await scheduler.advance(20_000)
  await flushPromises()
  expect(checked).toHaveLength(8)
  stop()
  const [closed] = sockets.slice(8)
  if (closed) closed.connected = false
  while (running.length > 0) await endChecks()
  const times = sockets.map((socket) => checked.filter((other) => other === socket).length)
  expect(times).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 0, 1])
})

test('while the check of one socket hangs, the others are checked within five seconds', async () => {
  const { scheduler, checked, running, endChecks } = setUp(100)
  for (let tick = 0; tick < 10; tick += 1) {
    await scheduler.advance(500)
    await flushPromises()
    if (tick === 0) running.shift()
    while (running.length > 0) await endChecks()
  }
  expect(new Set(checked).size).toBe(100)
})

test('while all checks hang, a socket that reads too slowly is disconnected within five seconds', async () => {
  const { scheduler, sockets, checked } = setUp(100)
  const [slow, ...others] = sockets.toReversed()
  slow?.conn.writeBuffer.push(...Array.from({ length: 64 }, () => ''))
  await scheduler.advance(5_000)
  expect(checked).toHaveLength(8)
  expect([slow?.connected, others.every(({ connected }) => connected)]).toEqual([false, true])
})
