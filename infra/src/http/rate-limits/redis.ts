// The connection to Redis through which processes count attempts together.

import { Redis } from 'ioredis'
import { retryDelayMs } from '../../redis/open-redis.ts'

/** While Redis is down, commands fail at once and the client reconnects forever; `onError` receives the reason. */
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
