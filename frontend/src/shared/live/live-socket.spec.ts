// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import {
  connect,
  connectAndResync,
  connection,
  heartbeat,
  installLiveSocket,
  io,
  listenForResync,
  onServerDisconnect,
  socket,
  subscribeAndConnect,
} from '../../../testing/live-socket.ts'
import { reconnectDelay, resyncDelay, resyncRetryDelay } from './resync.ts'
import { subscribe } from './live-socket.ts'

vi.mock('socket.io-client', () => ({ io }))

installLiveSocket()

test('the first subscription opens the socket and receives messages of its name until it ends', async () => {
  const handler = vi.fn<(payload: unknown) => void>()
  const unsubscribe = await subscribeAndConnect(handler)
  expect(connection().state).toBe('live')
  socket.receive('leaderboard.heartbeat', heartbeat)
  socket.receive('showcase.changed', {})
  unsubscribe()
  socket.receive('leaderboard.heartbeat', heartbeat)
  expect(handler.mock.calls).toEqual([[heartbeat]])
})

test('the type check refuses messages that are not in the contracts', () => {
  // Never called. The type check reports each directive whose next line has no error.
  const typeChecked = () => {
    subscribe('rank.changed', ({ rank }) => rank.toFixed())
    // @ts-expect-error: no message has this name
    subscribe('leaderboard.change', () => undefined)
    // @ts-expect-error: the payload has no such field
    subscribe('rank.changed', ({ place }) => place)
    // @ts-expect-error: the handler expects the payload of another message
    subscribe('rank.changed', (payload: { rows: readonly unknown[] }) => payload.rows)
  }
  expect(typeChecked).toBeTypeOf('function')
})

test('a lost connection is retried after 1, 2, 4 and 8 seconds, then counts as offline and is retried every 15', async () => {
  await subscribeAndConnect()
  const delays = [1000, 2000, 4000, 8000, 15_000, 15_000]
  const states: string[] = []
  socket.simulateDisconnect()
  for (const delay of delays) {
    states.push(connection().state)
    const previousConnects = socket.connects
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(socket.connects).toBe(previousConnects)
    await vi.advanceTimersByTimeAsync(1)
    expect(socket.connects).toBe(previousConnects + 1)
    socket.simulateDisconnect()
  }
  expect(states).toEqual([...Array<string>(4).fill('reconnecting'), 'offline', 'offline'])
})

test('the clients of a restarted server are spread over seconds', () => {
  const spread = (delay: (jitter: number) => number) => delay(1) - delay(0)
  expect(spread((jitter) => reconnectDelay(0, jitter))).toBeGreaterThanOrEqual(3000)
  expect(spread(resyncDelay)).toBeGreaterThanOrEqual(3000)
  expect(spread((jitter) => resyncRetryDelay(1, jitter))).toBeGreaterThanOrEqual(3000)
})

test('the session is checked when the server disconnects or refuses the socket', async () => {
  const checkSession = vi.fn<() => void>()
  onServerDisconnect(checkSession)
  await subscribeAndConnect()
  socket.simulateDisconnect('io server disconnect')
  socket.simulateRefusal()
  expect(checkSession).toHaveBeenCalledTimes(2)
})

test('the socket of a process that ends connects to another one at once, and the session is not checked', async () => {
  const checkSession = vi.fn<() => void>()
  onServerDisconnect(checkSession)
  await subscribeAndConnect()
  socket.receive('server.ending', { at: heartbeat.at })
  expect(socket.connects).toBe(2)
  expect(connection().state).toBe('reconnecting')
  connect()
  expect([connection().state, checkSession.mock.calls.length]).toEqual(['live', 0])
})

test('a socket that is one too many says why, asks nobody who it is, and waits for as long as the server says', async () => {
  const checkSession = vi.fn<() => void>()
  onServerDisconnect(checkSession)
  await subscribeAndConnect()
  socket.simulateDisconnect()
  const reason = 'Many people are watching from your network. Try again in 1 minute.'
  socket.simulateRefusal(reason, { code: 'too-many', retryAfterSeconds: 60 })
  expect(connection()).toMatchObject({ state: 'full', reason })
  expect(checkSession).not.toHaveBeenCalled()
  const before = socket.connects
  await vi.advanceTimersByTimeAsync(60_000)
  expect(socket.connects).toBe(before)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(socket.connects).toBe(before + 1)
  socket.simulateConnect()
  expect(connection().state).toBe('live')
})

/** Fails five attempts, so that the next one is 15 seconds away. */
const loseConnection = async () => {
  socket.simulateDisconnect()
  for (const delay of [1000, 2000, 4000, 8000]) {
    await vi.advanceTimersByTimeAsync(delay)
    socket.simulateDisconnect()
  }
}
const setVisibility = (visibilityState: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ['the page becomes visible', () => setVisibility('visible')],
])('the socket reconnects at once when %s', async (_, comeBack) => {
  const onResync = listenForResync()
  await connectAndResync()
  await loseConnection()
  onResync.mockClear()
  const { connects, disconnects } = socket
  comeBack()
  expect(socket.connects).toBe(connects + 1)
  // An attempt that began without a network has no answer, and Socket.IO would wait for it.
  expect(socket.disconnects).toBeGreaterThan(disconnects)
  connect()
  expect(onResync).toHaveBeenCalledOnce()
})

test('a page that goes to the background does not reconnect, and one whose socket is alive stays connected', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  setVisibility('visible')
  expect(socket.connects).toBe(1)
  await loseConnection()
  const { connects } = socket
  setVisibility('hidden')
  expect(socket.connects).toBe(connects)
})

test('a page that becomes visible reconnects if its socket was silent for too long', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  // The timers of a tab in the background may be late.
  vi.setSystemTime(Date.now() + 3_600_000)
  setVisibility('visible')
  expect(socket.disconnects).toBeGreaterThan(0)
  expect(socket.connects).toBe(2)
  // The data on screen may be an hour old until there is an answer.
  expect(connection().state).toBe('reconnecting')
})

test('a socket without the pings of the server reconnects at once, such as after a sleep of the computer', async () => {
  await connectAndResync()
  socket.simulateDisconnect('ping timeout')
  expect(socket.connects).toBe(2)
  expect(connection().state).toBe('reconnecting')
})

test('a connection of the previous network is not shown as live', async () => {
  await subscribeAndConnect()
  window.dispatchEvent(new Event('online'))
  expect(connection().state).toBe('reconnecting')
})

test('without a network the attempts continue every 15 seconds, because the browser may be wrong about it', async () => {
  await subscribeAndConnect()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(connection().state).toBe('offline')
  await loseConnection()
  const { connects } = socket
  await vi.advanceTimersByTimeAsync(15_000)
  expect(socket.connects).toBe(connects + 1)
  expect(connection().state).toBe('offline')
})
