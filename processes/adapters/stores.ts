// Opens the stores of a process: the event log, Redis, the media, and what expires. The configuration says where each is: in a service, in
// the data folder or in memory. Checks that Redis and the bucket belong to the event log of this installation, by the name of the log, which
// snapshots use, too: otherwise this process would show and change the data of another one.

import { join } from 'node:path'
import { reservationKeyStream } from '@thirty/command-api/accounts/names/name-streams.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { redisEntries } from '@thirty/infra/entry-store/redis.ts'
import { memoryEntries, moveEntries, sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { LogUnavailable, type EventLog, type StartedLog } from '@thirty/infra/event-log/event-log.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { redisLogMark, redisMarkKey, type LogMark } from '@thirty/infra/log-mark/log-mark.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { withAppendMetrics } from '@thirty/infra/metrics/metrics.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { openRedis, type RedisConnections } from '@thirty/infra/redis/open-redis.ts'
import { systemScheduler, withTimeout } from '@thirty/infra/scheduler.ts'
import { type ProcessContext, throttledLog } from '../lifecycle/process-context.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens the event log, Redis and the store of what expires or must be gone without a trace, which is in Redis if it is configured,
 * otherwise in the data folder. Throws if the process shuts down before they are open.
 */
export async function openStores(context: ProcessContext) {
  const { shutdown } = context
  const { log, verified } = await startLog(context)
  const redis = await failFast(verified, openRedisOf(context))
  shutdown.defer(() => redis?.close())
  shutdown.signal.throwIfAborted()
  await failFast(verified, requireOwnRedis(context, redis, log))
  // After the log has started: an older process that still runs would lose the entries that are moved from its file into Redis.
  const entries = redis ? redisEntries(redis.requests) : sqliteEntries(context.config.dataDir)
  shutdown.defer(() => entries.close())
  // A single process keeps what may be lost in its memory: sessions alone would be a write to the disk for every user every minute.
  const shortLived = redis ? entries : memoryEntries()
  return { log, verified, redis, entries, shortLived, processReports: processReportsIn(shortLived) }
}

/**
 * Settles like `work`, but rejects at once if `condition` rejects first. So a log that cannot be used ends the start, even
 * while the process waits for Redis.
 */
export const failFast = <Result>(condition: Promise<unknown>, work: Promise<Result>): Promise<Result> =>
  Promise.race([work, condition.then(() => work)])

/** Opens the event log: EventStoreDB if it is configured, otherwise SQLite in the data folder. */
async function startLog(context: ProcessContext): Promise<StartedLog> {
  const { log, verified } =
    context.config.eventStoreUrl === undefined
      ? await startEmbeddedLog(context)
      : await startSharedLog(context, context.config.eventStoreUrl)
  context.shutdown.defer(() => log.close())
  return { log: catalogueLog(withAppendMetrics(log, context.metrics), catalogue), verified }
}

const startEmbeddedLog = ({ config, logger }: ProcessContext): Promise<StartedLog> =>
  startSqliteLog({
    folder: config.dataDir,
    onFailure: (error) => {
      logger.fatal({ err: error }, 'the event log failed; the process exits')
      process.exit(1)
    },
  })

async function startSharedLog({ logger, metrics, storeWaitMs }: ProcessContext, url: string) {
  const warn = throttledLog((during: string, error: Error) =>
    logger.warn({ during, err: error }, 'EventStoreDB failed; retrying'),
  )
  // Its client takes a tenth of a start, so only an installation that uses it loads it.
  const { startEventStoreLog } = await import('@thirty/infra/event-log/eventstoredb.ts')
  const { log, verified } = await startEventStoreLog({
    url,
    onStoreError: ({ during, error }) => {
      if (during === 'subscribe') metrics.resubscriptions.inc()
      warn(during, error)
    },
  })
  const message = `EVENTSTORE_URL names an EventStoreDB that did not answer within ${storeWaitMs / 1_000} seconds.`
  const silence = () => new ConfigError(message)
  return { log, verified: withTimeout(systemScheduler, storeWaitMs, verified, silence) }
}

/** The errors of Redis for wrong credentials. */
const accessDenied = /WRONGPASS|NOAUTH|NOPERM|AUTH/
const connectTimeoutMs = 2_000

/** Connects to Redis if it is configured. Throws `ConfigError`. */
async function openRedisOf({ config, logger, storeWaitMs, shutdown }: ProcessContext) {
  const { redisUrl: url } = config
  if (url === undefined) return undefined
  const onDisconnect = (error: Error) => logger.warn({ err: error }, 'Redis is unavailable')
  const onReconnect = () => logger.info('Redis is available again')
  for (const since = performance.now(); ;) {
    try {
      return await openRedis({ url, onDisconnect, onReconnect, timeoutMs: connectTimeoutMs })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      const refuse = (message: string) => new ConfigError(message, { cause: error })
      if (error.cause instanceof Error && accessDenied.test(error.cause.message))
        throw refuse('REDIS_URL: Redis denies access; check its user and password.')
      if (shutdown.signal.aborted) throw error
      if (performance.now() - since > storeWaitMs)
        throw refuse(`REDIS_URL names a Redis that did not answer within ${storeWaitMs / 1_000} seconds.`)
      logger.warn({ err: error }, 'Redis does not respond yet; retrying')
    }
  }
}

/** Opens the media store: object storage if it is configured, otherwise the data folder. */
export async function openMedia({ config, logger }: ProcessContext): Promise<Media> {
  if (config.s3 === undefined) return diskMedia(join(config.dataDir, 'media'))
  const warn = throttledLog((reason: string) => logger.warn({ reason }, 'the object storage failed'))
  const { s3Media } = await import('@thirty/infra/media/s3.ts')
  return s3Media(config.s3, { onError: (reason) => warn(reason) })
}

/** With Redis, moves the entries of a process without Redis into Redis. If Redis is unreachable, the next start moves them. */
export async function adoptEntries({ config, logger }: ProcessContext, entries: EntryStore): Promise<void> {
  if (config.redisUrl === undefined) return
  try {
    const moved = await moveEntries(config.dataDir, entries)
    if (moved > 0) logger.info({ moved }, 'personal.db was moved into Redis')
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    logger.warn({ err: error }, 'personal.db could not be moved into Redis; the next start tries again')
  }
}

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
  const { bucketLogMark } = await import('@thirty/infra/media/s3.ts')
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
