import { Redis, type RedisOptions } from 'ioredis'
import { StoreUnavailable } from '../read-models.ts'
import { checkServer } from './check-server.ts'
import type { RedisClient } from './connection.ts'

/** Connections by intent. */
export type RedisClients = {
  /** For somebody who waits for an answer: soon or not at all, and never sent twice. */
  requests: RedisClient
  /** For work that goes on when Redis is back. What was not answered is sent again. */
  worker: RedisClient
}

export type OpenRedisOptions = {
  /** `redis://` or, with TLS, `rediss://`; user, password and number of the database as usual in such an address. */
  url: string
  /** Hears once when Redis goes out of reach, with the reason. */
  onDisconnect?: (error: Error) => void
  /** Hears once when it is back. */
  onReconnect?: () => void
  /** Milliseconds to wait for Redis at the start; 10,000 when missing. */
  timeoutMs?: number
}

const retrySoon = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 1_000)

/** A server that became a replica takes no more writes: the address may lead to another one by now. */
const isReplica = (error: Error): boolean => error.message.includes('READONLY')

const forRequests = {
  commandTimeout: 1_000,
  connectTimeout: 1_000,
  // A server that stands still keeps its connections: this notices it, and from then on nobody waits for it.
  socketTimeout: 2_000,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: retrySoon,
  reconnectOnError: isReplica,
} satisfies RedisOptions

const forWork = {
  connectTimeout: 5_000,
  socketTimeout: 10_000,
  maxRetriesPerRequest: null,
  retryStrategy: retrySoon,
  // 2: and sends the command again.
  reconnectOnError: (error: Error) => (isReplica(error) ? 2 : false),
} satisfies RedisOptions

/**
 * Connects, and checks that the server can be trusted with views. Throws an error with a sentence for whoever set the
 * server up, or `StoreUnavailable` if it does not answer in time.
 */
export async function openRedis(options: OpenRedisOptions): Promise<RedisClients> {
  const { url, timeoutMs: withinMs = 10_000 } = options
  const requests = new Redis(url, { ...forRequests, lazyConnect: true })
  const worker = new Redis(url, { ...forWork, lazyConnect: true })
  const trouble = reportTrouble([requests, worker], options)
  try {
    await Promise.all([ready(requests, withinMs), ready(worker, withinMs)])
    checkServer(await requests.info())
    return { requests, worker }
  } catch (error) {
    requests.disconnect()
    worker.disconnect()
    if (!(error instanceof StoreUnavailable)) throw error
    // Without user and password.
    const { hostname, port } = new URL(url)
    throw new StoreUnavailable(`Redis at ${hostname}:${port || 6379} does not answer.`, {
      cause: trouble.last(),
    })
  }
}

/** A client tries for ever by itself; this waits for its success, but not for ever. */
function ready(client: Redis, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      client.off('ready', isReady)
      settle()
    }
    const isReady = () => end(resolve)
    const timer = setTimeout(
      () => end(() => reject(new StoreUnavailable('Redis does not answer.'))),
      withinMs,
    )
    client.once('ready', isReady)
    // Whatever goes wrong is heard as an event, and tried again.
    client.connect().catch(() => undefined)
  })
}

/** Says once that Redis is away and once that it is back, whatever both clients go through in between. */
function reportTrouble(
  clients: readonly Redis[],
  { onDisconnect: onAway, onReconnect: onBack }: OpenRedisOptions,
): { last(): unknown } {
  let last: Error | undefined
  let isAway = true
  let wasReady = false
  for (const client of clients) {
    client.on('error', (error: Error) => {
      last = error
    })
    client.on('close', () => {
      // A client that was closed by us has come to its end.
      if (isAway || client.status === 'end') return
      isAway = true
      onAway?.(last ?? new Error('Redis closed the connection.'))
    })
    client.on('ready', () => {
      if (!isAway || clients.some(({ status }) => status !== 'ready')) return
      isAway = false
      if (wasReady) onBack?.()
      wasReady = true
      last = undefined
    })
  }
  return { last: () => last }
}
