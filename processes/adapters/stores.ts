import { join } from 'node:path'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { ConfigError } from '@thirty/infra/config/config.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { withAppendMetrics } from '@thirty/infra/metrics/event-log-metrics.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { s3Media } from '@thirty/infra/media/s3.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** How long a process waits for an engine that is not there: containers start in any order, and machines take a while. */
const patience = 5 * 60_000

/** A log that may be used at once; nobody may be served before `verified` resolves. It rejects with a sentence. */
export type StartedLog = { log: EventLog; verified: Promise<void> }

/** The event log: EventStoreDB where it is configured, and otherwise the one in the data folder. */
export async function startLog(house: ProcessContext): Promise<StartedLog> {
  const { log, verified } =
    house.config.eventStoreUrl === undefined
      ? await startEmbeddedLog(house)
      : await startSharedLog(house, house.config.eventStoreUrl)
  return { log: catalogueLog(withAppendMetrics(log, house.metrics), catalogue), verified }
}

const startEmbeddedLog = ({ config, logger: output }: ProcessContext): Promise<StartedLog> =>
  startSqliteLog({
    folder: config.dataDir,
    onFailure: (error) => {
      output.fatal({ err: error }, 'the event log failed; nothing is acknowledged any more')
      process.exit(1)
    },
  })

async function startSharedLog({ logger: output, metrics }: ProcessContext, url: string): Promise<StartedLog> {
  const tell = throttledLog((during: string, error: Error) =>
    output.warn({ during, err: error }, 'EventStoreDB could not be used; it is tried again'),
  )
  const { log, verified } = await startEventStoreLog({
    url,
    onStoreError: ({ during, error }) => {
      if (during === 'subscribe') metrics.resubscriptions.inc()
      tell(during, error)
    },
  })
  const late = 'EVENTSTORE_URL names an EventStoreDB that did not answer within five minutes.'
  return { log, verified: within(verified, patience, late) }
}

/** What wrong credentials are called by Redis. */
const denied = /WRONGPASS|NOAUTH|NOPERM|AUTH/
const oneTry = 2_000

/** The read models: in Redis where it is configured, and otherwise in the memory of this process. */
export async function openReadModelStore(
  { config, logger: output }: ProcessContext,
  live: LivePublisher,
  ended: AbortSignal,
): Promise<ReadModelStore> {
  const { redisUrl: url } = config
  if (url === undefined) return memoryReadModelStore({ live })
  const onAway = (error: Error) => output.warn({ err: error }, 'Redis is out of reach')
  const onBack = () => output.info('Redis is back')
  for (const since = performance.now(); ;) {
    try {
      return await openRedisReadModelStore({
        url,
        onDisconnect: onAway,
        onReconnect: onBack,
        timeoutMs: oneTry,
      })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (error.cause instanceof Error && denied.test(error.cause.message))
        throw new ConfigError('REDIS_URL: Redis does not let us in; see its user and password.', {
          cause: error,
        })
      if (ended.aborted) throw error
      if (performance.now() - since > patience)
        throw new ConfigError('REDIS_URL names a Redis that did not answer within five minutes.', {
          cause: error,
        })
      output.warn({ err: error }, 'Redis is not there yet; waiting for it')
    }
  }
}

/** Pictures: in object storage where it is configured, and otherwise in the data folder. */
export async function openMedia({ config, logger: output }: ProcessContext): Promise<Media> {
  if (config.s3 === undefined) return diskMedia(join(config.dataDir, 'media'))
  const tell = throttledLog((reason: string) =>
    output.warn({ reason }, 'the object storage could not be used'),
  )
  return s3Media(config.s3, { onError: (reason) => tell(reason) })
}

/** What somebody else does, or a `ConfigError` when it takes too long. */
async function within<Done>(work: Promise<Done>, milliseconds: number, late: string): Promise<Done> {
  let timer: NodeJS.Timeout | undefined
  const lateness = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConfigError(late)), milliseconds)
  })
  try {
    return await Promise.race([work, lateness])
  } finally {
    clearTimeout(timer)
  }
}
