import type { Cluster, Redis } from 'ioredis'
import { StoreUnavailable } from '../read-models.ts'
import { toStoreUnavailable } from './redis-errors.ts'

/** A connection to one server, or to a cluster. */
export type RedisClient = Redis | Cluster

/**
 * A connection on which everybody who waits is let go when it is closed. The client itself forgets those whose
 * commands wait for it to connect again.
 */
export class RedisConnection {
  readonly client: RedisClient
  readonly #waiting = new Set<(error: unknown) => void>()

  constructor(client: RedisClient) {
    this.client = client
  }

  /** Sends a command. Throws `StoreUnavailable` for whatever passes by itself. */
  call(command: string, words: readonly (string | number)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      const end = () => void this.#waiting.delete(reject)
      this.client
        .call(command, [...words])
        .then(resolve, (error: unknown) => reject(toStoreUnavailable(error)))
        .finally(end)
    })
  }

  close(): void {
    this.client.disconnect()
    const closed = new StoreUnavailable('The connection to Redis was closed.')
    for (const reject of this.#waiting) reject(closed)
    this.#waiting.clear()
  }
}
