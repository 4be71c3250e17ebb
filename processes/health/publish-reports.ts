// Publishes the report of this process every three seconds, for the health page and for the other processes, and reads from their reports
// how many viewers and which unfinished builds they have.

import type { ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import type { ProcessReports } from '@thirty/infra/process-reports/process-reports.ts'
import { repeat, systemScheduler } from '@thirty/infra/scheduler.ts'
import { unfinishedBuilds } from '@thirty/projections/runner/progress.ts'
import { z } from 'zod'
import type { ProcessContext } from '../lifecycle/process-context.ts'

const intervalMs = 3_000
/** A process that has not reported for this long has ended, or cannot reach the store. */
const validSeconds = 8

type ReportSources = Pick<ProcessContext, 'logger'> & {
  processReports: ProcessReports
  describeProcess: () => Pick<ProcessReport, 'id'>
  figures: Pick<ProcessContext['figures'], 'positions'>
}

/** What processes tell each other beside the report that admins read. */
const reportToProcesses = z.object({
  id: z.string(),
  /** Sockets that watch the leaderboard. */
  viewers: z.int(),
  unfinishedBuilds: z.array(
    z.tuple([z.string(), z.object({ position: z.string(), failure: z.string().optional() })]),
  ),
})

/** `countViewers` returns how many sockets of this process watch the leaderboard. */
export function publishReports(
  { logger, processReports, describeProcess, figures }: ReportSources,
  countViewers: () => number,
  scheduler = systemScheduler,
) {
  const { id } = describeProcess()
  let elsewhere = { viewers: 0, validUntil: 0 }
  const publish = async () => {
    try {
      const toProcesses: z.infer<typeof reportToProcesses> = {
        id,
        viewers: countViewers(),
        unfinishedBuilds: [...unfinishedBuilds(figures.positions())],
      }
      await processReports.publish(id, { ...describeProcess(), ...toProcesses })
      const others = await reportsOfOthers(processReports, id)
      const viewers = others.reduce((sum, report) => sum + report.viewers, 0)
      elsewhere = { viewers, validUntil: scheduler.now() + validSeconds * 1_000 }
    } catch (error) {
      // The store logs its outages itself.
      logger.debug({ err: error }, 'this process could not report its figures')
    }
    return intervalMs
  }
  const stopPublishing = repeat(scheduler, publish)
  return {
    /** Returns how many sockets of other processes watch the leaderboard, as far as it is known. */
    viewersElsewhere: () => (scheduler.now() < elsewhere.validUntil ? elsewhere.viewers : 0),
    /** Ends it and removes the report. */
    stop: async () => {
      await stopPublishing()
      // The report is gone after ten minutes, even if it cannot be removed.
      await processReports.remove(id).catch(() => undefined)
    },
  }
}

/**
 * Returns, by name, the builds of all other processes that readers do not see yet, as the newest report describes them. Throws
 * `StoreUnavailable`.
 */
export async function unfinishedBuildsElsewhere(processReports: Pick<ProcessReports, 'list'>, ownId: string) {
  const reports = await reportsOfOthers(processReports, ownId)
  return new Map(reports.flatMap((report) => report.unfinishedBuilds))
}

/** Returns the current reports of the other processes, the newest last. */
async function reportsOfOthers({ list }: Pick<ProcessReports, 'list'>, ownId: string) {
  const oldestFirst = (await list(reportToProcesses)).toSorted((a, b) => b.ageSeconds - a.ageSeconds)
  return oldestFirst.flatMap(({ report, ageSeconds }) =>
    report.id !== ownId && ageSeconds < validSeconds ? [report] : [],
  )
}
