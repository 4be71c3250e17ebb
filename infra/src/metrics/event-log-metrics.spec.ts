import { expect, test } from 'vitest'
import { LogUnavailable, type EventLog } from '../event-log/event-log.ts'
import { withAppendMetrics } from './event-log-metrics.ts'
import { createMetrics } from './metrics.ts'

test('every append is timed, also one that fails, and its answer passes through', async () => {
  const metrics = createMetrics()
  let isAway = false
  const append: EventLog['append'] = async () => {
    if (isAway) throw new LogUnavailable('away')
    return { revision: 0, position: 1n }
  }
  // Only appends are asked for here.
  const log = withAppendMetrics({ append } as EventLog, metrics)
  expect(await log.append('user-1', [], 'none')).toEqual({ revision: 0, position: 1n })
  isAway = true
  await expect(log.append('user-1', [], 'none')).rejects.toThrow(LogUnavailable)
  const text = await metrics.registry.metrics()
  expect(text).toContain('thirty_append_seconds_count{outcome="stored"} 1')
  expect(text).toContain('thirty_append_seconds_count{outcome="refused"} 1')
})
