import type { Redis } from 'ioredis'
import type { CheckpointMoved } from '../read-models.ts'
import { parseCheckpointMoved } from './script-encoding.ts'
import { movedChannel } from './scripts.ts'

/** Listeners for checkpoints of live builds. It has a connection while there are listeners. */
export class CheckpointWatchers {
  readonly #client: Redis
  readonly #listeners = new Set<(moved: CheckpointMoved) => void>()
  #connection: Redis | undefined

  /** Connects with the settings of `client`. */
  constructor(client: Redis) {
    this.#client = client
  }

  add(listener: (moved: CheckpointMoved) => void): () => void {
    // One entry per call, so that the same listener may be added twice.
    const entry = (moved: CheckpointMoved) => listener(moved)
    this.#listeners.add(entry)
    this.#connection ??= this.#connect()
    return () => {
      this.#listeners.delete(entry)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    this.#listeners.clear()
    this.#connection?.disconnect()
    this.#connection = undefined
  }

  #connect(): Redis {
    const connection = this.#client.duplicate()
    // The other connections report errors; this one resubscribes by itself after a reconnect.
    connection.on('error', () => undefined)
    connection.on('message', (_channel: string, text: string) => {
      const moved = parseCheckpointMoved(text)
      if (moved) for (const listener of this.#listeners) listener(moved)
    })
    connection.subscribe(movedChannel(this.#client)).catch(() => undefined)
    return connection
  }
}
