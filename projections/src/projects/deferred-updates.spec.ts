import { expect, test } from 'vitest'
import { DeferredUpdates } from './deferred-updates.ts'

const tell = async (items: readonly number[]) => items.map((figure) => ({ figure }))
const news = new DeferredUpdates<number>()
const wait = (id: string, item: number) => {
  const announcement = news.defer({ room: 'r', message: 'm', id, item, tell })
  return 'build' in announcement ? announcement.build : undefined
}

test('what waits together is told together, of each thing the latest, and the latest last', async () => {
  wait('a', 1)
  wait('b', 2)
  const build = wait('a', 3)
  expect(await build?.()).toEqual({ items: [{ figure: 2 }, { figure: 3 }] })
  expect(await build?.()).toBeUndefined()
})
