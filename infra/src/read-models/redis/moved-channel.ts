import { Redis } from 'ioredis'
import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import type { RedisClient } from './connection.ts'

/** Where moved checkpoints are published. All databases of a server share its channels, so the channel has the number of the database. */
export function movedChannel(client: RedisClient): string {
  const database = client instanceof Redis ? (client.options.db ?? 0) : 0
  return `${redisKeyPrefix}moved${database === 0 ? '' : `:${database}`}`
}
