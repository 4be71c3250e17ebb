import { Redis } from 'ioredis'

/** How the content of a key is read, by its type. */
const readers: Readonly<Record<string, (redis: Redis, key: string) => Promise<unknown>>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  set: (redis, key) => redis.smembers(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
  // The key has expired since.
  none: async () => '',
}

/** Returns the content of every key of a Redis as text, by key. Throws for a type that it does not know. */
export async function redisContents(url: string): Promise<ReadonlyMap<string, string>> {
  const redis = new Redis(url)
  try {
    const contents = new Map<string, string>()
    for (const key of await redis.keys('*')) {
      const content = await readers[await redis.type(key)]?.(redis, key)
      if (content === undefined) throw new Error(`${key} has a type whose content cannot be read.`)
      contents.set(key, typeof content === 'string' ? content : JSON.stringify(content))
    }
    return contents
  } finally {
    redis.disconnect()
  }
}
