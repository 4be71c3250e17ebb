import { expect, test } from 'vitest'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { textEvents, eventsOf, isCaughtUp, takeBatchesUntil, textsOf } from './test-events.ts'

/** Tests the contract for truncating and removing streams. */
export function checkErase(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('a stream whose name is forgotten can be written again', async () => {
    await log().append('thing-1', textEvents('secret', 'nothing to erase'), 'none')
    await log().append('thing-2', textEvents('a'), 'none')
    await log().truncate('thing-1', 2, { forgetName: true })
    for (const isReopened of [false, true]) {
      const reader = isReopened ? await reopen() : log()
      const remaining = await Array.fromAsync(reader.read('thing-1'))
      expect(textsOf(remaining)).not.toContain('secret')
      expect(textsOf(await Array.fromAsync(reader.read('thing-2')))).toEqual(['a'])
      await reader.append('thing-1', textEvents('b'), remaining.at(-1)?.revision ?? 'none')
      expect(textsOf(await Array.fromAsync(reader.read('thing-1'))).at(-1)).toBe('b')
    }
  })

  test('a stream with later events keeps them and its name', async () => {
    await log().append('thing-1', textEvents('secret', 'b', 'c'), 'none')
    await log().truncate('thing-1', 1, { forgetName: true })
    expect(textsOf(await Array.fromAsync((await reopen()).read('thing-1')))).toEqual(['b', 'c'])
  })

  test('a subscriber skips erased events and still reaches the head', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    await log().append('thing-2', textEvents('secret', 'too'), 'none')
    await log().remove('thing-2')
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning, batch: 1 }), isCaughtUp)
    expect(textsOf(eventsOf(batches))).toEqual(['a'])
    expect(batches.at(-1)?.position).toBe(await log().head())
  })
}
