import { Redis } from 'ioredis'

/** Returns the content of every key of a Redis as text, by key. Throws for a type that it does not know. */
export async function redisContents(url: string): Promise<ReadonlyMap<string, string>> {
  const redis = new Redis(url)
  try {
    const contents = new Map<string, string>()
    for (const key of await redis.keys('*')) contents.set(key, await contentOf(redis, key))
    return contents
  } finally {
    redis.disconnect()
  }
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  switch (await redis.type(key)) {
    case 'string':
      return (await redis.get(key)) ?? ''
    case 'hash':
      return JSON.stringify(await redis.hgetall(key))
    case 'zset':
      return JSON.stringify(await redis.zrange(key, '0', '-1'))
    case 'set':
      return JSON.stringify(await redis.smembers(key))
    case 'list':
      return JSON.stringify(await redis.lrange(key, 0, -1))
    case 'stream':
      return JSON.stringify(await redis.xrange(key, '-', '+'))
    // The key has expired since.
    case 'none':
      return ''
    default:
      throw new Error(`${key} has a type whose content cannot be read.`)
  }
}
