// Delivers the live messages in the Redis stream, which projectors and web processes append, to the sockets of this process.

import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { repeat, type Scheduler } from '../../scheduler.ts'
import type { Logger } from '../../logger.ts'
import { connectForRequests, reportConnectionState, requestOptions } from '../../read-models/redis/clients.ts'
import type { InProcessPublisher } from '../in-process-publisher.ts'
import type { LivePublisher } from '../live-publisher.ts'
import { liveStreamKey, maxStreamLength, parseStreamEntry, xaddArguments } from './stream-entry.ts'
import { streamReader } from './stream-reader.ts'

export type RedisStreamsOptions = {
  /** `redis://` or `rediss://`; the same Redis as for the read models. */
  url: string
  scheduler: Scheduler
  log: Logger
  /** Sends to the sockets of this process. */
  live: Pick<InProcessPublisher, 'publish' | 'publishToAll'>
  /** The message that asks a client to resync, sent after a gap in the stream with the time as `{at}`. */
  resyncMessage: string
  /** Shorter times for tests. */
  timing?: Partial<RedisStreamsTiming>
}

/** In milliseconds. */
export type RedisStreamsTiming = {
  /** How long a read of the stream blocks. */
  blockMs: number
  /** How long a connection may be silent before it counts as lost; longer than `blockMs`. */
  socketTimeoutMs: number
  /** How long messages stay in Redis, and how often older ones are removed. */
  entryLifetimeMs: number
  expiryIntervalMs: number
}

const defaultTiming: RedisStreamsTiming = {
  blockMs: 2_000,
  socketTimeoutMs: 5_000,
  entryLifetimeMs: 20_000,
  expiryIntervalMs: 5_000,
}

const expiryScript = readFileSync(new URL('expire-entries.lua', import.meta.url), 'utf8')

/** Starts at once, even while Redis is down, and reconnects forever. Clients are told to resync when messages may have been lost. */
export function connectRedisStreams(options: RedisStreamsOptions) {
  const { url, scheduler, log, live, resyncMessage } = options
  const timing = { ...defaultTiming, ...options.timing }
  // A read normally receives a reply every two seconds, so the time limit detects a frozen server and a cut cable.
  const readerClient = new Redis(url, { ...requestOptions, socketTimeout: timing.socketTimeoutMs })
  reportConnectionState([readerClient], {
    onDisconnect: (error) => log.warn({ err: error }, 'Redis is unavailable; live messages are delayed'),
    onReconnect: () => log.info('Redis is back; live messages are delivered again'),
  })
  // The reader reports that Redis is away.
  const { call, close } = connectForRequests(url, () => undefined)
  let isClosed = false

  const reader = streamReader({
    client: readerClient,
    stream: liveStreamKey,
    maxLength: maxStreamLength,
    scheduler,
    blockMs: timing.blockMs,
    onGap: (reason) => {
      const sockets = live.publishToAll(resyncMessage, { at: new Date(scheduler.now()).toISOString() })
      if (sockets > 0) log.info({ reason, sockets }, 'asked sockets to resync')
    },
  })
  const deliver = (fields: readonly string[]): void => {
    try {
      const entry = parseStreamEntry(fields)
      if (entry) live.publish(entry.room, entry.message, entry.payload, entry.except)
    } catch (error) {
      log.error({ err: error }, 'a live message could not be delivered; it is dropped')
    }
  }
  const deliverAll = async (): Promise<void> => {
    while (!isClosed) for (const fields of await reader.next()) deliver(fields)
  }
  void deliverAll()
  // Messages may contain names, and a deleted account must leave no name behind, even where no newer message displaces it. Every web
  // process removes old ones.
  const expire = async (): Promise<number> => {
    // While Redis is down, the next turn tries again.
    await call('eval', expiryScript, 1, liveStreamKey, timing.entryLifetimeMs).catch(() => undefined)
    return timing.expiryIntervalMs
  }
  const stopExpiry = repeat(scheduler, expire, timing.expiryIntervalMs)

  return {
    /** Publishes to the sockets of all processes. What cannot be sent is dropped, because then all resync. */
    broadcast: ((room, message, payload) => {
      call('xadd', ...xaddArguments({ room, message, payload })).catch(() => undefined)
    }) satisfies LivePublisher['publish'],
    /** Whether messages of other processes arrive. After an interruption, clients are told to resync. */
    isReceiving: (): boolean => reader.isReading(),
    /** Must be called after the gateway is closed. Never rejects. */
    close: async (): Promise<void> => {
      isClosed = true
      readerClient.disconnect()
      close()
      await stopExpiry()
    },
  }
}
