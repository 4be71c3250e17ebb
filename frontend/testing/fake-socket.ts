import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import { act } from '@testing-library/react'

// A fake live socket without a server. Specs replace the real one by it:
// `vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))`.

type Listener = (...args: unknown[]) => void

const listenersByName = new Map<string, Listener[]>()
const anyListeners: Listener[] = []
const emitLocally = (name: string, ...args: unknown[]) =>
  listenersByName.get(name)?.forEach((listener) => listener(...args))

const socket = {
  connected: false,
  on: (name: string, listener: Listener) =>
    listenersByName.set(name, [...(listenersByName.get(name) ?? []), listener]),
  onAny: (listener: Listener) => anyListeners.push(listener),
  emit: (_name: string, _request: unknown, acknowledge: (response: unknown) => void) =>
    acknowledge({ ok: true }),
  connect: () => {
    socket.connected = true
    emitLocally('connect')
  },
  disconnect: () => {
    socket.connected = false
  },
}

export const io = () => socket

/** Delivers a server message in the order of Socket.IO: first to `onAny` listeners, then to the listeners of its name. */
export const emitFromServer = <Name extends keyof ServerMessages>(
  name: Name,
  payload: ServerMessages[Name],
): Promise<void> =>
  act(async () => {
    for (const listener of anyListeners) listener(name, payload)
    emitLocally(name, payload)
  })

/** Disconnects the socket as the server does to make its client ask who it is. */
export const disconnectFromServer = (): Promise<void> =>
  act(async () => {
    socket.connected = false
    emitLocally('disconnect', 'io server disconnect')
  })

/** Disconnects and reconnects the socket. */
export const dropConnection = (): Promise<void> =>
  act(async () => {
    socket.connected = false
    emitLocally('disconnect', 'transport close')
    const { retryNow } = await import('../src/shared/live/live-socket.ts')
    retryNow()
  })
