import { Redis } from 'ioredis'
import { openRedis, type OpenRedisOptions, type RedisConnections } from '@thirty/infra/redis/open-redis.ts'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startTcpProxy } from '../tcp-proxy.ts'
import { startRedisServer, type RedisServer } from './redis-server.ts'

/** Starts a Redis for all tests of a spec file. Returns a function that returns it. */
export function redisForFile(): () => RedisServer {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterAll(() => redis.close())
  return () => redis
}

/** Starts a Redis until the end of the test. */
export async function redisOfTest(settings?: Record<string, string>): Promise<RedisServer> {
  const redis = await startRedisServer(settings)
  onTestFinished(redis.close)
  return redis
}

/** Starts a proxy of a Redis until the end of the test. */
export async function proxyOf(redis: RedisServer, onRequest?: (request: string) => void) {
  const proxy = await startTcpProxy({ target: redis.port, ...(onRequest && { onRequest }) })
  onTestFinished(proxy.stop)
  return { ...proxy, url: `redis://127.0.0.1:${proxy.port}` }
}

/** Connects to a Redis as the product does, until the end of the test. */
export async function connectionsTo(
  url: string,
  options: Omit<OpenRedisOptions, 'url'> = {},
): Promise<RedisConnections> {
  const connections = await openRedis({ url, ...options })
  onTestFinished(connections.close)
  return connections
}

/** Connects to a Redis directly until the end of the test, to plant faults in what the product stores. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  return redis
}
