import { expect, test } from 'vitest'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { decodeEvent, encodeEvent } from '../stored-event.ts'
import { streamCache, type StoredEvent } from './stream-cache.ts'

const stored = (stream: string, revision: number): StoredEvent => {
  const record = encodeEvent(textEvent(`${revision}`))
  return { stream, revision, position: 100 + revision, record }
}
const event = (stream: string, revision: number) =>
  decodeEvent(stored(stream, revision).record, stream, revision, 100 + revision)
const revisions = (cache: ReturnType<typeof streamCache>, stream: string) =>
  cache.find(stream)?.map(({ revision }) => revision)

test('adds later events to a stream that was read', () => {
  const cache = streamCache()
  cache.store('thing', [event('thing', 0)])
  cache.append(stored('thing', 1))
  cache.append(stored('other', 0))
  expect(revisions(cache, 'thing')).toEqual([0, 1])
})

test('names without events take no place from streams that are read often', () => {
  const cache = streamCache()
  cache.store('challenge', [event('challenge', 0)])
  for (let number = 0; number < 1_500; number++) cache.store(`nobody-${number}`, [])
  expect(revisions(cache, 'challenge')).toEqual([0])
})

test('has an event once that was read from the file before it was acknowledged', () => {
  const cache = streamCache()
  cache.store('thing', [event('thing', 0), event('thing', 1)])
  cache.append(stored('thing', 1))
  expect(revisions(cache, 'thing')).toEqual([0, 1])
})

test('does not cache a stream whose first events were erased', () => {
  const cache = streamCache()
  cache.store('thing', [event('thing', 3)])
  expect(cache.find('thing')).toBeUndefined()
})

test('keeps the most recently read streams', () => {
  const cache = streamCache()
  cache.store('challenge', [event('challenge', 0)])
  for (let number = 0; number < 1_500; number++) {
    cache.store(`thing-${number}`, [event(`thing-${number}`, 0)])
    cache.find('challenge')
  }
  expect(revisions(cache, 'challenge')).toEqual([0])
  expect(cache.find('thing-3')).toBeUndefined()
})
