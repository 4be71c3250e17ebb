// What every part of a process needs: configuration, logger, metrics, what its parts count for its report about itself on the health page,
// what closes it at the end, and the options of its operational endpoints; and how it logs what fails again and again.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Deliveries, ProcessReport, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { recentMs } from '@thirty/contracts/operations/health.ts'
import { systemClock, type Clock } from '@thirty/infra/scheduler.ts'
import type { OperationalAppOptions } from '@thirty/infra/http/app.ts'
import type { ReadinessCheck } from '@thirty/infra/http/operator-routes.ts'
import { createLogger, type Logger } from '@thirty/infra/logger.ts'
import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import about from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import { watchStorage, type StorageWatch } from '../health/storage-watch.ts'
import { createShutdown } from './shutdown.ts'

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
  const logWarning = throttledLog((_kind, message: string, error: unknown) =>
    logger.warn({ err: error }, message),
  )
  return {
    processId,
    config,
    logger,
    /** Warns of what may fail at every request: once in ten seconds for each message and kind of error. */
    warn: (message: string, error?: unknown) =>
      logWarning(`${message} ${error instanceof Error ? error.name : ''}`, message, error),
    storeWaitMs,
    metrics: createMetrics(),
    figures,
    storage,
    proxies,
    shutdown: createShutdown(logger),
    /** Describes this process as it is at the moment. */
    describeProcess: (): ProcessReport => ({
      id: processId,
      role: config.role,
      host: hostname().slice(0, 255),
      version: about.version,
      startedAt: Math.round(performance.timeOrigin),
      memoryBytes: process.memoryUsage.rss(),
      sockets: figures.countSockets(),
      mail: figures.mail.read(),
      push: figures.push.read(),
      webhooks: figures.webhooks.read(),
      snapshots: figures.snapshots(),
      projections: figures.positions().map(({ readModel: { name }, parked }) => ({
        name,
        isParked: parked !== undefined,
        check: figures.checks.get(name) ?? null,
      })),
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

const hourMs = 3_600_000

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
    recent: (): string | null => (last && clock() - last.at < hourMs ? last.address : null),
  }
}

/** Each part of a process puts its own function in the place of one that returns nothing here. */
const createProcessFigures = (clock: Clock) => ({
  mail: deliveryFigures(clock),
  push: deliveryFigures(clock),
  webhooks: deliveryFigures(clock),
  /** The last comparison of each read model of this process, by name. */
  checks: new Map<string, ReadModelCheck>(),
  snapshots: (): ProcessReport['snapshots'] => null,
  /** Returns the read models that this process builds. */
  positions: (): readonly ReadModelPosition[] => [],
  countSockets: (): number | null => null,
})

/** Counts deliveries in all and the recent ones. A failed attempt counts even if it is repeated. */
export function deliveryFigures(clock: Clock) {
  const total = { delivered: 0, failed: 0 }
  let recent: { at: number; isDelivered: boolean }[] = []
  let lastDeliveredAt: number | null = null

  const figures = {
    countWaiting: (): number | null => null,
    count: (isDelivered: boolean): void => {
      const at = clock()
      total[isDelivered ? 'delivered' : 'failed'] += 1
      recent.push({ at, isDelivered })
      if (isDelivered) lastDeliveredAt = at
    },
    /** Returns null in a process that delivers nothing. */
    read: (): Deliveries | null => {
      const waiting = figures.countWaiting()
      if (waiting === null) return null
      const oldest = clock() - recentMs
      recent = recent.filter(({ at }) => at > oldest)
      const recentlyDelivered = recent.filter(({ isDelivered }) => isDelivered).length
      const recentlyFailed = recent.length - recentlyDelivered
      return { ...total, recentlyDelivered, recentlyFailed, lastDeliveredAt, waiting }
    },
  }
  return figures
}

/** Milliseconds between two lines with the same first argument. */
const repeatedLineMs = 10_000

/**
 * Limits calls of `log` to one in ten seconds for each first argument: a store that is down fails every request, and
 * one line says as much as a thousand.
 */
export function throttledLog<Args extends [string, ...unknown[]]>(
  log: (...args: Args) => void,
  clock: Clock = systemClock,
): (...args: Args) => void {
  const loggedAt = new Map<string, number>()
  return (...args) => {
    const now = clock()
    if (now - (loggedAt.get(args[0]) ?? -Infinity) < repeatedLineMs) return
    // The first argument may be any text, so the memory is bounded.
    if (loggedAt.size >= 100) loggedAt.clear()
    loggedAt.set(args[0], now)
    log(...args)
  }
}
