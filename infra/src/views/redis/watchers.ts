import { Redis } from 'ioredis'
import type { Moved } from '../views.ts'
import type { RedisClient } from './line.ts'
import { root } from './scripts.ts'
import { movedFrom } from './words.ts'

/** Those who want to hear when a view moved. There is a connection for them as long as there is anybody. */
export class Watchers {
  readonly #client: RedisClient
  readonly #listeners = new Set<(moved: Moved) => void>()
  #connection: RedisClient | undefined

  /** Connects as `client` does. */
  constructor(client: RedisClient) {
    this.#client = client
  }

  add(listener: (moved: Moved) => void): () => void {
    // One entry for each time, so that the same listener may be there twice.
    const entry = (moved: Moved) => listener(moved)
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
      const moved = movedFrom(text)
      if (moved) for (const listener of this.#listeners) listener(moved)
    })
    connection.subscribe(`${root}moved`).catch(() => undefined)
    return connection
  }
}
