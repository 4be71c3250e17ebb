import { Redis } from 'ioredis'

/**
 * A connection by which processes count tries together. Nobody waits long for it: while Redis is away, commands fail
 * at once, and it is tried again for ever. `onTrouble` hears why it was lost.
 */
export function connectRateLimitRedis(url: string, onTrouble: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: 300,
    connectTimeout: 1_000,
    // A server that stands still keeps its connections; this notices it.
    socketTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 5), 1_000),
  })
  redis.on('error', onTrouble)
  return redis
}
