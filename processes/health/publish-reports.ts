import type { ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import type { ProcessReports } from '@thirty/infra/process-reports/process-reports.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'

const intervalMs = 3_000

type ReportSources = Pick<ProcessContext, 'logger'> & {
  processReports: ProcessReports | undefined
  describeProcess: () => Pick<ProcessReport, 'id'>
}

/**
 * Publishes the report of this process every three seconds, for the health page of other processes. Returns a function that ends
 * it and removes the report. Does nothing for a single process.
 */
export function publishReports(
  { logger, processReports, describeProcess }: ReportSources,
  scheduler = systemScheduler,
): () => Promise<void> {
  if (processReports === undefined) return async () => undefined
  const { id } = describeProcess()
  let isStopped = false
  let cancelTimer: () => void = () => undefined
  const publish = async (): Promise<void> => {
    // The store logs its outages itself.
    await processReports
      .publish(id, describeProcess())
      .catch((error: unknown) => logger.debug({ err: error }, 'this process could not report its figures'))
    if (!isStopped) cancelTimer = scheduler.after(intervalMs, () => void (running = publish()))
  }
  let running = publish()
  return async () => {
    isStopped = true
    cancelTimer()
    await running
    // The report is gone after ten minutes, even if it cannot be removed.
    await processReports.remove(id).catch(() => undefined)
  }
}
