import type { EntryStore, NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import { leaseIn } from '@thirty/infra/entry-store/lease.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Opened = {
  store: EntryStore
  /** Opens the same store again, as another process does. */
  reopen: () => EntryStore | Promise<EntryStore>
  /** Lets the time of the store pass. */
  pass: (milliseconds: number) => Promise<void>
  /** Returns all bytes of the store as text. */
  content: () => Promise<string>
  close?: () => Promise<void>
}

const entry = (id: string, due: number | null, group = 'one'): NewEntry => ({
  group,
  id,
  due,
  document: { text: `of ${id} \u0000 Żółw "🐢" مرحبا`, list: [1, null] },
})
const without = ({ group: _, ...rest }: NewEntry) => rest
const count = (document: unknown): number => (typeof document === 'number' ? document : 0)

/** Tests the contract of `EntryStore`. `open` returns a new, empty store. */
export function entryStoreSpec(name: string, open: () => Promise<Opened>): void {
  describe(`entries in ${name}`, () => {
    let opened: Opened
    let store: EntryStore
    let other: EntryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      other = await opened.reopen()
    })
    afterEach(async () => {
      await store.close()
      await other.close()
      await opened.close?.()
    })
    const idsOf = async (group = 'one') => (await store.list(group)).entries.map(({ id }) => id)
    const waitingCounts = () => Promise.all(['one', 'two'].map((group) => store.countWaiting(group)))

    test('another process finds entries as they were stored, the newest first, and groups apart', async () => {
      expect(await store.put([entry('m2', 6), entry('m1', null), entry('m1', 7, 'two')])).toBe(true)
      const all = [entry('m2', 6), entry('m1', null)].map(without)
      expect(await other.list('one')).toMatchObject({ entries: all, total: 2 })
      expect(await other.list('one', 1)).toMatchObject({ entries: all.slice(0, 1), total: 2 })
      expect(await other.load('two', 'm1')).toEqual(without(entry('m1', 7, 'two')))
      expect(await other.load('two', 'm2')).toBeUndefined()
      await other.removeGroup('one')
      expect(await store.list('one')).toMatchObject({ entries: [], total: 0 })
      expect(await waitingCounts()).toEqual([0, 1])
    })

    test('stores all entries or none: only if the required ones are there', async () => {
      await store.put([{ ...entry('holder', null, 'lease'), document: 'a' }])
      const held = { group: 'lease', id: 'holder' }
      expect(await store.put([entry('m1', 5)], [{ ...held, document: 'b' }])).toBe(false)
      expect(await store.put([entry('m1', 5)], [held, { group: 'one', id: 'm1' }])).toBe(false)
      expect(await idsOf()).toEqual([])
      const both = [entry('m1', 5), entry('m1', 5, 'two')]
      expect(await store.put(both, [{ ...held, document: 'a' }])).toBe(true)
      expect(await store.put([entry('m1', null)], [held, { group: 'one', id: 'm1' }])).toBe(true)
      expect(await waitingCounts()).toEqual([0, 1])
    })

    test('a required entry may have to be due at a time', async () => {
      const [place, at] = [{ group: 'one', id: 'm1' }, Date.UTC(2026, 2, 2)]
      await store.put([entry('m1', at)])
      expect(await store.put([entry('m1', 7)], [{ ...place, due: 7 }])).toBe(false)
      expect(await store.put([entry('m1', null)], [{ ...place, due: at }])).toBe(true)
      expect(await store.put([entry('m1', 7)], [{ ...place, due: at }])).toBe(false)
      expect(await store.countWaiting('one')).toBe(0)
    })

    test('an entry is replaced, unless only a new one is wanted', async () => {
      await store.put([entry('m1', 5)])
      await store.put([{ ...entry('m1', null), onlyNew: true, document: 'other' }])
      expect(await store.nextDue('one', 5)).toEqual(without(entry('m1', 5)))
      await store.put([{ ...entry('m1', null), document: 'sent' }])
      expect(await store.load('one', 'm1')).toEqual({ id: 'm1', due: null, document: 'sent' })
      expect(await store.nextDue('one', 5)).toBeUndefined()
    })

    test('the entry that is due first comes next, and at the same time the one with the lowest id', async () => {
      await store.put([entry('m3', 5), entry('m2', 7), entry('m1', 7), entry('m0', null)])
      expect(await store.nextDue('one', 4)).toBeUndefined()
      expect((await store.nextDue('one', 5))?.id).toBe('m3')
      await store.put([entry('m3', 100)])
      expect((await store.nextDue('one', 50))?.id).toBe('m1')
      expect((await store.listWaiting('one', 2)).map(({ id }) => id)).toEqual(['m1', 'm2'])
      expect(await store.countWaiting('one')).toBe(3)
      expect(await store.nextDue('two', 50)).toBeUndefined()
    })

    test('removes entries, and finished ones but for the newest', async () => {
      await store.put(['m1', 'm3', 'm4', 'm5', 'm6'].map((id) => entry(id, null)))
      await store.put([entry('m2', 5)])
      await store.remove('one', ['m6', 'unknown'])
      await store.remove('one', [])
      await store.removeFinished('one', 2)
      expect(await idsOf()).toEqual(['m5', 'm4', 'm2'])
      await store.remove('one', ['m2'])
      expect(await store.countWaiting('one')).toBe(0)
    })

    test('an entry that is removed while another process changes it is gone', async () => {
      const place = { group: 'one', id: 'm1' }
      for (let time = 1; time <= 20; time += 1) {
        await store.put([entry('m1', 5)])
        await Promise.all([store.remove('one', ['m1']), other.put([entry('m1', 6)], [place])])
        expect(await store.nextDue('one', 6)).toBeUndefined()
        expect([await store.listWaiting('one', 9), await store.countWaiting('one')]).toEqual([[], 0])
      }
    })

    test('changes at the same time, of several processes, are all kept', async () => {
      const increment = (document: unknown) => count(document) + 1
      await Promise.all(
        [store, other].flatMap((process) =>
          Array.from({ length: 5 }, () => process.change('one', 'n', increment)),
        ),
      )
      expect(await store.change('one', 'n', increment)).toBe(11)
    })

    test('a change that throws leaves the document, and one without a result removes it', async () => {
      await store.change('one', 'n', () => 1)
      const failing = store.change('one', 'n', () => {
        throw new Error('Too large.')
      })
      await expect(failing).rejects.toThrow('Too large.')
      expect((await store.load('one', 'n'))?.document).toBe(1)
      for (const _ of [1, 2]) expect(await store.change('one', 'n', () => undefined)).toBeUndefined()
      expect(await idsOf()).toEqual([])
    })

    test('a group ends some time after its last change that says so, and its clock is that of the store', async () => {
      let since = 0
      await store.change('one', 'a', (_, now) => (since = now), 300)
      await store.put([{ ...entry('b', null), document: 'B' }], [], 300)
      await opened.pass(200)
      await store.change('one', 'b', (document) => document, 300)
      await opened.pass(200)
      expect(await idsOf()).toEqual(['b', 'a'])
      expect((await store.list('one')).now - since).toBeGreaterThanOrEqual(390)
      await opened.pass(150)
      expect(await idsOf()).toEqual([])
      expect(await store.change('one', 'b', (document) => document)).toBeUndefined()
    })

    test('one process at a time has a lease, until it is released or not renewed', async () => {
      const [a, b] = [leaseIn(store, 'work', 'a'), leaseIn(other, 'work', 'b')]
      expect(await a.acquire(300)).toBe(true)
      expect(await b.acquire(300)).toBe(false)
      expect(await a.acquire(300)).toBe(true)
      await b.release()
      expect(await b.acquire(300)).toBe(false)
      await a.release()
      expect(await b.acquire(300)).toBe(true)
      await opened.pass(350)
      expect(await a.acquire(10_000)).toBe(true)
    })

    test('without the lease nothing is written', async () => {
      const [a, b] = [leaseIn(store, 'work', 'a'), leaseIn(other, 'work', 'b')]
      await a.acquire(10_000)
      expect(await store.put([entry('m1', 5)], [a.held])).toBe(true)
      expect(await other.put([entry('m2', 6)], [b.held])).toBe(false)
      expect(await idsOf()).toEqual(['m1'])
    })

    test('nothing is left of a group after the removal', async () => {
      for (const text of ['windmill one', 'windmill two']) await store.change('zelda-17', 'notes', () => text)
      expect(await opened.content()).toContain('windmill two')
      await store.removeGroup('zelda-17')
      await store.removeGroup('zelda-17')
      expect(await opened.content()).not.toMatch(/windmill|zelda-17/)
    })

    test('nothing is left of a text that was removed, a few seconds later', async () => {
      await store.change('zelda-18', 'notes', () => ['windmill one', 'windmill two'])
      await store.change('zelda-18', 'notes', () => ['windmill two'])
      await expect.poll(opened.content, { timeout: 5_000 }).not.toContain('windmill one')
      await store.remove('zelda-18', ['notes'])
      await expect.poll(opened.content, { timeout: 5_000 }).not.toMatch(/windmill|zelda-18/)
    })
  })
}
