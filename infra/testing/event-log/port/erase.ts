import { expect, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import {
  collectBatches,
  collect,
  textEvents,
  eventsOf,
  isCaughtUp,
  takeBatchesUntil,
  textsOf,
} from './test-events.ts'

/** Tests the contract for truncating and removing streams. */
export function checkErase(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('a truncated stream keeps its last events and continues its revisions', async () => {
    await log().append('thing-1', textEvents('a', 'b', 'c'), 'none')
    await log().truncate('thing-1', 2)
    expect((await log().append('thing-1', textEvents('d'), 2)).revision).toBe(3)
    const remaining = await collect(log().read('thing-1'))
    expect(textsOf(remaining)).toEqual(['c', 'd'])
    expect(remaining.map(({ revision }) => revision)).toEqual([2, 3])
    expect(textsOf(await collectBatches(log().readAll()))).toEqual(['c', 'd'])
  })

  test('truncation beyond the end erases the present events, not later ones', async () => {
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    await log().truncate('thing-1', 10)
    expect(await collect(log().read('thing-1'))).toEqual([])
    expect((await log().append('thing-1', textEvents('c'), 1)).revision).toBe(2)
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['c'])
  })

  test('a stream whose name is forgotten can be written again', async () => {
    await log().append('thing-1', textEvents('secret', 'nothing to erase'), 'none')
    await log().append('thing-2', textEvents('a'), 'none')
    await log().truncate('thing-1', 2, { forgetName: true })
    for (const isReopened of [false, true]) {
      const reader = isReopened ? await reopen() : log()
      const remaining = await collect(reader.read('thing-1'))
      expect(textsOf(remaining)).not.toContain('secret')
      expect(textsOf(await collect(reader.read('thing-2')))).toEqual(['a'])
      await reader.append('thing-1', textEvents('b'), remaining.at(-1)?.revision ?? 'none')
      expect(textsOf(await collect(reader.read('thing-1'))).at(-1)).toBe('b')
    }
  })

  test('a stream with later events keeps them and its name', async () => {
    await log().append('thing-1', textEvents('secret', 'b', 'c'), 'none')
    await log().truncate('thing-1', 1, { forgetName: true })
    expect(textsOf(await collect((await reopen()).read('thing-1')))).toEqual(['b', 'c'])
  })

  test('removes a stream and leaves the others unchanged', async () => {
    await log().append('thing-1', textEvents('secret'), 'none')
    await log().append('thing-2', textEvents('a'), 'none')
    await log().append('thing-1', textEvents('secret too'), 0)
    await log().append('thing-2', textEvents('b'), 0)
    await log().remove('thing-1')
    for (const isReopened of [false, true]) {
      const reader = isReopened ? await reopen() : log()
      expect(await collect(reader.read('thing-1'))).toEqual([])
      expect(textsOf(await collect(reader.read('thing-2')))).toEqual(['a', 'b'])
      expect(textsOf(await collectBatches(reader.readAll()))).toEqual(['a', 'b'])
      await expect(reader.append('thing-1', textEvents('c'), 'none')).rejects.toMatchObject({
        name: 'StreamRemoved',
      })
    }
  })

  test('a subscriber skips erased events and still reaches the head', async () => {
    await log().append('thing-1', textEvents('a'), 'none')
    await log().append('thing-2', textEvents('secret', 'too'), 'none')
    await log().remove('thing-2')
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning, batch: 1 }), isCaughtUp)
    expect(textsOf(eventsOf(batches))).toEqual(['a'])
    expect(batches.at(-1)?.position).toBe(await log().head())
  })

  test('truncating and removing may be repeated', async () => {
    await log().truncate('thing-1', 5)
    await log().append('thing-1', textEvents('a', 'b'), 'none')
    await log().truncate('thing-1', 1)
    await log().truncate('thing-1', 1)
    await log().truncate('thing-1', 0)
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['b'])
    await log().remove('thing-1')
    await log().remove('thing-1')
    expect(await collect(log().read('thing-1'))).toEqual([])
  })
}
