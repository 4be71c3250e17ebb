import type { EventLog } from '../event-log/event-log.ts'
import type { Metrics } from './metrics.ts'

/** Returns the same log with a measurement of every append. */
export function withAppendMetrics(log: EventLog, { appends }: Pick<Metrics, 'appends'>): EventLog {
  const [stored, refused] = [appends.labels('stored'), appends.labels('refused')]
  for (const outcome of ['stored', 'refused']) appends.zero({ outcome })
  return {
    ...log,
    append: async (stream, events, expected) => {
      const startedAt = performance.now()
      try {
        const appended = await log.append(stream, events, expected)
        stored.observe((performance.now() - startedAt) / 1_000)
        return appended
      } catch (error) {
        refused.observe((performance.now() - startedAt) / 1_000)
        throw error
      }
    },
  }
}
