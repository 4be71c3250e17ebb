import { expect, test } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

/** A task that ends when the spec says so. */
function openTask(order: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const run = async () => {
    order.push(name)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

test('tasks with the same key run one after another, also after one that failed; others run at once', async () => {
  const inTurn = keyedMutex()
  const order: string[] = []
  const [first, second] = [openTask(order, 'first'), openTask(order, 'second')]
  const [third, other] = [openTask(order, 'third'), openTask(order, 'other')]
  const results = [
    inTurn('a', first.run),
    inTurn('a', second.run).catch(String),
    inTurn('a', third.run),
    inTurn('b', other.run),
  ]
  await Promise.resolve()
  expect(order).toEqual(['first', 'other'])
  first.end()
  await results[0]
  await Promise.resolve()
  expect(order).toEqual(['first', 'other', 'second'])
  second.fail()
  for (const task of [third, other]) task.end()
  expect(await Promise.all(results)).toEqual(['first', 'Error: second', 'third', 'other'])
})
