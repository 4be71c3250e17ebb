import { expect, test } from 'vitest'
import { streamCache } from './stream-cache.ts'
import { encodeEvent } from '../event-encoding.ts'
import { decodeStoredEvent, type StoredEvent } from './live-tail.ts'

const stored = (stream: string, revision: number): StoredEvent => ({
  stream,
  revision,
  position: 100 + revision,
  record: encodeEvent({
    id: `00000000-0000-7000-8000-${String(revision).padStart(12, '0')}`,
    type: 'ThingSaid',
    version: 1,
    at: '2026-11-20T10:00:00.000Z',
    data: {},
    metadata: { correlation: 'c-1' },
  }),
})
const event = (stream: string, revision: number) => decodeStoredEvent(stored(stream, revision))
const revisions = (hot: ReturnType<typeof streamCache>, stream: string) =>
  hot.find(stream)?.map(({ revision }) => revision)

test('a stream that nobody read has to be read from the file', () => {
  const hot = streamCache()
  hot.append(stored('thing', 0))
  expect(hot.find('thing')).toBeUndefined()
})

test('a stream that was read shows what is appended later', () => {
  const hot = streamCache()
  hot.store('thing', [event('thing', 0)])
  hot.append(stored('thing', 1))
  hot.append(stored('other', 0))
  expect(revisions(hot, 'thing')).toEqual([0, 1])
})

test('a stream that was found empty shows its first event', () => {
  const hot = streamCache()
  hot.store('thing', [])
  hot.append(stored('thing', 0))
  expect(revisions(hot, 'thing')).toEqual([0])
})

test('an event that the file showed before it was acknowledged is there once', () => {
  const hot = streamCache()
  hot.store('thing', [event('thing', 0), event('thing', 1)])
  hot.append(stored('thing', 1))
  expect(revisions(hot, 'thing')).toEqual([0, 1])
})

test('a stream whose beginning was forgotten is read from the file', () => {
  const hot = streamCache()
  hot.store('thing', [event('thing', 3)])
  expect(hot.find('thing')).toBeUndefined()
})

test('a stream that grows long is read from the file again', () => {
  const hot = streamCache()
  hot.store('thing', [])
  for (let revision = 0; revision <= 64; revision++) hot.append(stored('thing', revision))
  expect(hot.find('thing')).toBeUndefined()
})

test('of many streams those that were read lately stay', () => {
  const hot = streamCache()
  hot.store('challenge', [])
  for (let number = 0; number < 1_500; number++) {
    hot.store(`thing-${number}`, [])
    hot.find('challenge')
  }
  expect(hot.find('challenge')).toEqual([])
  expect(hot.find('thing-3')).toBeUndefined()
})
