import { statusByCode } from '@thirty/contracts/refusals.ts'
import type { Config } from '@thirty/infra/config/config.ts'
import type { ReadinessCheck } from '@thirty/infra/http/health.ts'
import type { OperationalAppOptions } from '@thirty/infra/http/operational-app.ts'
import { createMetrics, type Metrics } from '@thirty/infra/metrics/metrics.ts'
import { createLogger, type Logger } from '@thirty/infra/logger.ts'

/** What every part of a process is given. */
export type ProcessContext = { config: Config; logger: Logger; metrics: Metrics }

export const createProcessContext = (config: Config): ProcessContext => ({
  config,
  logger: createLogger({ level: config.logLevel }),
  metrics: createMetrics(),
})

/** What is needed to answer operators. */
export const operationsOptions = (
  { config, logger: output, metrics }: ProcessContext,
  readiness: ReadinessCheck,
): OperationalAppOptions => ({
  publicUrl: config.publicUrl,
  log: output,
  readiness,
  metrics,
  statusByCode,
  ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
})
