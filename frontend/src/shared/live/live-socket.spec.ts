// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as State from './live-connection.ts'
import type * as Live from './live-socket.ts'
import type * as Missed from './resync.ts'

/** A socket that does what the spec says. */
class FakeSocket {
  connected = false
  connects = 0
  emitted: [string, unknown][] = []
  readonly #named = new Map<string, (word: unknown) => void>()
  #unanswered: ((answer: unknown) => void)[] = []
  #any: ((name: string, payload: unknown) => void) | undefined
  on(name: string, listener: (word: unknown) => void) {
    this.#named.set(name, listener)
  }
  onAny(listener: (name: string, payload: unknown) => void) {
    this.#any = listener
  }
  emit(name: string, request: unknown, answer: (answer: unknown) => void) {
    this.emitted.push([name, request])
    this.#unanswered.push(answer)
  }
  answers(answer: unknown) {
    this.#unanswered.shift()?.(answer)
  }
  connect() {
    this.connects += 1
  }
  disconnect() {
    this.connected = false
  }
  comesUp() {
    this.connected = true
    this.#named.get('connect')?.(undefined)
  }
  goesDown(reason = 'transport close') {
    this.connected = false
    // Whoever waited for an answer on this line gets none.
    this.#unanswered = []
    this.#named.get('disconnect')?.(reason)
  }
  isRefused() {
    this.#named.get('connect_error')?.(Object.assign(new Error('Authentication failed'), { data: undefined }))
  }
  says(name: string, payload: unknown) {
    this.#any?.(name, payload)
  }
}

let socket: FakeSocket
let live: typeof Live
let missed: typeof Missed
let state: typeof State

vi.mock('socket.io-client', () => ({ io: () => socket }))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.resetModules()
  localStorage.clear()
  socket = new FakeSocket()
  live = await import('./live-socket.ts')
  missed = await import('./resync.ts')
  state = await import('./live-connection.ts')
})
afterEach(() => {
  vi.useRealTimers()
})

const heartbeat = { position: '5', at: '2026-11-20T10:00:00.000Z', online: 3 }
const connection = () => state.useLiveConnection.getState().connection
const opened = async (hear: (payload: unknown) => void = () => undefined) => {
  const stop = live.subscribe('leaderboard.heartbeat', hear)
  await vi.waitFor(() => expect(socket.connects).toBe(1))
  socket.comesUp()
  return stop
}
/** As `opened`, and the screens were looked over for the first time. */
const settled = async (hear?: (payload: unknown) => void) => {
  const stop = await opened(hear)
  await vi.advanceTimersByTimeAsync(3000)
  return stop
}

test('the first listener opens the line, and hears what it asked for until it leaves', async () => {
  const hear = vi.fn<(payload: unknown) => void>()
  const stop = await opened(hear)
  expect(connection().state).toBe('live')
  socket.says('leaderboard.heartbeat', heartbeat)
  socket.says('showcase.changed', {})
  stop()
  socket.says('leaderboard.heartbeat', heartbeat)
  expect(hear.mock.calls).toEqual([[heartbeat]])
})

test('a lost line is tried again after 1, 2, 4 and 8 seconds, then counts as dead and is tried every 15', async () => {
  await opened()
  const waits = [1000, 2000, 4000, 8000, 15_000, 15_000]
  const states: string[] = []
  socket.goesDown()
  for (const wait of waits) {
    states.push(connection().state)
    const before = socket.connects
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(socket.connects).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(socket.connects).toBe(before + 1)
    socket.goesDown()
  }
  expect(states).toEqual([...Array<string>(4).fill('reconnecting'), 'offline', 'offline'])
})

test('soon after the line stands, and when it comes back, everybody fetches what may have been missed', async () => {
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  await opened()
  // What fills the screen just now is let to its end.
  expect(refetch).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3000)
  expect(refetch).toHaveBeenCalledOnce()
  refetch.mockClear()
  socket.goesDown()
  await vi.advanceTimersByTimeAsync(1000)
  socket.comesUp()
  expect(refetch).toHaveBeenCalledOnce()
  expect(connection().state).toBe('live')
})

test('nothing is fetched while the line is broken, but once it is back', async () => {
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  await opened()
  socket.goesDown()
  await vi.advanceTimersByTimeAsync(5000)
  expect(refetch).not.toHaveBeenCalled()
  socket.comesUp()
  expect(refetch).toHaveBeenCalledOnce()
})

