// The report of a process about itself, for the health page.

import { hostname } from 'node:os'
import type { ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { RunningProjections } from '@thirty/projections/runner/start-projections.ts'
import about from '../../package.json' with { type: 'json' }
import type { ProcessContext } from '../lifecycle/process-context.ts'

type Parts = {
  running?: Pick<RunningProjections, 'positions'> | undefined
  mail?: Pick<Mailer, 'pendingCount'>
  countPushTasks?: () => number
}

/** Returns a function that describes this process as it is at the moment. */
export function processDescription(
  { processId: id, config, figures, storage, proxies }: ProcessContext,
  { running, mail, countPushTasks }: Parts,
): () => ProcessReport {
  const startedAt = Math.round(Date.now() - process.uptime() * 1_000)
  return () => ({
    id,
    role: config.role,
    host: hostname().slice(0, 255),
    version: about.version,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    sockets: figures.countSockets?.() ?? null,
    mail: mail ? { ...figures.mail.read(), waiting: mail.pendingCount() } : null,
    push: countPushTasks ? { ...figures.push.read(), waiting: countPushTasks() } : null,
    webhooks: figures.countWaitingWebhooks
      ? { ...figures.webhooks.read(), waiting: figures.countWaitingWebhooks() }
      : null,
    snapshots: figures.snapshots,
    storage: storage.report(),
    untrustedProxy: proxies.recent(),
    projections: (running?.positions() ?? []).map(({ readModel: { name }, parked }) => ({
      name,
      isParked: parked !== undefined,
      check: figures.checks.get(name) ?? null,
    })),
  })
}
