import { expect, test } from 'vitest'
import { liveTail } from './live-tail.ts'

test('keeps no events without subscribers', () => {
  const tail = liveTail()
  push(tail, 1, 10)
  expect(tail.head()).toBe(10)
  expect(tail.eventsAfter(5, 10)).toBeUndefined()
})

test('returns recent events from memory, in order and limited', () => {
  const tail = tailWithSubscriber()
  push(tail, 1, 10)
  expect(tail.eventsAfter(3, 4)?.map(({ position }) => position)).toEqual([4, 5, 6, 7])
  expect(tail.eventsAfter(9, 4)?.map(({ position }) => position)).toEqual([10])
})

test('memory stays bounded with many events; older ones must be read from the file', () => {
  const tail = tailWithSubscriber()
  push(tail, 1, 100_000)
  expect(tail.eventsAfter(10, 5)).toBeUndefined()
  expect(tail.eventsAfter(95_000, 5)).toBeUndefined()
  expect(tail.eventsAfter(99_990, 100)).toHaveLength(10)
})

test('accepts an event that is larger than its memory', () => {
  const tail = tailWithSubscriber()
  push(tail, 1, 1, 'x'.repeat(20_000_000))
  expect(tail.head()).toBe(1)
  expect(tail.eventsAfter(0, 1)).toBeUndefined()
})

test('keeps no events after an erasure and after the last subscriber has left', () => {
  const tail = tailWithSubscriber()
  push(tail, 1, 10)
  tail.clear()
  expect(tail.eventsAfter(5, 10)).toBeUndefined()
  push(tail, 11, 12)
  expect(tail.eventsAfter(10, 10)).toHaveLength(2)
  tail.removeSubscriber()
  expect(tail.eventsAfter(10, 10)).toBeUndefined()
})

function tailWithSubscriber() {
  const tail = liveTail()
  tail.addSubscriber()
  return tail
}

function push(tail: ReturnType<typeof liveTail>, from: number, to: number, record = '{}') {
  for (let position = from; position <= to; position++)
    tail.append({ position, revision: position, stream: 'thing-1', record })
}
