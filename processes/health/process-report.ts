// The report of a process about itself, for the health page, and what its parts count for it.

import { hostname } from 'node:os'
import type { Deliveries, ProcessReport, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { recentMs } from '@thirty/contracts/operations/health.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import about from '../../package.json' with { type: 'json' }

export type ProcessFigures = ReturnType<typeof createProcessFigures>

/** Each part of a process puts its own function in the place of one that returns nothing here. */
export const createProcessFigures = (clock: Clock) => ({
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

const minuteMs = 60_000
type Counts = { delivered: number; failed: number }

/** Counts deliveries in all, and by minute for the recent ones. A failed attempt counts even if it is repeated. */
export function deliveryFigures(clock: Clock) {
  const total: Counts = { delivered: 0, failed: 0 }
  const byMinute = new Map<number, Counts>()
  let lastDeliveredAt: number | null = null

  const forgetOld = () => {
    const oldest = Math.floor((clock() - recentMs) / minuteMs)
    for (const minute of byMinute.keys()) if (minute <= oldest) byMinute.delete(minute)
  }
  const figures = {
    countWaiting: (): number | null => null,
    count: (isDelivered: boolean): void => {
      const now = clock()
      forgetOld()
      const minute = Math.floor(now / minuteMs)
      const recent = byMinute.get(minute) ?? { delivered: 0, failed: 0 }
      byMinute.set(minute, recent)
      for (const counts of [total, recent]) counts[isDelivered ? 'delivered' : 'failed'] += 1
      if (isDelivered) lastDeliveredAt = now
    },
    /** Returns null in a process that delivers nothing. */
    read: (): Deliveries | null => {
      const waiting = figures.countWaiting()
      if (waiting === null) return null
      forgetOld()
      const recent = [...byMinute.values()]
      return {
        ...total,
        recentlyDelivered: recent.reduce((sum, { delivered }) => sum + delivered, 0),
        recentlyFailed: recent.reduce((sum, { failed }) => sum + failed, 0),
        lastDeliveredAt,
        waiting,
      }
    },
  }
  return figures
}

/** Describes this process as it is at the moment. */
export const describeProcess = (
  figures: ProcessFigures,
  own: Pick<ProcessReport, 'id' | 'role' | 'storage' | 'untrustedProxy'>,
): ProcessReport => ({
  ...own,
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
})
