import type { ServerMessages } from '@thirty/contracts/live.ts'
import { act } from '@testing-library/react'

/**
 * A live line without a server. A spec puts it in the place of the real one with
 * `vi.mock('socket.io-client', () => import('../../shared/line-double.ts'))`.
 */
type Listener = (...words: unknown[]) => void

const named = new Map<string, Listener[]>()
const any: Listener[] = []
const fire = (name: string, ...words: unknown[]) => named.get(name)?.forEach((listener) => listener(...words))

const line = {
  connected: false,
  on: (name: string, listener: Listener) => named.set(name, [...(named.get(name) ?? []), listener]),
  onAny: (listener: Listener) => any.push(listener),
  emit: (_name: string, _request: unknown, answer: (answer: unknown) => void) => answer({ ok: true }),
  connect: () => {
    line.connected = true
    fire('connect')
  },
  disconnect: () => {
    line.connected = false
  },
}

export const io = () => line

/** The server says something. */
export const emitFromServer = <Name extends keyof ServerMessages>(
  name: Name,
  payload: ServerMessages[Name],
): Promise<void> => act(async () => any.forEach((listener) => listener(name, payload)))

/** The line breaks and comes back; what was said meanwhile is lost. */
export const dropConnection = (): Promise<void> =>
  act(async () => {
    line.connected = false
    fire('disconnect', 'transport close')
    const { retryNow } = await import('../src/shared/live/live-socket.ts')
    retryNow()
  })
