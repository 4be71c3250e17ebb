import { expect, test } from 'vitest'
import { DeferredUpdates } from './deferred-updates.ts'

const build = async (items: readonly number[], skipped: number) =>
  items.length + skipped > 0 ? { items, skipped } : undefined
const defer = (updates: DeferredUpdates<number>, key: string, item: number, room = 'room') =>
  updates.defer({ room, message: 'message', key, item, build })

test('sends all items once and in one message, only the latest for each key, the latest last', async () => {
  const updates = new DeferredUpdates<number>()
  defer(updates, 'a', 1)
  defer(updates, 'b', 2)
  const update = defer(updates, 'a', 3)
  expect(await update.build()).toEqual({ items: [2, 3], skipped: 0 })
  expect(await update.build()).toBeUndefined()
})

test('keeps the items of each room apart', async () => {
  const updates = new DeferredUpdates<number>()
  const [one, two] = [defer(updates, 'a', 1, 'one'), defer(updates, 'a', 2, 'two')]
  expect([await one.build(), await two.build()]).toMatchObject([{ items: [1] }, { items: [2] }])
})

test('keeps the newest items and counts the others', async () => {
  const updates = new DeferredUpdates<number>({ maxItems: 2 })
  defer(updates, 'a', 1)
  defer(updates, 'b', 2)
  expect(await defer(updates, 'c', 3).build()).toEqual({ items: [2, 3], skipped: 1 })
})

test('does not send items that were discarded', async () => {
  const updates = new DeferredUpdates<number>()
  defer(updates, 'a', 1)
  const update = defer(updates, 'b', 2)
  updates.discard((item) => item === 1)
  expect(await update.build()).toEqual({ items: [2], skipped: 0 })
})
