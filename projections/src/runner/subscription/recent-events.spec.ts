import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { expect, test } from 'vitest'
import { RecentEvents, type Need } from './recent-events.ts'

const event = (position: bigint, stream = 'project-a'): RecordedEvent => ({
  id: `event-${position}`,
  type: 'Happened',
  version: 1,
  at: '2026-03-01T12:00:00.000Z',
  data: {},
  metadata: { correlation: 'c' },
  stream,
  revision: Number(position),
  position,
})

const isWanted = (stream: string) => stream === 'project-a'
const positionsOf = (events: readonly RecordedEvent[]) => events.map(({ position }) => position)

/** Recent events from position 10 on, at most six of them, that one worker needs. */
function setUp() {
  const need: Need = { keepAfter: 10n, isAwaited: true }
  const recent = new RecentEvents(new Set([need]), 6)
  recent.restartAt(10n)
  return { need, recent }
}

test('serves the events after a position, in parts and up to the end of what was read', () => {
  const { recent } = setUp()
  recent.append({ events: [event(12n), event(13n, 'user-1'), event(15n), event(17n)], position: 20n })
  expect(recent.rangeAfter(10n, isWanted, 9)).toMatchObject({ afterPosition: 10n, upToPosition: 20n })
  expect(positionsOf(recent.rangeAfter(12n, isWanted, 9).events)).toEqual([15n, 17n])
  const part = recent.rangeAfter(10n, isWanted, 2)
  expect([positionsOf(part.events), part.upToPosition]).toEqual([[12n, 15n], 15n])
  expect(recent.rangeAfter(20n, isWanted, 9)).toMatchObject({
    events: [],
    afterPosition: 20n,
    upToPosition: 20n,
  })
})

test('a worker before the oldest event or beyond the newest has no place here', () => {
  const { recent } = setUp()
  recent.append({ events: [event(12n)], position: 15n })
  expect([9n, 10n, 15n, 16n].map((position) => recent.covers(position))).toEqual([false, true, true, false])
})

test('events that every worker has applied are dropped', () => {
  const { need, recent } = setUp()
  recent.append({ events: [event(12n), event(15n)], position: 15n })
  need.keepAfter = 12n
  recent.trim()
  expect([10n, 12n].map((position) => recent.covers(position))).toEqual([false, true])
  need.keepAfter = undefined
  recent.trim()
  expect(positionsOf(recent.rangeAfter(12n, isWanted, 9).events)).toEqual([])
  expect(recent.covers(15n)).toBe(true)
})

test('a worker that needs more than half is waited for, and without patience it loses the oldest events', () => {
  const { need, recent } = setUp()
  recent.append({ events: [event(11n), event(12n), event(13n)], position: 13n })
  expect(recent.isFull()).toBe(false)
  recent.append({ events: [event(14n)], position: 14n })
  expect(recent.isFull()).toBe(true)
  recent.stopAwaitingSlow()
  expect([need.isAwaited, recent.isFull()]).toEqual([false, false])
  recent.append({ events: [event(15n), event(16n), event(17n)], position: 17n })
  expect([10n, 11n].map((position) => recent.covers(position))).toEqual([false, true])
  expect(positionsOf(recent.rangeAfter(11n, isWanted, 9).events)).toEqual([12n, 13n, 14n, 15n, 16n, 17n])
})
