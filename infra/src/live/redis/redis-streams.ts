// Connects the sockets of this process to the stream in Redis to which projectors append live messages, as an adapter of Socket.IO, and
// removes old messages from it. `stream-entry.ts` has the form of an entry; `stream-reader.ts` reads the stream.

import { readFileSync } from 'node:fs'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import type { Namespace } from 'socket.io'
import { repeat, type Scheduler } from '../../scheduler.ts'
import type { Logger } from '../../logger.ts'
import { retryDelayMs } from '../../redis/open-redis.ts'
import { liveStreamKey, maxStreamLength } from './stream-entry.ts'
import { streamReader, type StreamReader } from './stream-reader.ts'

export type RedisStreamsOptions = {
  /** `redis://` or `rediss://`; the same Redis as for the read models. */
  url: string
  scheduler: Scheduler
  log: Logger
  /** The message that asks a client to resync, sent after a gap in the stream with the time as `{at}`. */
  resyncMessage: string
  /** Shorter times for tests. */
  timing?: Partial<typeof defaultTiming>
}

/** In milliseconds. */
const defaultTiming = {
  blockMs: 2_000,
  /** How long a connection may be silent before it counts as lost; longer than `blockMs`. */
  socketTimeoutMs: 5_000,
  /** How long messages stay in Redis, and how often older ones are removed. */
  entryLifetimeMs: 20_000,
  expiryIntervalMs: 5_000,
}

const expiryScript = readFileSync(new URL('expire-entries.lua', import.meta.url), 'utf8')

/** Starts at once, even while Redis is down, and reconnects forever. Clients are told to resync when messages may have been lost. */
export function connectRedisStreams(options: RedisStreamsOptions) {
  const { url, scheduler, log, resyncMessage } = options
  const timing = { ...defaultTiming, ...options.timing }
  const [client, readerClient] = [connect(url, timing, log), connect(url, timing, log)]
  let namespace: Namespace | undefined

  const reader = streamReader({
    client: readerClient,
    stream: liveStreamKey,
    maxLength: maxStreamLength,
    scheduler,
    blockMs: timing.blockMs,
    onGap: (reason) => {
      if (!namespace?.sockets.size) return
      log.info({ reason, sockets: namespace.sockets.size }, 'asking sockets to resync')
      const at = new Date(scheduler.now()).toISOString()
      namespace.local.emit(resyncMessage, { at })
    },
  })
  // Messages may contain names, and a deleted account must leave no name behind, even where no newer message displaces it. Every web
  // process removes old ones.
  const expire = async (): Promise<number> => {
    const expiry = { keys: [liveStreamKey], arguments: [`${timing.entryLifetimeMs}`] }
    // While Redis is down, the next turn tries again.
    if (client.isReady) await client.eval(expiryScript, expiry).catch(() => undefined)
    return timing.expiryIntervalMs
  }
  const stopExpiry = repeat(scheduler, expire, timing.expiryIntervalMs)
  const adapterOptions = { streamName: liveStreamKey, maxLen: maxStreamLength, onlyPlaintext: true }
  const createNamespaceAdapter = createAdapter(adapterClient(client, reader), adapterOptions)

  return {
    // Not an arrow function: Socket.IO calls it with `new`.
    /** The Socket.IO adapter for the gateway of this process. */
    adapter: function adapter(attached: Namespace) {
      namespace = attached
      return createNamespaceAdapter(attached)
    },
    /** Whether messages of other processes arrive. After an interruption, clients are told to resync. */
    isReceiving: (): boolean => reader.isReading(),
    /** Must be called after the gateway is closed. Never rejects. */
    close: async (): Promise<void> => {
      reader.close()
      client.destroy()
      await stopExpiry()
    },
  }
}

/** Opens a connection that reconnects forever and logs once when it is lost and once when it is back. */
function connect(url: string, { blockMs, socketTimeoutMs }: typeof defaultTiming, log: Logger) {
  const client = createClient({
    url,
    // Commands queue while Redis is down, but not for longer than any caller waits.
    commandOptions: { timeout: socketTimeoutMs },
    pingInterval: blockMs,
    socket: {
      connectTimeout: 5_000,
      // Detects a frozen server and a cut cable: both connections normally receive a reply every two seconds.
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: retryDelayMs,
    },
  })
  let isDown = false
  client.on('error', (error: Error) => {
    if (!isDown) log.warn({ err: error }, 'Redis is unavailable; live messages are delayed')
    isDown = true
  })
  client.on('ready', () => {
    if (isDown) log.info('Redis is back; live messages are delivered again')
    isDown = false
  })
  // Rejects only when the client is closed before it was connected; other errors are events, and retried.
  client.connect().catch(() => undefined)
  return client
}

/**
 * Returns the part of a client that the adapter uses. Reads go through our reader. Publish and subscribe do nothing: the
 * adapter needs them only to query other processes for their sockets, so a third connection is not needed.
 */
function adapterClient(client: ReturnType<typeof connect>, reader: StreamReader): object {
  const noop = () => undefined
  // The adapter recognises the `redis` package by this method.
  const redisPackageMarker = { sSubscribe: noop }
  const readClient = {
    ...redisPackageMarker,
    on: noop,
    connect: async () => undefined,
    xRead: () => reader.next(),
    subscribe: noop,
    disconnect: noop,
  }
  return {
    ...redisPackageMarker,
    duplicate: () => readClient,
    xAdd: (...args: Parameters<typeof client.xAdd>) => client.xAdd(...args),
  }
}
