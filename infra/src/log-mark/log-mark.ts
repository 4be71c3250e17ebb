// Marks a store with the event log to which its data belongs: the port, and the mark in a database of Redis. `media/s3.ts` marks a bucket.
//
// Two installations on one Redis would take each other's read models for builds of a restored log, and rebuild them forever. A log is named
// by the id of its first record of the reservation key, which is never erased and which older copies have. A store without a mark belongs
// to the first log that starts on it; an empty log may not start on a marked store. To give a store to another log on purpose, its mark is
// deleted. Nothing reports two copies of a log that share a store. Installations on one Redis use different databases (`redis://…/2`).

import { redisKeyPrefix, type RedisConnection } from '../redis/connection.ts'

export type LogMark = {
  /** Returns the log to which the data belongs; undefined if the store is new. */
  read(): Promise<string | undefined>
  /** Marks a store that is new, and returns the log to which its data belongs now: this one, or another that was first. */
  claim(log: string): Promise<string>
}

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
