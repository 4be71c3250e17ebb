import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { startSessionRevalidator } from './session-revalidator.ts'
import type { SessionSocket, SocketServer } from './handshake.ts'

/** A server with sockets whose checks end when the test says so. */
function setUp(count: number) {
  const scheduler = fakeScheduler()
  const sockets = Array.from({ length: count }, () => ({ connected: true, conn: { writeBuffer: [] } }))
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
    expect(running).toHaveLength(8)
    while (running.length > 0) await endChecks()
  }
  expect(checked).toHaveLength(100)
  expect(new Set(checked)).toEqual(new Set(sockets))
  await stop()
  expect(scheduler.pendingTimers()).toBe(0)
})

test('while checks hang, no further one begins, and a socket that is closed meanwhile is not checked', async () => {
  const { scheduler, sockets, checked, running, endChecks } = setUp(100)
  await scheduler.advance(20_000)
  expect(checked).toEqual(sockets.slice(0, 8))
  const [closed, open] = sockets.slice(8)
  if (closed) closed.connected = false
  while (running.length > 0) await endChecks()
  expect(checked.slice(8)).toEqual([open])
})
