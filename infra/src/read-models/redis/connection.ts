import type { Cluster, Redis } from 'ioredis'
import { StoreUnavailable } from '../read-models.ts'

/** A connection to one server or to a cluster. */
export type RedisClient = Redis | Cluster

/** Milliseconds in which Redis has to answer a request. */
export const requestTimeoutMs = 1_000
const checksPerTimeout = 10
/** A frozen server keeps its connections open: after so many checks without any answer, this client opens a new one. */
const checksUntilReconnect = 2 * checksPerTimeout

/** A command without an answer, and how many checks it has already seen. */
type PendingCommand = { reject: (error: unknown) => void; checks: number }

/**
 * A connection that rejects all pending commands when it is closed: the client itself never settles commands that wait
 * for a reconnect. With a time limit, it also opens a new connection when the server has not answered for twice as long.
 */
export class RedisConnection {
  readonly client: RedisClient
  readonly #timeoutMs: number | undefined
  readonly #pending = new Set<PendingCommand>()
  #checking: NodeJS.Timeout | undefined
  #checksWithoutAnswer = 0

  /** Without `timeoutMs`, commands wait until Redis is back. */
  constructor(client: RedisClient, timeoutMs?: number) {
    this.client = client
    this.#timeoutMs = timeoutMs
  }

  /** Sends a command. Throws `StoreUnavailable` for temporary errors, and without an answer in time. */
  call(command: string, commandArguments: readonly (string | number)[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const pending = { reject, checks: 0 }
      this.#pending.add(pending)
      this.#startChecks()
      this.client
        .call(command, [...commandArguments])
        .then(resolve, (error: unknown) => reject(toStoreUnavailable(error)))
        .finally(() => {
          this.#pending.delete(pending)
          this.#checksWithoutAnswer = 0
        })
    })
  }

  close(): void {
    this.client.disconnect()
    clearInterval(this.#checking)
    const closed = new StoreUnavailable('The connection to Redis was closed.')
    for (const { reject } of this.#pending) reject(closed)
    this.#pending.clear()
  }

  #startChecks(): void {
    if (this.#timeoutMs === undefined) return
    this.#checking ??= setInterval(() => this.#check(), this.#timeoutMs / checksPerTimeout)
  }

  /**
   * Rejects the commands that were not answered in time, and reconnects if none is answered for longer. Counts checks
   * instead of reading a clock: while this process is paused, answers arrive, but are not yet read. Such a pause counts as
   * one check, however long it is. The time limit of the client for its socket reads a clock, and is longer (see `clients.ts`).
   */
  #check(): void {
    const late = new StoreUnavailable(`Redis did not answer within ${this.#timeoutMs} ms.`)
    for (const pending of this.#pending) {
      pending.checks += 1
      if (pending.checks === checksPerTimeout + 1) pending.reject(late)
    }
    this.#checksWithoutAnswer += 1
    if (this.#checksWithoutAnswer > checksUntilReconnect && this.client.status === 'ready') {
      this.#checksWithoutAnswer = 0
      // The reason, which the client reports with errors of its own.
      if (this.client.listenerCount('error') > 0)
        this.client.emit('error', new Error('Redis did not answer any more.'))
      // Rejects what is pending; the client connects again by itself.
      this.client.disconnect(true)
    }
    if (this.#pending.size > 0) return
    clearInterval(this.#checking)
    this.#checking = undefined
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
