// Sends commands over a connection to Redis that `open-redis.ts` opens, and turns temporary errors into `StoreUnavailable`. Closing it
// rejects all pending commands: the client itself never settles commands that wait for a reconnect. With a time limit, it also reconnects
// after twice that time without an answer; while the server is silent, commands are rejected within a fifth of the limit.

import { productId } from '@thirty/contracts/product.ts'
import type { Redis } from 'ioredis'
import { StoreUnavailable } from '../read-models/read-models.ts'

/** The prefix of all keys in Redis. Its hash tag puts them into one slot of a cluster, because they change together. */
export const redisKeyPrefix = `{${productId}}:`

const checksPerTimeout = 10
/** A frozen server keeps its connections open: after this many checks without any answer, this client opens a new one. */
const checksUntilReconnect = 2 * checksPerTimeout

/**
 * After this many checks, a command is rejected while the server is known not to answer. With one, a pause of this process would look like
 * it.
 */
const checksWhileSilent = 2

/** A command without an answer, and how many checks it has already seen. */
type PendingCommand = { reject: (error: unknown) => void; checks: number }

export type RedisConnection = ReturnType<typeof redisConnection>

/** Without `timeoutMs`, commands wait until Redis is back. */
export function redisConnection(client: Redis, timeoutMs?: number) {
  const commands = new Set<PendingCommand>()
  let checking: NodeJS.Timeout | undefined
  let checksWithoutAnswer = 0

  const isSilent = () => checksWithoutAnswer > checksPerTimeout
  const late = () => new StoreUnavailable(`Redis did not answer within ${timeoutMs} ms.`)

  /**
   * Rejects the commands that were not answered in time, and reconnects if none is answered for longer. Counts checks
   * instead of reading a clock: while this process is paused, answers arrive, but are not yet read. Such a pause counts as
   * one check, however long it is. The time limit of the client for its socket reads a clock, and is longer (see `open-redis.ts`).
   */
  function check(): void {
    checksWithoutAnswer += 1
    const enough = isSilent() ? checksWhileSilent : checksPerTimeout + 1
    for (const pending of commands) {
      pending.checks += 1
      if (pending.checks >= enough) pending.reject(late())
    }
    if (checksWithoutAnswer > checksUntilReconnect && client.status === 'ready') {
      checksWithoutAnswer = 0
      // The reason, which the client reports with errors of its own.
      client.emit('error', new Error('Redis did not answer any more.'))
      // Rejects the pending commands; the client connects again by itself.
      client.disconnect(true)
    }
    if (commands.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return {
    client,
    /** Sends a command. Throws `StoreUnavailable` for temporary errors, and without an answer in time. */
    call: (command: string, commandArguments: readonly (string | number)[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        // What it waits for shows when the server answers again.
        const [oldest] = commands
        if (isSilent() && oldest && oldest.checks >= checksWhileSilent) return reject(late())
        const pending = { reject, checks: 0 }
        commands.add(pending)
        if (timeoutMs !== undefined) checking ??= setInterval(check, timeoutMs / checksPerTimeout)
        client
          .call(command, [...commandArguments])
          .then(resolve, (error: unknown) => reject(toStoreUnavailable(error)))
          .finally(() => {
            commands.delete(pending)
            checksWithoutAnswer = 0
          })
      }),
    close(): void {
      client.disconnect()
      clearInterval(checking)
      const closed = new StoreUnavailable('The connection to Redis was closed.')
      for (const { reject } of commands) reject(closed)
      commands.clear()
    },
  }
}

/** Errors of a server that are temporary: it is starting, full, cannot write, or is not the primary. */
const temporaryErrors =
  /\b(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|UNBLOCKED|NOAUTH)\b/

/** Returns `StoreUnavailable` for temporary errors, and errors that say that our command is wrong unchanged. */
function toStoreUnavailable(error: unknown): unknown {
  const isReply = error instanceof Error && error.name === 'ReplyError'
  if (isReply && !temporaryErrors.test(error.message)) return error
  return new StoreUnavailable('Redis is unreachable.', { cause: error })
}
