import { Redis } from 'ioredis'

/**
 * Opens the connection through which processes count together. While Redis is down, commands fail at once and the client
 * reconnects forever; `onError` receives the reason.
 */
export function connectRateLimitRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: 300,
    connectTimeout: 1_000,
    // Detects a frozen server, which keeps its connections open.
    socketTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
  })
  redis.on('error', onError)
  return redis
}
