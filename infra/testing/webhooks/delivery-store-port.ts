import type { DeliveryStore, QueuedEntry } from '@thirty/infra/webhooks/delivery-store.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Opened = {
  store: DeliveryStore
  /** Opens the same store again, as another process does. */
  reopen: () => DeliveryStore
  /** Lets the time of the store pass. */
  pass: (milliseconds: number) => Promise<void>
}

const entry = (id: string, due: number, queue = 'one'): QueuedEntry => ({
  queue,
  id,
  due,
  document: { text: `of ${id} Żółw "🐢"` },
})
const without = ({ queue: _, ...rest }: QueuedEntry) => rest

/** Tests the contract of `DeliveryStore`. `open` returns a new, empty store. */
export function deliveryStoreSpec(name: string, open: () => Promise<Opened>): void {
  describe(`deliveries in ${name}`, () => {
    let opened: Opened
    let store: DeliveryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => store.close())

    test('one process at a time has the lease, until it is released or not renewed', async () => {
      const other = opened.reopen()
      expect(await store.acquire('a', 300)).toBe(true)
      expect(await other.acquire('b', 300)).toBe(false)
      expect(await store.acquire('a', 300)).toBe(true)
      await other.release('b')
      expect(await other.acquire('b', 300)).toBe(false)
      await store.release('a')
      expect(await other.acquire('b', 300)).toBe(true)
      await opened.pass(350)
      expect(await store.acquire('a', 10_000)).toBe(true)
      await other.close()
    })

    test('without the lease nothing is written', async () => {
      await store.acquire('a', 10_000)
      await store.enqueue('a', [entry('m1', 5)], { upTo: '1' })
      expect(await store.enqueue('b', [entry('m2', 6)], { upTo: '2' })).toBe(false)
      const update = { id: 'm1', due: null, document: {} }
      expect(await store.update('b', 'one', update, { state: { count: 1 }, maxKept: 5 })).toBe(false)
      expect(await store.loadProgress()).toEqual({ upTo: '1' })
      expect(await store.loadState('one')).toBeUndefined()
      expect((await store.list('one', 10)).entries).toEqual([without(entry('m1', 5))])
    })

    test('entries and progress are there after the store was opened again, also for another process', async () => {
      expect(await store.loadProgress()).toBeUndefined()
      await store.acquire('a', 10_000)
      const added = [entry('m2', 6), entry('m1', 5), entry('m1', 7, 'two')]
      expect(await store.enqueue('a', added, { upTo: '9' })).toBe(true)
      const other = opened.reopen()
      expect(await other.loadProgress()).toEqual({ upTo: '9' })
      expect(await other.list('one', 10)).toEqual({
        entries: [entry('m2', 6), entry('m1', 5)].map(without),
        total: 2,
      })
      expect((await other.list('one', 1)).entries.map(({ id }) => id)).toEqual(['m2'])
      expect(await other.load('two', 'm1')).toEqual(without(entry('m1', 7, 'two')))
      expect(await other.load('two', 'm2')).toBeUndefined()
      await other.close()
    })

    test('an entry that is there already is not added again', async () => {
      await store.acquire('a', 10_000)
      await store.enqueue('a', [entry('m1', 5)], 1)
      await store.update('a', 'one', { id: 'm1', due: null, document: 'sent' }, { maxKept: 5 })
      await store.enqueue('a', [entry('m1', 5)], 2)
      expect(await store.load('one', 'm1')).toEqual({ id: 'm1', due: null, document: 'sent' })
    })

    test('the next entry is the one that is due first, and of the same time the one with the lowest id', async () => {
      await store.acquire('a', 10_000)
      await store.enqueue('a', [entry('m3', 5), entry('m2', 7), entry('m1', 7)], 1)
      expect(await store.nextDue('one', 4)).toBeUndefined()
      expect((await store.nextDue('one', 5))?.id).toBe('m3')
      await store.update('a', 'one', { ...without(entry('m3', 5)), due: 100 }, { maxKept: 5 })
      expect((await store.nextDue('one', 50))?.id).toBe('m1')
      expect((await store.listWaiting('one', 2)).map(({ id }) => id)).toEqual(['m1', 'm2'])
      expect(await store.countWaiting('one')).toBe(3)
      expect(await store.nextDue('two', 50)).toBeUndefined()
    })

    test('keeps the newest finished entries, all unfinished ones, and the state', async () => {
      await store.acquire('a', 10_000)
      const ids = ['m1', 'm2', 'm3', 'm4', 'm5']
      await store.enqueue(
        'a',
        ids.map((id) => entry(id, 5)),
        1,
      )
      for (const id of ['m5', 'm2', 'm4', 'm3'])
        await store.update('a', 'one', { id, due: null, document: id }, { state: { last: id }, maxKept: 2 })
      const { entries, total } = await store.list('one', 10)
      expect(entries.map(({ id, due }) => [id, due])).toEqual([
        ['m5', null],
        ['m4', null],
        ['m1', 5],
      ])
      expect(total).toBe(3)
      expect(await store.loadState('one')).toEqual({ last: 'm3' })
    })

    test('an entry that was removed does not come back with its update', async () => {
      await store.acquire('a', 10_000)
      await store.enqueue('a', [entry('m1', 5), entry('m2', 5), entry('m1', 5, 'two')], 1)
      await store.remove('one', ['m1'])
      expect(await store.update('a', 'one', { id: 'm1', due: 9, document: {} }, { maxKept: 5 })).toBe(false)
      expect((await store.list('one', 10)).entries.map(({ id }) => id)).toEqual(['m2'])
      await store.update('a', 'one', { id: 'm2', due: 9, document: {} }, { state: {}, maxKept: 5 })
      await store.removeQueue('one')
      expect(await store.list('one', 10)).toEqual({ entries: [], total: 0 })
      expect([await store.countWaiting('one'), await store.loadState('one')]).toEqual([0, undefined])
      expect((await store.list('two', 10)).total).toBe(1)
    })

    test('anybody can put an entry, or replace it so that it is due again', async () => {
      await store.put('one', { id: 'm1', due: 5, document: 'first' })
      expect((await store.nextDue('one', 5))?.document).toBe('first')
      await store.put('one', { id: 'm1', due: null, document: 'sent' })
      expect(await store.nextDue('one', 5)).toBeUndefined()
      await store.put('one', { id: 'm1', due: 8, document: 'again' })
      expect(await store.nextDue('one', 8)).toEqual({ id: 'm1', due: 8, document: 'again' })
    })

    test('anybody can replace an entry, and none that was removed', async () => {
      await store.put('one', { id: 'm1', due: null, document: 'sent' })
      expect(await store.replace('one', { id: 'm1', due: 8, document: 'again' })).toBe(true)
      expect(await store.nextDue('one', 8)).toEqual({ id: 'm1', due: 8, document: 'again' })
      expect(await store.replace('one', { id: 'm1', due: null, document: 'done' })).toBe(true)
      expect(await store.countWaiting('one')).toBe(0)
      await store.remove('one', ['m1'])
      expect(await store.replace('one', { id: 'm1', due: 9, document: 'again' })).toBe(false)
      expect(await store.list('one', 10)).toEqual({ entries: [], total: 0 })
      expect(await store.countWaiting('one')).toBe(0)
    })
  })
}
