import { expect, test } from 'vitest'
import { LogUnavailable, type EventLog } from '../event-log/event-log.ts'
import { withAppendMetrics } from './event-log-metrics.ts'
import { createMetrics } from './metrics.ts'

test('measures every append, also a failed one, and returns its result', async () => {
  const metrics = createMetrics()
  let isDown = false
  const append: EventLog['append'] = async () => {
    if (isDown) throw new LogUnavailable('away')
    return { revision: 0, position: 1n }
  }
  // Safe: only `append` is called here.
  const log = withAppendMetrics({ append } as EventLog, metrics)
  expect(await log.append('user-1', [], 'none')).toEqual({ revision: 0, position: 1n })
  isDown = true
  await expect(log.append('user-1', [], 'none')).rejects.toThrow(LogUnavailable)
  const text = await metrics.registry.metrics()
  expect(text).toContain('thirty_append_seconds_count{outcome="stored"} 1')
  expect(text).toContain('thirty_append_seconds_count{outcome="refused"} 1')
})
