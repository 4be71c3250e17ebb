import type { Cluster, Redis } from 'ioredis'
import { StoreUnavailable } from '../read-models.ts'

/** A connection to one server or to a cluster. */
export type RedisClient = Redis | Cluster

/**
 * A connection that rejects all pending commands when it is closed. The client itself never settles commands that
 * wait for a reconnect.
 */
export class RedisConnection {
  readonly client: RedisClient
  readonly #pending = new Set<(error: unknown) => void>()

  constructor(client: RedisClient) {
    this.client = client
  }

  /** Sends a command. Throws `StoreUnavailable` for temporary errors. */
  call(command: string, commandArguments: readonly (string | number)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#pending.add(reject)
      const remove = () => void this.#pending.delete(reject)
      this.client
        .call(command, [...commandArguments])
        .then(resolve, (error: unknown) => reject(toStoreUnavailable(error)))
        .finally(remove)
    })
  }

  close(): void {
    this.client.disconnect()
    const closed = new StoreUnavailable('The connection to Redis was closed.')
    for (const reject of this.#pending) reject(closed)
    this.#pending.clear()
  }
}

/** Errors of a server that are temporary: it is starting, full, cannot write, or is not the primary. */
const temporaryErrors =
  /\b(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED|NOAUTH)\b/

/** Returns `StoreUnavailable` for temporary errors, and errors that say that our command is wrong unchanged. */
function toStoreUnavailable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'ReplyError' && !temporaryErrors.test(error.message))
    return error
  return new StoreUnavailable('Redis is unreachable.', { cause: error })
}
