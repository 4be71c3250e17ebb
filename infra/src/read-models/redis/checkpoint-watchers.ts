import type { Redis } from 'ioredis'
import type { CheckpointMoved } from '../read-models.ts'
import { parseCheckpointMoved } from './script-encoding.ts'
import { movedChannel } from './scripts.ts'

/** Listeners for checkpoints of live builds. It has a connection, with the settings of `client`, while there are listeners. */
export function checkpointWatchers(client: Redis) {
  const listeners = new Set<(moved: CheckpointMoved) => void>()
  let connection: Redis | undefined

  const close = (): void => {
    listeners.clear()
    connection?.disconnect()
    connection = undefined
  }
  const connect = (): Redis => {
    const opened = client.duplicate()
    // The other connections report errors; this one resubscribes by itself after a reconnect.
    opened.on('error', () => undefined)
    opened.on('message', (_channel: string, text: string) => {
      const moved = parseCheckpointMoved(text)
      if (moved) for (const listener of listeners) listener(moved)
    })
    opened.subscribe(movedChannel(client)).catch(() => undefined)
    return opened
  }
  return {
    add: (listener: (moved: CheckpointMoved) => void): (() => void) => {
      // One entry per call, so that the same listener may be added twice.
      const entry = (moved: CheckpointMoved) => listener(moved)
      listeners.add(entry)
      connection ??= connect()
      return () => {
        listeners.delete(entry)
        if (listeners.size === 0) close()
      }
    },
    close,
  }
}
