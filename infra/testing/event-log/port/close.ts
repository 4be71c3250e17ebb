import { expect, test } from 'vitest'
import { LogUnavailable, beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { collectBatches, collect, event, events, takeBatchesUntil } from './test-events.ts'

/** What the port says about closing. */
export function checkClose(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('what was accepted is finished before the log is closed', async () => {
    const accepted = Array.from({ length: 50 }, (_, index) =>
      log().append(`thing-${index}`, [event('a')], 'none'),
    )
    await log().close()
    const answers = await Promise.all(accepted)
    const stored = await collectBatches((await reopen()).readAll())
    expect(stored.map(({ position }) => position)).toEqual(
      answers.map(({ position }) => position).sort((one, other) => Number(one - other)),
    )
  })

  test('a closed log takes and tells nothing, says so, and may be closed again', async () => {
    await log().append('thing-1', events('a'), 'none')
    await log().close()
    await log().close()
    await expect(log().append('thing-1', events('a'), 'none')).rejects.toBeInstanceOf(LogUnavailable)
    await expect(collect(log().read('thing-1'))).rejects.toBeInstanceOf(LogUnavailable)
    await expect(collect(log().readAll())).rejects.toBeInstanceOf(LogUnavailable)
    await expect(log().remove('thing-1')).rejects.toBeInstanceOf(LogUnavailable)
  })

  test('closing ends the subscriptions', async () => {
    const isHeard = Promise.withResolvers<void>()
    const heard = takeBatchesUntil(log().subscribe({ after: beginning }), () => {
      isHeard.resolve()
      return false
    })
    await log().append('thing-1', events('a'), 'none')
    await isHeard.promise
    await log().close()
    expect((await heard).at(-1)?.caughtUp).toBe(true)
  })
}
