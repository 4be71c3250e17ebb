import { expect, test } from 'vitest'
import { LogUnavailable, beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, textEvent, textEvents, takeBatchesUntil } from './test-events.ts'

/** Tests the contract for closing. */
export function checkClose(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('finishes pending appends before it closes', async () => {
    const accepted = Array.from({ length: 50 }, (_, index) =>
      log().append(`thing-${index}`, [textEvent('a')], 'none'),
    )
    await log().close()
    const results = await Promise.all(accepted)
    const stored = await collectBatches((await reopen()).readAll())
    expect(stored.map(({ position }) => position)).toEqual(
      results.map(({ position }) => position).sort((a, b) => Number(a - b)),
    )
  })

  test('a closed log throws LogUnavailable, and may be closed again', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    await log().close()
    await log().close()
    await expect(log().append('thing-1', textEvents('a'), 'none')).rejects.toBeInstanceOf(LogUnavailable)
    await expect(Array.fromAsync(log().read('thing-1'))).rejects.toBeInstanceOf(LogUnavailable)
    await expect(Array.fromAsync(log().readAll())).rejects.toBeInstanceOf(LogUnavailable)
    await expect(log().remove('thing-1')).rejects.toBeInstanceOf(LogUnavailable)
  })

  test('closing ends all subscriptions', async () => {
    const hasReceived = Promise.withResolvers<void>()
    const batches = takeBatchesUntil(log().subscribe({ after: beginning }), () => {
      hasReceived.resolve()
      return false
    })
    await log().append('thing-1', textEvents('a'), 'none')
    await hasReceived.promise
    await log().close()
    expect((await batches).at(-1)?.caughtUp).toBe(true)
  })
}
