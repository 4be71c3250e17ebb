import { afterEach, beforeEach, expect, vi } from 'vitest'
import type * as LiveSocket from '../src/shared/live/live-socket.ts'
import type * as Resync from '../src/shared/live/resync.ts'
import { resetPage } from './reset-page.ts'

// The connection of a browser whose server is the spec: unlike `fake-socket.ts`, it neither connects nor acknowledges
// by itself. Specs replace the real one by it: `vi.mock('socket.io-client', () => ({ io }))`.

/** A socket whose connection and messages the spec simulates. */
class ManualSocket {
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
  reset() {
    this.connected = false
    this.connects = 0
    this.disconnects = 0
    this.emitted = []
    this.#listeners.clear()
    this.#acknowledgements = []
    this.#anyListener = undefined
  }
  receive(name: string, payload: unknown) {
    this.#anyListener?.(name, payload)
    this.#listeners.get(name)?.(payload)
  }
}

/** The socket of the test that is running. */
export const socket = new ManualSocket()
export const io = () => socket

let live: typeof LiveSocket
let resync: typeof Resync
let readConnection: () => LiveSocket.LiveConnection

/** Gives each test of a spec a new page of a visitor without a connection, and a fake clock without jitter. */
export function installLiveSocket(): void {
  beforeEach(async () => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    // The modules of earlier tests no longer receive events of the page.
    resetPage()
    vi.resetModules()
    socket.reset()
    live = await import('../src/shared/live/live-socket.ts')
    resync = await import('../src/shared/live/resync.ts')
    readConnection = () => live.useLiveConnection.getState().connection
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export const connection = () => readConnection()
export const joinRoom = (room: string) => live.joinRoom(room)
export const onServerDisconnect = (listener: () => void) => live.onServerDisconnect(listener)

export const heartbeat = { position: '5', at: '2026-11-20T10:00:00.000Z', online: 3 }

/** Connects, and answers for the room that every signed-in socket is in. */
export const connect = (response: unknown = { ok: true }) => {
  socket.simulateConnect()
  socket.acknowledge(response)
}

/** Subscribes to the heartbeat and connects. Returns an unsubscribe function. */
export const subscribeAndConnect = async (handler: (payload: unknown) => void = () => undefined) => {
  const unsubscribe = live.subscribe('leaderboard.heartbeat', handler)
  await vi.waitFor(() => expect(socket.connects).toBe(1))
  connect()
  return unsubscribe
}

/** Subscribes and connects, and waits for the resync after the first connection. */
export const connectAndResync = async () => {
  await subscribeAndConnect()
  await vi.advanceTimersByTimeAsync(3000)
}

/** Returns a mock that is called at each resync. */
export const listenForResync = () => {
  const onResync = vi.fn<(kind: string, joinedAt?: unknown) => void>()
  resync.onResync(onResync)
  return onResync
}
