import { expect, test } from 'vitest'
import { DeferredUpdates } from './deferred-updates.ts'

const build = async (items: readonly number[], skipped: number) =>
  items.length + skipped > 0 ? { items, skipped } : undefined
const defer = (updates: DeferredUpdates<number>, key: string, item: number) =>
  updates.defer({ room: 'room', message: 'message', key, item, build })

test('sends all items once and in one message, only the latest for each key, the latest last', async () => {
  const updates = new DeferredUpdates<number>()
  defer(updates, 'a', 1)
  defer(updates, 'b', 2)
  const update = defer(updates, 'a', 3)
  expect(await update.build()).toEqual({ items: [2, 3], skipped: 0 })
  expect(await update.build()).toBeUndefined()
})
