import { expect, test } from 'vitest'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import type { SeenEvent } from './event-log.ts'
import {
  extendHistory,
  formatSeenHistory,
  hasHistory,
  logPasses,
  nothingSeen,
  parseSeenHistory,
} from './seen-history.ts'

const event = (position: number, stream: string): SeenEvent => ({
  position: BigInt(position),
  id: `id-${position}`,
  stream,
  revision: 0,
})

/** A log with these events, of which those of some streams are erased. */
function logOf(events: readonly SeenEvent[], erased: readonly string[] = []) {
  const { log, record, erase } = inMemoryEventLog()
  for (const { stream, id, position } of events) record(stream, textEvent('', id), position)
  erased.forEach(erase)
  return log
}

test('remembers the newest event of each stream family, in the order of the log', () => {
  const events = [event(1, 'user-a'), event(2, 'project-a'), event(3, 'user-b'), event(4, 'challenge')]
  const history = extendHistory(nothingSeen, events, 7n)
  expect(history.upTo).toBe(7n)
  expect(history.events.map(({ stream }) => stream)).toEqual(['project-a', 'user-b', 'challenge'])
  const later = extendHistory(history, [event(9, 'project-z')], 9n)
  expect(later.events.map(({ stream }) => stream)).toEqual(['user-b', 'challenge', 'project-z'])
})

test('keeps its events while only others are seen, and never more than six', () => {
  const first = extendHistory(nothingSeen, [event(1, 'user-a')], 1n)
  expect(extendHistory(first, [], 5n)).toEqual({ ...first, upTo: 5n })
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, index) => event(index, `${name}-1`))
  expect(extendHistory(nothingSeen, many, 8n).events).toHaveLength(6)
})

const seen = [event(1, 'project-a'), event(2, 'user-a')]
const history = { upTo: 4n, events: seen }

test('is read from its text, also with a part that another release added', () => {
  expect(parseSeenHistory(formatSeenHistory(history))).toEqual(history)
  expect(parseSeenHistory(formatSeenHistory(history).replace(/]$/, ',"7"]'))).toEqual(history)
})

const another = { ...event(2, 'user-a'), id: 'x' }
const whole = [...seen, event(4, 'journey-a')]

test.each<[string, boolean, readonly SeenEvent[], string[]]>([
  ['is the same', true, whole, []],
  ['has grown', true, [...whole, event(5, 'project-b')], []],
  ['ends earlier', false, seen, []],
  ['has another event', false, [event(1, 'project-a'), another, event(9, 'x-1')], []],
  ['has an event that was not seen', false, [...seen, event(3, 'project-c'), event(4, 'x-1')], []],
  ['has one of a stream that is not read', true, [...seen, event(3, 'journey-a'), event(4, 'x-1')], []],
  ['lost an erased event', true, whole, ['user-a']],
  ['lost only erased events', true, whole, ['user-a', 'project-a']],
  ['lost an erased event and another one', false, whole.slice(1), ['user-a']],
])('a log that %s: %s', async (_what, isSame, events, erased) => {
  expect(await hasHistory(logOf(events, erased), history, ['project-', 'user-'])).toBe(isSame)
})

test('a reader that has seen nothing accepts any log', async () => {
  expect(await hasHistory(logOf(whole), nothingSeen, ['project-'])).toBe(true)
})

test.each<[string, string[]]>([
  ['ends earlier', []],
  ['is as long', ['user-c']],
  ['is longer', ['user-c', 'user-d']],
])(
  'passes read what is new since the last whole one, and all of a log that was put back and %s',
  async (_case, since) => {
    const { log, store, end, putBack } = inMemoryEventLog()
    const give = (stream: string) => store(stream, [textEvent(stream)])
    let known: string[] = []
    const passes = logPasses(log, () => (known = []))
    const pass = (isWhole = true) =>
      passes(async (range) => {
        for await (const events of log.readAll(range)) known.push(...events.map(({ stream }) => stream))
        return isWhole
      })
    give('user-a')
    const copied = end()
    give('user-b')
    await pass(false)
    await pass()
    await pass()
    expect(known).toEqual(['user-a', 'user-b', 'user-a', 'user-b'])
    putBack(copied)
    since.forEach(give)
    await pass()
    expect(known).toEqual(['user-a', ...since])
  },
)
