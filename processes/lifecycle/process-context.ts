import { statusByCode } from '@thirty/contracts/refusals.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { createProcessFigures, type ProcessFigures } from '../health/process-figures.ts'
import type { Config } from '../config/config.ts'
import type { ReadinessCheck } from '@thirty/infra/http/health.ts'
import type { OperationalAppOptions } from '@thirty/infra/http/operational-app.ts'
import { createMetrics, type Metrics } from '@thirty/infra/metrics/metrics.ts'
import { createLogger, type Logger } from '@thirty/infra/logger.ts'

/** What every part of a process needs. */
export type ProcessContext = { config: Config; logger: Logger; metrics: Metrics; figures: ProcessFigures }

export const createProcessContext = (config: Config): ProcessContext => ({
  config,
  logger: createLogger({ level: config.logLevel }),
  metrics: createMetrics(),
  figures: createProcessFigures(systemClock),
})

/** The options of the operational endpoints. */
export const operationsOptions = (
  { config, logger, metrics }: ProcessContext,
  readiness: ReadinessCheck,
): OperationalAppOptions => ({
  publicUrl: config.publicUrl,
  log: logger,
  readiness,
  metrics,
  statusByCode,
  ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
})
