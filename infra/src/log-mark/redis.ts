import { connectForRequests } from '../read-models/redis/clients.ts'
import { redisKeyPrefix } from '../redis-key-prefix.ts'
import type { LogMark } from './log-mark.ts'

/** The key of the mark, in the database that the address names. */
export const redisMarkKey = `${redisKeyPrefix}log`

/** The mark in a database of Redis. Its methods throw `StoreUnavailable`. */
export function redisLogMark(url: string): LogMark {
  const redis = connectForRequests(url, () => undefined)
  const read = async () => {
    const owner = await redis.call('GET', redisMarkKey)
    return typeof owner === 'string' ? owner : undefined
  }
  return {
    read,
    claim: async (log) => {
      await redis.call('SET', redisMarkKey, log, 'NX')
      return (await read()) ?? log
    },
    close: () => redis.close(),
  }
}
