// Collects what the health page shows: the end of the log, the read models, and the reports of all processes.
//
// The health page is made of reports and not of metrics: a web process does not know the others and cannot reach their
// `/metrics`. Each process stores one small document that expires. Its remaining time says how old the document is, so
// clocks do not matter. A page about trouble should need as little as possible, so it loads every four seconds and uses
// no socket. A killed process is shown as gone for ten minutes. Admins cannot log in while read models are unreachable,
// so this replaces no alerts.

import { setTimeout as pause } from 'node:timers/promises'
import {
  processReport,
  type HealthResponse,
  type ProcessReport,
} from '@thirty/contracts/operations/health-api.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ProcessReports } from '@thirty/infra/process-reports/process-reports.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import type { HealthMonitor } from './health-monitor.ts'

export type HealthSources = Pick<ProcessContext, 'config'> & {
  log: Pick<EventLog, 'head' | 'readBackwards'>
  health: Pick<HealthMonitor, 'readModels' | 'isStoreUnavailable'>
  processReports: Pick<ProcessReports, 'list'>
  describeProcess: () => ProcessReport
  clock: Clock
}

/** Milliseconds for which one answer serves all callers, so that many open pages cost no more than one. */
const sharedMs = 1_000
/** Milliseconds after which a part that does not answer is left out. */
const timeoutMs = 2_000

/** Returns a function that collects the state of the installation. A part that cannot be reached is missing in it; it never throws. */
export function collectHealth(sources: HealthSources): () => Promise<HealthResponse> {
  const { config, log, health, processReports, describeProcess, clock } = sources
  const collect = async (): Promise<HealthResponse> => {
    const [head, others] = await Promise.all([
      orUndefined(describeHead(log)),
      orUndefined(processReports.list(processReport)),
    ])
    const own = { ...describeProcess(), ageSeconds: 0 }
    const reports = (others ?? []).map(({ report, ageSeconds }) => ({
      ...report,
      ageSeconds: Math.round(ageSeconds),
    }))
    return {
      at: clock(),
      allowedLagSeconds: config.allowedLagMs / 1_000,
      selfCheckHours: config.selfCheckMs / 3_600_000,
      log: head ?? null,
      isStoreAvailable: !health.isStoreUnavailable(),
      readModels: [...health.readModels()],
      hasAllProcesses: others !== undefined,
      processes: [own, ...reports.filter(({ id }) => id !== own.id)].toSorted(byRoleAndHost),
    }
  }
  let shared: { at: number; response: Promise<HealthResponse> } | undefined
  return () => {
    const now = clock()
    if (shared === undefined || now - shared.at >= sharedMs || now < shared.at)
      shared = { at: now, response: collect() }
    return shared.response
  }
}

async function describeHead(log: HealthSources['log']): Promise<NonNullable<HealthResponse['log']>> {
  const position = `${await log.head()}`
  for await (const { events } of log.readBackwards({ batch: 1 })) {
    const [newest] = events
    if (newest) return { position, newestAt: Date.parse(newest.at) }
  }
  return { position, newestAt: null }
}

/** Resolves to `undefined` if the work fails or takes too long. */
const orUndefined = <Value>(work: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([work, pause(timeoutMs, undefined, { ref: false })]).catch(() => undefined)

type Process = HealthResponse['processes'][number]
const byRoleAndHost = (one: Process, other: Process): number =>
  `${one.role} ${one.host} ${one.startedAt}`.localeCompare(`${other.role} ${other.host} ${other.startedAt}`)
