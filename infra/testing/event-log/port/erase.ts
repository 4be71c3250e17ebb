import { expect, test } from 'vitest'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import {
  collectBatches,
  collect,
  events,
  eventsOf,
  isCaughtUp,
  takeBatchesUntil,
  textsOf,
} from './test-events.ts'

/** What the port says about forgetting. */
export function checkErase(log: () => EventLog, reopen: () => Promise<EventLog>) {
  test('a truncated stream keeps its last events and counts on', async () => {
    await log().append('thing-1', events('a', 'b', 'c'), 'none')
    await log().truncate('thing-1', 2)
    expect((await log().append('thing-1', events('d'), 2)).revision).toBe(3)
    const left = await collect(log().read('thing-1'))
    expect(textsOf(left)).toEqual(['c', 'd'])
    expect(left.map(({ revision }) => revision)).toEqual([2, 3])
    expect(textsOf(await collectBatches(log().readAll()))).toEqual(['c', 'd'])
  })

  test('truncation beyond the end forgets what is there, not what comes', async () => {
    await log().append('thing-1', events('a', 'b'), 'none')
    await log().truncate('thing-1', 10)
    expect(await collect(log().read('thing-1'))).toEqual([])
    expect((await log().append('thing-1', events('c'), 1)).revision).toBe(2)
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['c'])
  })

  test('a removed stream is empty, and the others are whole', async () => {
    await log().append('thing-1', events('secret'), 'none')
    await log().append('thing-2', events('a'), 'none')
    await log().append('thing-1', events('secret too'), 0)
    await log().append('thing-2', events('b'), 0)
    await log().remove('thing-1')
    for (const again of [false, true]) {
      const one = again ? await reopen() : log()
      expect(await collect(one.read('thing-1'))).toEqual([])
      expect(textsOf(await collect(one.read('thing-2')))).toEqual(['a', 'b'])
      expect(textsOf(await collectBatches(one.readAll()))).toEqual(['a', 'b'])
      await expect(one.append('thing-1', events('c'), 'any')).rejects.toMatchObject({ name: 'StreamRemoved' })
    }
  })

  test('a subscriber passes over what was forgotten and still reaches the head', async () => {
    await log().append('thing-1', events('a'), 'none')
    await log().append('thing-2', events('secret', 'too'), 'none')
    await log().remove('thing-2')
    const batches = await takeBatchesUntil(log().subscribe({ after: beginning, batch: 1 }), isCaughtUp)
    expect(textsOf(eventsOf(batches))).toEqual(['a'])
    expect(batches.at(-1)?.position).toBe(await log().head())
  })

  test('to forget twice, or what was never there, does no harm', async () => {
    await log().truncate('thing-1', 5)
    await log().append('thing-1', events('a', 'b'), 'none')
    await log().truncate('thing-1', 1)
    await log().truncate('thing-1', 1)
    await log().truncate('thing-1', 0)
    expect(textsOf(await collect(log().read('thing-1')))).toEqual(['b'])
    await log().remove('thing-1')
    await log().remove('thing-1')
    expect(await collect(log().read('thing-1'))).toEqual([])
  })
}
