// The report of a process about itself, for the health page, and what its parts count for it.

import { hostname } from 'node:os'
import type { Deliveries, ProcessReport, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { recentMs } from '@thirty/contracts/operations/health.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import about from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import type { StorageWatch } from './storage-watch.ts'

export type ProcessFigures = {
  mail: DeliveryFigures
  push: DeliveryFigures
  webhooks: DeliveryFigures
  /** The last comparison of each read model of this process, by name. */
  checks: Map<string, ReadModelCheck>
  snapshots: ProcessReport['snapshots']
  /** The read models that this process builds. */
  positions(): readonly ReadModelPosition[]
  /** Missing in a process without sockets. */
  countSockets?: () => number
}

export const createProcessFigures = (clock: Clock): ProcessFigures => ({
  mail: deliveryFigures(clock),
  push: deliveryFigures(clock),
  webhooks: deliveryFigures(clock),
  checks: new Map(),
  snapshots: null,
  positions: () => [],
})

const minuteMs = 60_000
type Counts = { delivered: number; failed: number }

type DeliveryFigures = {
  count(isDelivered: boolean): void
  /** Set by a process that delivers. */
  countWaiting?: () => number
  /** Returns null in a process that delivers nothing. */
  read(): Deliveries | null
}

/** Counts deliveries in all, and by minute for the recent ones. A failed attempt counts even if it is repeated. */
export function deliveryFigures(clock: Clock): DeliveryFigures {
  const total: Counts = { delivered: 0, failed: 0 }
  const byMinute = new Map<number, Counts>()
  let lastDeliveredAt: number | null = null

  const forgetOld = () => {
    const oldest = Math.floor((clock() - recentMs) / minuteMs)
    for (const minute of byMinute.keys()) if (minute <= oldest) byMinute.delete(minute)
  }
  const figures: DeliveryFigures = {
    count: (isDelivered) => {
      const now = clock()
      forgetOld()
      const minute = Math.floor(now / minuteMs)
      const recent = byMinute.get(minute) ?? { delivered: 0, failed: 0 }
      byMinute.set(minute, recent)
      for (const counts of [total, recent]) counts[isDelivered ? 'delivered' : 'failed'] += 1
      if (isDelivered) lastDeliveredAt = now
    },
    read: () => {
      if (figures.countWaiting === undefined) return null
      forgetOld()
      const recent = [...byMinute.values()]
      return {
        ...total,
        recentlyDelivered: recent.reduce((sum, { delivered }) => sum + delivered, 0),
        recentlyFailed: recent.reduce((sum, { failed }) => sum + failed, 0),
        lastDeliveredAt,
        waiting: figures.countWaiting(),
      }
    },
  }
  return figures
}

type Reported = {
  processId: string
  config: Pick<Config, 'role'>
  figures: ProcessFigures
  storage: Pick<StorageWatch, 'report'>
  proxies: { recent(): string | null }
}

/** Describes this process as it is at the moment. */
export const describeProcess = ({
  processId,
  config,
  figures,
  storage,
  proxies,
}: Reported): ProcessReport => ({
  id: processId,
  role: config.role,
  host: hostname().slice(0, 255),
  version: about.version,
  startedAt: Math.round(performance.timeOrigin),
  memoryBytes: process.memoryUsage.rss(),
  sockets: figures.countSockets?.() ?? null,
  mail: figures.mail.read(),
  push: figures.push.read(),
  webhooks: figures.webhooks.read(),
  snapshots: figures.snapshots,
  storage: storage.report(),
  untrustedProxy: proxies.recent(),
  projections: figures.positions().map(({ readModel: { name }, parked }) => ({
    name,
    isParked: parked !== undefined,
    check: figures.checks.get(name) ?? null,
  })),
})
