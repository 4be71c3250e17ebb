import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { expect, onTestFinished } from 'vitest'
import type { GivenEvent } from './event-builders.ts'
import { fakeEventLog } from './fake-event-log.ts'

/**
 * Starts all read models with one log that contains the `given` events, and records the messages they send. They stop
 * with their test.
 */
export async function startReadModels(given: readonly GivenEvent[]) {
  const scheduler = fakeScheduler(Date.parse('2026-01-05T18:00:00.000Z'))
  const clock = scheduler.now
  const sent: LiveMessage[] = []
  const log = fakeEventLog(...given)
  const store = memoryReadModelStore({
    live: { publish: (room, message, payload) => sent.push({ room, message, payload }) },
  })
  const projections = startProjections({
    log,
    store,
    projections: readModels({ store, log, clock, timeZone: 'UTC', history: firstHistory }).projections,
    scheduler,
    onFailure: ({ error }) => expect.unreachable(String(error)),
  })
  onTestFinished(() => projections.stop())
  await projections.ready
  return {
    store,
    clock,
    sent,
    /** Appends events, and waits until all read models have applied them and sent their messages. */
    addEvents: async (...events: GivenEvent[]) => {
      log.give(...events)
      await scheduler.advance(200)
      expect(await projections.waitForPosition(await log.head(), 0)).toBe(true)
    },
  }
}
