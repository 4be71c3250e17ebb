import type { Deliveries, ProcessReport, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { recentMs } from '@thirty/contracts/operations/health.ts'
import type { Clock } from '@thirty/infra/clock.ts'

/** What the parts of a process count for its report on the health page. */
export type ProcessFigures = {
  mail: DeliveryFigures
  push: DeliveryFigures
  webhooks: DeliveryFigures
  /** The last comparison of each read model of this process, by name. */
  checks: Map<string, ReadModelCheck>
  snapshots: ProcessReport['snapshots']
  /** Missing in a process that never delivers webhooks. */
  countWaitingWebhooks?: () => number
  /** Missing in a process without sockets. */
  countSockets?: () => number
}

export const createProcessFigures = (clock: Clock): ProcessFigures => ({
  mail: deliveryFigures(clock),
  push: deliveryFigures(clock),
  webhooks: deliveryFigures(clock),
  checks: new Map(),
  snapshots: null,
})

const minuteMs = 60_000
type Counts = { delivered: number; failed: number }

type DeliveryFigures = ReturnType<typeof deliveryFigures>

/** Counts deliveries in all, and by minute for the recent ones. A failed attempt counts even if it is repeated. */
export function deliveryFigures(clock: Clock) {
  const total: Counts = { delivered: 0, failed: 0 }
  const byMinute = new Map<number, Counts>()
  let lastDeliveredAt: number | null = null

  const forgetOld = () => {
    const oldest = Math.floor((clock() - recentMs) / minuteMs)
    for (const minute of byMinute.keys()) if (minute <= oldest) byMinute.delete(minute)
  }
  return {
    count: (isDelivered: boolean): void => {
      const now = clock()
      forgetOld()
      const minute = Math.floor(now / minuteMs)
      const recent = byMinute.get(minute) ?? { delivered: 0, failed: 0 }
      byMinute.set(minute, recent)
      for (const counts of [total, recent]) counts[isDelivered ? 'delivered' : 'failed'] += 1
      if (isDelivered) lastDeliveredAt = now
    },
    read: (): Omit<Deliveries, 'waiting'> => {
      forgetOld()
      const recent = [...byMinute.values()]
      return {
        ...total,
        recentlyDelivered: recent.reduce((sum, { delivered }) => sum + delivered, 0),
        recentlyFailed: recent.reduce((sum, { failed }) => sum + failed, 0),
        lastDeliveredAt,
      }
    },
  }
}
