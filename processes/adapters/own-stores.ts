// Checks that Redis and the bucket belong to the event log of this installation, by the name of the log, which snapshots use, too:
// otherwise this process would show and change the data of another one.

import { reservationKeyStream } from '@thirty/command-api/accounts/names/name-streams.ts'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { redisLogMark, redisMarkKey, type LogMark } from '@thirty/infra/log-mark/log-mark.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import type { RedisConnections } from '@thirty/infra/redis/open-redis.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'

type Log = Pick<EventLog, 'read'>

/** Ends the start if the data in Redis belongs to another event log. Waits for the log. Throws `ConfigError`. */
export async function requireOwnRedis(
  { shutdown }: Pick<ProcessContext, 'shutdown'>,
  redis: RedisConnections | undefined,
  log: Log,
): Promise<void> {
  if (redis === undefined) return
  const mark = redisLogMark(redis.requests)
  const requireRedis = () => requireOwn(mark, log, foreignRedis)
  await shutdown.untilDone(requireRedis, (error) => {
    if (!(error instanceof LogUnavailable || error instanceof StoreUnavailable)) throw error
  })
}

/** The object that names the log to which the images of a bucket belong. */
const bucketMarkName = 'thirty-log'

/** Does the same for the bucket. A storage that is down does not delay the start. */
export async function requireOwnBucket(
  { config: { s3 }, logger }: Pick<ProcessContext, 'config' | 'logger'>,
  log: Log,
): Promise<void> {
  if (s3 === undefined) return
  const { bucketLogMark } = await import('@thirty/infra/log-mark/s3.ts')
  const mark = bucketLogMark(s3, bucketMarkName)
  try {
    await requireOwn(
      mark,
      log,
      `S3_BUCKET ${s3.bucket} holds images of another event log. Give each installation a bucket of its own. If this one is meant for this log from now on, delete the object ${bucketMarkName} in it, then start again.`,
    )
  } catch (error) {
    if (error instanceof ConfigError || error instanceof LogUnavailable) throw error
    logger.warn({ bucket: s3.bucket }, 'whose bucket it is could not be read; the next start tries it again')
  } finally {
    mark.close()
  }
}

const foreignRedis = `REDIS_URL names a Redis with the data of another event log. Give each installation a database of its own, by its number: redis://redis.example:6379/2. If this one is meant for this log from now on, delete the key ${redisMarkKey} in it, then start again.`

/** A new log has no name yet: only a new store can be its own. */
async function requireOwn(mark: LogMark, log: Log, message: string): Promise<void> {
  // Read before the log: a process that starts at the same time names the log before it marks the store.
  const owner = await mark.read()
  const name = await nameOfLog(log)
  const actual = name === undefined ? owner : await mark.claim(name)
  if (actual !== name) throw new ConfigError(message)
}

/**
 * Returns the name of a log, which its older copies and a restored folder have as well: the id of the event with which its first start
 * recorded the reservation key. It is never erased.
 */
export async function nameOfLog(log: Log): Promise<string | undefined> {
  for await (const { id } of log.read(reservationKeyStream)) return id
  return undefined
}
