// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as LiveConnection from './live-connection.ts'
import type * as LiveSocket from './live-socket.ts'
import type * as Resync from './resync.ts'

/** A socket whose connection and messages the spec simulates. */
class FakeSocket {
  connected = false
  connects = 0
  disconnects = 0
  emitted: [string, unknown][] = []
  readonly #listeners = new Map<string, (payload: unknown) => void>()
  #acknowledgements: ((response: unknown) => void)[] = []
  #anyListener: ((name: string, payload: unknown) => void) | undefined
  on(name: string, listener: (payload: unknown) => void) {
    this.#listeners.set(name, listener)
  }
  onAny(listener: (name: string, payload: unknown) => void) {
    this.#anyListener = listener
  }
  emit(name: string, request: unknown, acknowledge: (response: unknown) => void) {
    this.emitted.push([name, request])
    this.#acknowledgements.push(acknowledge)
  }
  acknowledge(response: unknown) {
    this.#acknowledgements.shift()?.(response)
  }
  connect() {
    this.connects += 1
  }
  disconnect() {
    this.disconnects += 1
    this.connected = false
  }
  simulateConnect() {
    this.connected = true
    this.#listeners.get('connect')?.(undefined)
  }
  simulateDisconnect(reason = 'transport close') {
    this.connected = false
    // Acknowledgements of a lost connection never arrive.
    this.#acknowledgements = []
    this.#listeners.get('disconnect')?.(reason)
  }
  simulateRefusal(message = 'Authentication failed', data?: unknown) {
    const error = Object.assign(new Error(message), { data })
    this.#listeners.get('connect_error')?.(error)
  }
  receive(name: string, payload: unknown) {
    this.#anyListener?.(name, payload)
    this.#listeners.get(name)?.(payload)
  }
}

let socket: FakeSocket
let live: typeof LiveSocket
let resync: typeof Resync
let connectionModule: typeof LiveConnection

vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.resetModules()
  localStorage.clear()
  socket = new FakeSocket()
  live = await import('./live-socket.ts')
  resync = await import('./resync.ts')
  connectionModule = await import('./live-connection.ts')
})
afterEach(() => {
  vi.useRealTimers()
})

const heartbeat = { position: '5', at: '2026-11-20T10:00:00.000Z', online: 3 }
const connection = () => connectionModule.useLiveConnection.getState().connection
const ignore = () => undefined

const subscribeAndConnect = async (handler: (payload: unknown) => void = ignore) => {
  const unsubscribe = live.subscribe('leaderboard.heartbeat', handler)
  await vi.waitFor(() => expect(socket.connects).toBe(1))
  connect()
  return unsubscribe
}
/** Connects, and answers for the room that every signed-in socket is in. */
const connect = (response: unknown = { ok: true }) => {
  socket.simulateConnect()
  socket.acknowledge(response)
}
/** Subscribes and connects, and waits for the resync after the first connection. */
const connectAndResync = async (handler?: (payload: unknown) => void) => {
  const unsubscribe = await subscribeAndConnect(handler)
  await vi.advanceTimersByTimeAsync(3000)
  return unsubscribe
}
const listenForResync = () => {
  const onResync = vi.fn<() => void>()
  resync.onResync(onResync)
  return onResync
}

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
    live.subscribe('rank.changed', ({ rank }) => rank.toFixed())
    // @ts-expect-error: no message has this name
    live.subscribe('leaderboard.change', ignore)
    // @ts-expect-error: the payload has no such field
    live.subscribe('rank.changed', ({ place }) => place)
    // @ts-expect-error: the handler expects the payload of another message
    live.subscribe('rank.changed', (payload: { rows: readonly unknown[] }) => payload.rows)
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
  live.joinRoom('community')
  live.joinRoom('project:7')
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
  const onResync = vi.fn<(kind: string, joinedAt?: unknown) => void>()
  resync.onResync(onResync)
  connect({ ok: true, position: '7', epoch: 'e1' })
  expect(onResync).toHaveBeenLastCalledWith('now', { position: '7', epoch: 'e1' })
})

test('a resync that was due when the connection was lost loads everything after the reconnect', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  const onResync = vi.fn<(kind: string, joinedAt?: unknown) => void>()
  resync.onResync(onResync)
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
  for (const room of ['community', 'project:7']) live.joinRoom(room)
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

test('the clients of a restarted server are spread over seconds', () => {
  const { reconnectDelay, resyncDelay, resyncRetryDelay } = connectionModule
  const spread = (delay: (jitter: number) => number) => delay(1) - delay(0)
  expect(spread((jitter) => reconnectDelay(0, jitter))).toBeGreaterThanOrEqual(3000)
  expect(spread(resyncDelay)).toBeGreaterThanOrEqual(3000)
  expect(spread((jitter) => resyncRetryDelay(1, jitter))).toBeGreaterThanOrEqual(3000)
})

test('the session is checked when the server disconnects or refuses the socket', async () => {
  const checkSession = vi.fn<() => void>()
  live.onServerDisconnect(checkSession)
  await subscribeAndConnect()
  socket.simulateDisconnect('io server disconnect')
  socket.simulateRefusal()
  expect(checkSession).toHaveBeenCalledTimes(2)
})

test('a socket that is one too many says why, asks nobody who it is, and waits for as long as the server says', async () => {
  const checkSession = vi.fn<() => void>()
  live.onServerDisconnect(checkSession)
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

test('a signed-in socket reconnects after 40 seconds without a message', async () => {
  localStorage.setItem('token', 'of-maya')
  await subscribeAndConnect()
  await vi.advanceTimersByTimeAsync(30_000)
  socket.receive('leaderboard.heartbeat', heartbeat)
  await vi.advanceTimersByTimeAsync(39_000)
  expect(connection().state).toBe('live')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection().state).toBe('reconnecting')
})

test('several callers join a room once, and it is joined again after a reconnect', async () => {
  await subscribeAndConnect()
  const leaveFirst = live.joinRoom('project:7')
  const leaveSecond = live.joinRoom('project:7')
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

test('after the browser has slept, the socket reconnects at once', async () => {
  localStorage.setItem('token', 'of-maya')
  await connectAndResync()
  vi.setSystemTime(Date.now() + 3_600_000)
  // Three seconds of the forty were before the sleep.
  await vi.advanceTimersByTimeAsync(37_000)
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
