import type { ServerMessages } from '@thirty/contracts/live.ts'
import { act } from '@testing-library/react'

// A live socket without a server. A spec replaces the real one with
// `vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))`.

type Listener = (...args: unknown[]) => void

const listenersByName = new Map<string, Listener[]>()
const anyListeners: Listener[] = []
const fire = (name: string, ...args: unknown[]) =>
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
    fire('connect')
  },
  disconnect: () => {
    socket.connected = false
  },
}

export const io = () => socket

/** Delivers a message of the server, as Socket.IO does: first to the listeners of all messages, then to those of its name. */
export const emitFromServer = <Name extends keyof ServerMessages>(
  name: Name,
  payload: ServerMessages[Name],
): Promise<void> =>
  act(async () => {
    for (const listener of anyListeners) listener(name, payload)
    fire(name, payload)
  })

/** Disconnects and reconnects; messages in between are lost. */
export const dropConnection = (): Promise<void> =>
  act(async () => {
    socket.connected = false
    fire('disconnect', 'transport close')
    const { retryNow } = await import('../src/shared/live/live-socket.ts')
    retryNow()
  })
