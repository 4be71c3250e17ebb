import { Redis } from 'ioredis'
import type { CheckpointMoved } from '../read-models.ts'
import type { RedisClient } from './connection.ts'
import { keyPrefix } from './scripts.ts'
import { parseCheckpointMoved } from './script-arguments.ts'

/** Those who want to hear when a view moved. There is a connection for them as long as there is anybody. */
export class CheckpointWatchers {
  readonly #client: RedisClient
  readonly #listeners = new Set<(moved: CheckpointMoved) => void>()
  #connection: RedisClient | undefined

  /** Connects as `client` does. */
  constructor(client: RedisClient) {
    this.#client = client
  }

  add(listener: (moved: CheckpointMoved) => void): () => void {
    // One entry for each time, so that the same listener may be there twice.
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

  #connect(): RedisClient {
    const connection = this.#client instanceof Redis ? this.#client.duplicate() : this.#client.duplicate()
    // Trouble is heard by the other connections; this one subscribes again by itself when it is back.
    connection.on('error', () => undefined)
    connection.on('message', (_channel: string, text: string) => {
      const moved = parseCheckpointMoved(text)
      if (moved) for (const listener of this.#listeners) listener(moved)
    })
    connection.subscribe(`${keyPrefix}moved`).catch(() => undefined)
    return connection
  }
}
