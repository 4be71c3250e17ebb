// Carries live messages over one Redis stream: delivers what projectors and other web processes have added to it to the sockets of this
// process, and adds what is for the sockets of all processes.

import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { repeat, type Scheduler } from '../../scheduler.ts'
import type { Logger } from '../../logger.ts'
import { connectForRequests, requestOptions } from '../../read-models/redis/clients.ts'
import type { InProcessPublisher } from '../in-process-publisher.ts'
import type { LivePublisher } from '../live-publisher.ts'
import { liveStreamKey, maxStreamLength, messageOf, xaddArguments } from './stream-entry.ts'
import { streamReader } from './stream-reader.ts'

export type RedisStreamsOptions = {
  /** `redis://` or `rediss://`; the same Redis as for the read models. */
  url: string
  /** Delivers to the sockets of this process. */
  live: Pick<InProcessPublisher, 'publish' | 'publishToAll'>
  scheduler: Scheduler
  log: Logger
  /** The message that asks a client to resync, sent after a gap in the stream with the time as `{at}`. */
  resyncMessage: string
  /** Shorter times for tests. */
  timing?: Partial<RedisStreamsTiming>
}

/** In milliseconds. */
export type RedisStreamsTiming = {
  /** How long a read of the stream blocks. */
  blockMs: number
  /** How long the server may leave a read without a reply before its connection counts as lost; longer than `blockMs`. */
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
  const { url, live, scheduler, log, resyncMessage } = options
  const { blockMs, socketTimeoutMs, entryLifetimeMs, expiryIntervalMs } = {
    ...defaultTiming,
    ...options.timing,
  }
  const client = connectForReading(url, socketTimeoutMs, log)
  const requests = connectForRequests(url, () => undefined)
  const reader = streamReader({
    client,
    stream: liveStreamKey,
    maxLength: maxStreamLength,
    scheduler,
    blockMs,
    onGap: (reason) => {
      const sockets = live.publishToAll(resyncMessage, { at: new Date(scheduler.now()).toISOString() })
      if (sockets > 0) log.info({ reason, sockets }, 'asked sockets to resync')
    },
  })

  const deliver = (fields: readonly string[]): void => {
    try {
      const delivered = messageOf(fields)
      if (delivered === undefined) return
      const { room, message, payload, except } = delivered
      live.publish(room, message, payload, except)
    } catch (error) {
      log.error({ err: error }, 'a live message could not be delivered; it is dropped')
    }
  }
  const closing = new AbortController()
  const follow = async (): Promise<void> => {
    while (!closing.signal.aborted) for (const fields of await reader.next()) deliver(fields)
  }
  void follow()

  // Messages may contain names, and a deleted account must leave no name behind, even where no newer message displaces it. Every web
  // process removes old ones.
  const expire = async (): Promise<number> => {
    // While Redis is down, the next turn tries again.
    await requests.call('EVAL', expiryScript, 1, liveStreamKey, entryLifetimeMs).catch(() => undefined)
    return expiryIntervalMs
  }
  const stopExpiry = repeat(scheduler, expire, expiryIntervalMs)

  return {
    /** Publishes to the sockets of all processes. A message is lost while Redis is down: after that, all clients resync. */
    broadcast: ((room, message, payload) =>
      void requests
        .call('XADD', ...xaddArguments({ room, message, payload }))
        .catch(() => undefined)) satisfies LivePublisher['publish'],
    /** Whether messages of other processes arrive. After an interruption, clients are told to resync. */
    isReceiving: (): boolean => reader.isReading(),
    /** Must be called after the gateway is closed. Never rejects. */
    close: async (): Promise<void> => {
      closing.abort()
      client.disconnect()
      requests.close()
      await stopExpiry()
    },
  }
}

/** Opens a connection that reconnects forever and logs once when it is lost and once when it is back. */
function connectForReading(url: string, socketTimeout: number, log: Logger): Redis {
  // The timeout detects a frozen server and a cut cable.
  const client = new Redis(url, { ...requestOptions, enableOfflineQueue: true, socketTimeout })
  let isDown = false
  client.on('error', (error: Error) => {
    if (!isDown) log.warn({ err: error }, 'Redis is unavailable; live messages are delayed')
    isDown = true
  })
  client.on('ready', () => {
    if (isDown) log.info('Redis is back; live messages are delivered again')
    isDown = false
  })
  return client
}
