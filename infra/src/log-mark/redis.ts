import type { RedisConnection } from '../redis/connection.ts'
import { redisKeyPrefix } from '../redis/key-prefix.ts'
import type { LogMark } from './log-mark.ts'

/** The key of the mark, in the database that the address names. */
export const redisMarkKey = `${redisKeyPrefix}log`

/** The mark in a database of Redis. Its methods throw `StoreUnavailable`. */
export function redisLogMark({ call }: RedisConnection): LogMark {
  const read = async () => {
    const owner = await call('GET', [redisMarkKey])
    return typeof owner === 'string' ? owner : undefined
  }
  return {
    read,
    claim: async (log) => {
      await call('SET', [redisMarkKey, log, 'NX'])
      return (await read()) ?? log
    },
  }
}
