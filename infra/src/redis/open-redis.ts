// Opens the connections to Redis, and checks that the server is new enough for read models and does not evict them.

import { Redis, type RedisOptions } from 'ioredis'
import pTimeout from 'p-timeout'
import { backoffMs } from '../scheduler.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisConnection, type RedisConnection } from './connection.ts'
import { ConfigError } from '../config/config-error.ts'

/** Separate connections for requests and for projection workers, whose large commits would delay requests. */
export type RedisConnections = {
  /** Responds soon or fails, and sends nothing twice. */
  requests: RedisConnection
  /** Waits until Redis is back, and sends commands without a response again. */
  worker: RedisConnection
  close(): void
}

export type OpenRedisOptions = {
  /** `redis://` or, with TLS, `rediss://`, with user, password and database number as usual. */
  url: string
  /** Called once when Redis becomes unreachable, with the reason. */
  onDisconnect?: (error: Error) => void
  /** Called once when Redis is back. */
  onReconnect?: () => void
  /** Milliseconds to wait for Redis at the start; 10,000 when missing. */
  timeoutMs?: number
}

/** Milliseconds until the next try of any connection to Redis, after this many tries. */
export const retryDelayMs = (times: number): number => backoffMs(times, { shortest: 100, longest: 1_000 })

/** A server that became a replica refuses writes: the address may lead to another server after a reconnect. */
const isReadOnlyError = (error: Error): boolean => error.message.includes('READONLY')

/** Milliseconds in which Redis has to answer a request. */
const requestTimeoutMs = 1_000

const requestOptions = {
  connectTimeout: 1_000,
  // `redisConnection` ends a connection without answers sooner, but only once it is ready: this also ends a handshake that a frozen
  // server does not answer. It reads a clock, so it is longer than the pauses of a busy machine.
  socketTimeout: 5_000,
  // A frozen server does not confirm that a connection is closed.
  disconnectTimeout: 100,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: retryDelayMs,
  reconnectOnError: isReadOnlyError,
} satisfies RedisOptions

const workerOptions = {
  connectTimeout: 5_000,
  socketTimeout: 10_000,
  maxRetriesPerRequest: null,
  retryStrategy: retryDelayMs,
  // 2 means: reconnect and send the command again.
  reconnectOnError: (error: Error) => (isReadOnlyError(error) ? 2 : false),
} satisfies RedisOptions

/**
 * Connects, and checks that the server is safe for read models. Throws a `ConfigError` with a message for the
 * operator if it is not, or `StoreUnavailable` if it does not respond in time.
 */
export async function openRedis(options: OpenRedisOptions): Promise<RedisConnections> {
  const { url, timeoutMs = 10_000 } = options
  const clients = [
    new Redis(url, { ...requestOptions, lazyConnect: true }),
    new Redis(url, { ...workerOptions, lazyConnect: true }),
  ] as const
  const connectionState = reportConnectionState(clients, options)
  const [requests, worker] = [redisConnection(clients[0], requestTimeoutMs), redisConnection(clients[1])]
  const close = () => {
    requests.close()
    worker.close()
  }
  try {
    await Promise.all(clients.map((client) => connectWithin(client, timeoutMs)))
    checkServer(String(await requests.call('INFO', [])))
    return { requests, worker, close }
  } catch (error) {
    close()
    if (!(error instanceof StoreUnavailable)) throw error
    // The URL without user and password.
    const { hostname, port } = new URL(url)
    throw new StoreUnavailable(`Redis at ${hostname}:${port || 6379} does not answer.`, {
      cause: connectionState.lastError() ?? error.cause,
    })
  }
}

/**
 * Connects. The client itself retries without end; this throws `StoreUnavailable` when it has not succeeded in time.
 */
function connectWithin(client: Redis, timeoutMs: number): Promise<void> {
  const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()))
  // Errors arrive as events, and the client retries by itself.
  client.connect().catch(() => undefined)
  return pTimeout(ready, {
    milliseconds: timeoutMs,
    message: new StoreUnavailable('Redis does not respond.'),
  })
}

/** Reports once that Redis is unreachable and once that it is back, however often the two clients fail in between. */
function reportConnectionState(clients: readonly Redis[], { onDisconnect, onReconnect }: OpenRedisOptions) {
  let lastError: Error | undefined
  let isDisconnected = true
  let wasReady = false
  for (const client of clients) {
    client.on('error', (error: Error) => {
      lastError = error
    })
    client.on('close', () => {
      // We closed this client ourselves.
      if (isDisconnected || client.status === 'end') return
      isDisconnected = true
      onDisconnect?.(lastError ?? new Error('Redis closed the connection.'))
    })
    client.on('ready', () => {
      if (!isDisconnected || clients.some(({ status }) => status !== 'ready')) return
      isDisconnected = false
      if (wasReady) onReconnect?.()
      wasReady = true
      lastError = undefined
    })
  }
  return { lastError: () => lastError }
}

/**
 * Opens the connection over which processes count together for rate limits. While Redis is down, commands fail at once and the client
 * reconnects forever; `onError` receives the reason.
 */
export function connectRateLimitRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: 300,
    connectTimeout: 1_000,
    // Detects a frozen server, which keeps its connections open; longer than a pause of this process.
    socketTimeout: 1_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelayMs,
  })
  redis.on('error', onError)
  return redis
}

/** The oldest Redis whose scripts may read the time and then write; older ones get no fixes any more either. */
const minimumVersion = '6.2'

/**
 * Throws a `ConfigError` with a message for the operator if the server is too old or would evict parts of read
 * models. `info` is the output of the command INFO.
 */
export function checkServer(info: string): void {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1]
  const version = field('redis_version') ?? '0.0'
  if (version.localeCompare(minimumVersion, 'en', { numeric: true }) < 0)
    throw new ConfigError(
      `REDIS_URL names a Redis ${version}, which is too old: ${minimumVersion} or newer is needed.`,
    )
  const policy = field('maxmemory_policy') ?? 'noeviction'
  if (Number(field('maxmemory') ?? 0) > 0 && policy !== 'noeviction')
    throw new ConfigError(
      `REDIS_URL names a Redis that would evict parts of the read models when its memory is full: set its maxmemory-policy to noeviction (it is ${policy}).`,
    )
}
