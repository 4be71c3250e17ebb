import type { Config } from '@thirty/infra/config.ts'
import type { Readiness } from '@thirty/infra/http/health.ts'
import type { OperationsOptions } from '@thirty/infra/http/operations.ts'
import { createMetrics, type Metrics } from '@thirty/infra/metrics/metrics.ts'
import { createLog, type Log } from '@thirty/infra/telemetry.ts'

/** What every part of a process is given. */
export type House = { config: Config; output: Log; metrics: Metrics }

export const houseOf = (config: Config): House => ({
  config,
  output: createLog({ level: config.logLevel }),
  metrics: createMetrics(),
})

/** What is needed to answer operators. */
export const operationsOf = (
  { config, output, metrics }: House,
  readiness: Readiness,
): OperationsOptions => ({
  publicUrl: config.publicUrl,
  log: output,
  readiness,
  metrics,
  ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
})