test('what was missed is fetched once the rooms that are watched are entered again, or refused', async () => {
  live.joinRoom('community')
  live.joinRoom('project:7')
  await opened()
  socket.answers({ ok: true })
  socket.answers({ ok: true })
  await vi.advanceTimersByTimeAsync(3000)
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  for (const answers of [['lost with the line'], [{ ok: true }, { ok: false, code: 'not-allowed' }]]) {
    socket.goesDown()
    await vi.advanceTimersByTimeAsync(1000)
    socket.comesUp()
    for (const answer of answers) {
      expect(refetch).not.toHaveBeenCalled()
      socket.answers(answer)
    }
  }
  expect(refetch).toHaveBeenCalledOnce()
})

test('what a room told before it was entered is looked for soon after, in one go for many rooms', async () => {
  await settled()
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  for (const room of ['community', 'project:7']) live.joinRoom(room)
  await vi.advanceTimersByTimeAsync(5000)
  expect(refetch).not.toHaveBeenCalled()
  for (const answer of [{ ok: true }, { ok: true }]) socket.answers(answer)
  await vi.advanceTimersByTimeAsync(3000)
  expect(refetch).toHaveBeenCalledOnce()
})

test('when the server may have lost something, everybody fetches it, soon and once', async () => {
  await settled()
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  const lost = { at: '2026-11-20T10:00:00.000Z' }
  socket.says('news.missed', lost)
  socket.says('news.missed', lost)
  expect(refetch).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(refetch).toHaveBeenCalledOnce()
  socket.says('news.missed', lost)
  await vi.advanceTimersByTimeAsync(1000)
  expect(refetch).toHaveBeenCalledTimes(2)
})

test('a paused line fetches what the server lost when the pause ends, and only then', async () => {
  await settled()
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  live.setPaused(true)
  socket.says('news.missed', { at: '2026-11-20T10:00:00.000Z' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(refetch).not.toHaveBeenCalled()
  live.setPaused(false)
  expect(refetch).toHaveBeenCalledOnce()
})

test('a server that hears nothing itself says since when, and is caught up with when it does again', async () => {
  await settled()
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  socket.says('leaderboard.heartbeat', { ...heartbeat, behind: true })
  expect(connection()).toEqual({ state: 'behind', since: Date.parse(heartbeat.at) })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(refetch).not.toHaveBeenCalled()
  socket.says('leaderboard.heartbeat', heartbeat)
  expect(connection().state).toBe('live')
  await vi.advanceTimersByTimeAsync(1000)
  expect(refetch).toHaveBeenCalledOnce()
})

test('a line that the server cut, or did not accept, has the session checked', async () => {
  const check = vi.fn<() => void>()
  live.onServerDisconnect(check)
  await opened()
  socket.goesDown('io server disconnect')
  socket.isRefused()
  expect(check).toHaveBeenCalledTimes(2)
})

test('a signed-in line that falls silent for 40 seconds is taken for dead', async () => {
  localStorage.setItem('token', 'of-maya')
  await opened()
  await vi.advanceTimersByTimeAsync(30_000)
  socket.says('leaderboard.heartbeat', heartbeat)
  await vi.advanceTimersByTimeAsync(39_000)
  expect(connection().state).toBe('live')
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection().state).toBe('reconnecting')
})

test('rooms are asked for once, however many need them, and again on a new line', async () => {
  await opened()
  const first = live.joinRoom('project:7')
  const second = live.joinRoom('project:7')
  first()
  socket.goesDown()
  await vi.advanceTimersByTimeAsync(1000)
  socket.comesUp()
  second()
  expect(socket.emitted).toEqual([
    ['watch', { room: 'project:7' }],
    ['watch', { room: 'project:7' }],
    ['unwatch', { room: 'project:7' }],
  ])
})

test('while paused nothing is heard, and afterwards everything is fetched', async () => {
  const hear = vi.fn<(payload: unknown) => void>()
  await settled(hear)
  const refetch = vi.fn<() => void>()
  missed.onResync(refetch)
  live.setPaused(true)
  socket.says('leaderboard.heartbeat', heartbeat)
  expect(hear).not.toHaveBeenCalled()
  live.setPaused(false)
  expect(refetch).toHaveBeenCalledOnce()
})

test('positions are compared as numbers, however long they are', () => {
  expect(state.isPositionAfter('100', '99')).toBe(true)
  expect(state.isPositionAfter('18446744073709551615', '18446744073709551614')).toBe(true)
  expect(state.isPositionAfter('5', '5')).toBe(false)
})
