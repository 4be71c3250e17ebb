import type { Cluster, Redis } from 'ioredis'
import { StoreUnavailable } from '../read-models.ts'

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

/** What a server says of itself for a while: it starts, is full, cannot write, or is not the one that writes. */
const passing =
  /\b(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED|NOAUTH)\b/

/** `StoreUnavailable` for whatever passes by itself; an answer that says that we are wrong stays as it is. */
function toStoreUnavailable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'ReplyError' && !passing.test(error.message)) return error
  return new StoreUnavailable('Redis is out of reach just now.', { cause: error })
}
