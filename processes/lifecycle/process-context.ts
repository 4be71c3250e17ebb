// What every part of a process needs: configuration, logger, metrics, figures, what closes it at the end, and the options of its operational
// endpoints.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemClock, type Clock } from '@thirty/infra/clock.ts'
import type { OperationalAppOptions } from '@thirty/infra/http/app.ts'
import type { ReadinessCheck } from '@thirty/infra/http/operator-routes.ts'
import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import { createLogger, type Logger } from '@thirty/infra/logger.ts'
import { createProcessFigures, describeProcess } from '../health/process-report.ts'
import type { Config } from '../config/config.ts'
import { watchStorage, type StorageWatch } from '../health/storage-watch.ts'
import { createShutdown } from './shutdown.ts'
import { throttledLog } from './throttled-log.ts'

export type ProcessContext = ReturnType<typeof createProcessContext>

/**
 * `storeWaitMs`: milliseconds that the process waits at its start for a store that does not respond; five minutes when missing, because
 * containers start in any order.
 */
export const createProcessContext = (
  config: Config,
  logger = createLogger({ level: config.logLevel }),
  storeWaitMs = 300_000,
) => {
  /** Names this start of the process in reports. */
  const processId: string = randomUUID()
  const figures = createProcessFigures(systemClock)
  const storage = watchStorage(storesInFolder(config) ? config.dataDir : undefined)
  const proxies = untrustedProxies(logger, systemClock)
  return {
    processId,
    config,
    logger,
    storeWaitMs,
    metrics: createMetrics(),
    figures,
    storage,
    proxies,
    shutdown: createShutdown(logger),
    describeProcess: () =>
      describeProcess(figures, {
        id: processId,
        role: config.role,
        storage: storage.report(),
        untrustedProxy: proxies.recent(),
      }),
  }
}

/** The built frontend. */
export const frontendDirectory = join(import.meta.dirname, '../../frontend/dist')

/** Whether events or images are in the data folder. */
const storesInFolder = ({ role, eventStoreUrl, s3 }: Config): boolean =>
  role !== 'projector' && (eventStoreUrl === undefined || s3 === undefined)

export const operationalAppOptions = (
  { config, logger, metrics, storage }: ProcessContext,
  readiness: ReadinessCheck,
): OperationalAppOptions => ({
  onCommandLost: refusedCommands(logger, storage),
  publicUrl: config.publicUrl,
  log: logger,
  readiness,
  metrics,
  ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
})

/** Logs commands that were refused because nothing could be stored: one line for many. */
function refusedCommands(logger: Logger, storage: StorageWatch): (reason: string) => void {
  let count = 0
  const logRefused = throttledLog((reason: string) => {
    logger.error({ reason, refused: count }, 'commands are refused, because nothing can be stored')
    count = 0
  })
  return (reason) => {
    count += 1
    storage.refused(reason)
    logRefused(reason)
  }
}

const recentMs = 3_600_000

/**
 * Remembers callers whose forwarding header is ignored, because TRUST_PROXY does not name them. Logs the first one of the process: each
 * request of a forgotten proxy would be another line.
 */
export function untrustedProxies(logger: Logger, clock: Clock) {
  let last: { address: string; at: number } | undefined
  return {
    found: (address: string): void => {
      if (last === undefined)
        logger.warn(
          { address },
          'a forwarding header is ignored: if this address is your proxy, name it in TRUST_PROXY, or all its clients count as one',
        )
      last = { address: address.slice(0, 100), at: clock() }
    },
    /** The address of the last one of the last hour, else null. */
    recent: (): string | null => (last && clock() - last.at < recentMs ? last.address : null),
  }
}
