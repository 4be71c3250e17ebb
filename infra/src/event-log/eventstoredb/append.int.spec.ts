import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { startFakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import { LogUnavailable, VersionConflict, beginning } from '../event-log.ts'
import type { EventLog, ExpectedRevision } from '../event-log.ts'
import {
  collect,
  event,
  events,
  eventsOf,
  takeBatchesUntil,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { readEverything, startEventStorePair } from '@thirty/infra/testing/event-log/eventstoredb-pair.ts'

const { CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS, PERMISSION_DENIED } = status

/** Until the log has an event, whoever was told of it. */
const isStored = (log: EventLog) =>
  takeBatchesUntil(log.subscribe({ after: beginning }), (batches) => eventsOf(batches).length > 0)

test('a server that never says what it can do is no hindrance', async () => {
  const { open, faults } = await startEventStorePair()
  faults.silent.add('supported-methods')
  const log = await open()
  await expect(log.append('thing-1', events('a'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test.for([CANCELLED, UNKNOWN, INTERNAL, UNAVAILABLE, DATA_LOSS])(
  'an append that failed with status %i is made again',
  async (code) => {
    const { open, faults, troubles } = await startEventStorePair()
    const log = await open()
    faults.appends.push({ kind: 'refuse', code }, { kind: 'refuse', code })
    await expect(log.append('thing-1', events('a'), 'none')).resolves.toMatchObject({ revision: 0 })
    expect(troubles.map(({ during }) => during)).toEqual(['append', 'append'])
    expect(await readEverything(log)).toEqual(['thing-1 a'])
  },
)

test.for<ExpectedRevision>(['none', 0, 'any'])(
  'an answer that is lost does not store twice (%s)',
  async (expected) => {
    const { open, faults } = await startEventStorePair()
    const log = await open()
    if (expected === 0) await log.append('thing-1', events('before'), 'none')
    faults.appends.push({ kind: 'lose-answer', how: 'break' }, { kind: 'lose-answer', how: 'break' })
    const answer = await log.append('thing-1', events('a', 'b'), expected)
    const recorded = await collect(log.read('thing-1'))
    expect(textsOf(recorded).slice(-2)).toEqual(['a', 'b'])
    expect(recorded).toHaveLength(expected === 0 ? 3 : 2)
    expect(answer).toEqual({ revision: recorded.at(-1)?.revision, position: recorded.at(-1)?.position })
  },
)

test('a restarted store does not know what it stored without an expectation', async () => {
  const { open, restart } = await startEventStorePair()
  const again = events('a')
  const log = await open()
  await log.append('thing-1', again, 'any')
  await restart()
  await log.append('thing-1', again, 'any')
  expect(await readEverything(log)).toEqual(['thing-1 a', 'thing-1 a'])
})

test('so after a lost answer and a restart we look ourselves, and do not store twice', async () => {
  const { open, faults, underlyingLog: beneath, restart } = await startEventStorePair()
  const log = await open()
  faults.appends.push({ kind: 'lose-answer', how: 'hang' })
  const answer = log.append('thing-1', events('a', 'b'), 'any')
  await isStored(beneath())
  await restart()
  await expect(answer).resolves.toMatchObject({ revision: 1 })
  expect(await readEverything(log)).toEqual(['thing-1 a', 'thing-1 b'])
})

test('others who write meanwhile keep an append without an expectation neither out nor in twice', async () => {
  const { open, faults } = await startEventStorePair()
  const [log, other] = [await open(), await open()]
  faults.appends.push({ kind: 'refuse', code: UNAVAILABLE })
  const answer = log.append('thing-1', events('a'), 'any')
  for (const text of ['b', 'c', 'd']) await other.append('thing-1', events(text), 'any')
  await answer
  expect((await readEverything(log)).toSorted()).toEqual(
    ['a', 'b', 'c', 'd'].map((text) => `thing-1 ${text}`),
  )
})

test('an answer that comes too late was stored, and we say so', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ deadline: 300 })
  faults.appends.push({ kind: 'late', milliseconds: 3_000 })
  await expect(log.append('thing-1', events('a'), 'none')).resolves.toMatchObject({ revision: 0 })
  expect(await readEverything(log)).toEqual(['thing-1 a'])
})

test('a store that is silent is unavailable; once it speaks the same call is stored once', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open({ deadline: 300 })
  const again = events('a')
  faults.silent.add('append')
  await expect(log.append('thing-1', again, 'none')).rejects.toBeInstanceOf(LogUnavailable)
  faults.silent.clear()
  await expect(log.append('thing-1', again, 'none')).resolves.toMatchObject({ revision: 0 })
  expect(await readEverything(log)).toEqual(['thing-1 a'])
})

test('a store that is away is unavailable, and used again as soon as it is back', async () => {
  const { open, double } = await startEventStorePair()
  const log = await open({ retryForMs: 200 })
  await double.stop()
  for (const expected of ['none', 'any'] as const)
    await expect(log.append('thing-1', events('a'), expected)).rejects.toBeInstanceOf(LogUnavailable)
  await double.restart()
  await expect(log.append('thing-1', events('b'), 'none')).resolves.toMatchObject({ revision: 0 })
})

test('a store that is away for a moment only is waited for', async () => {
  const { open, double } = await startEventStorePair()
  const log = await open({ retryForMs: 10_000 })
  await double.stop()
  const answers = [log.append('thing-1', events('a'), 'none'), log.append('thing-2', events('b'), 'any')]
  await double.restart()
  await expect(Promise.all(answers)).resolves.toMatchObject([{ revision: 0 }, { revision: 0 }])
})

test('a conflict is told at once, and not asked again', async () => {
  const { open, faults, troubles } = await startEventStorePair()
  const log = await open()
  faults.appends.push({ kind: 'wrong-version', actual: 7 })
  const refused = log.append('thing-1', events('a'), 'none')
  await expect(refused).rejects.toBeInstanceOf(VersionConflict)
  await expect(refused).rejects.toMatchObject({ stream: 'thing-1', expected: 'none', actual: 7 })
  expect(await readEverything(log)).toEqual([])
  expect(troubles).toEqual([])
})

test('a repeat that is answered without its position gets it all the same', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open()
  const again = events('a', 'b')
  const first = await log.append('thing-1', again, 'none')
  faults.appends.push({ kind: 'no-position' })
  expect(await log.append('thing-1', again, 'none')).toEqual(first)
})

test('more than the store takes is our mistake, and no trouble of the store', async () => {
  const { open, faults, troubles } = await startEventStorePair()
  const log = await open()
  faults.appends.push({ kind: 'too-large' })
  await expect(log.append('thing-1', events('a'), 'none')).rejects.toThrow(TypeError)
  expect(troubles).toEqual([])
})

test('a store that does not let us in is not asked again', async () => {
  const { open, faults, troubles } = await startEventStorePair()
  const log = await open()
  faults.appends.push({ kind: 'refuse', code: PERMISSION_DENIED })
  await expect(log.append('thing-1', events('a'), 'none')).rejects.toThrow('does not let us in')
  expect(troubles).toHaveLength(1)
})

test('where another node leads, that one is written to and read from', async () => {
  const { open, faults, underlyingLog: beneath } = await startEventStorePair()
  const leader = await startFakeEventStoreDb({ log: beneath() })
  const log = await open()
  const sent = faults.sent
  faults.leaderPort = leader.port
  leader.faults.appends.push({ kind: 'no-position' })
  await log.append('thing-1', events('a'), 'none')
  expect(leader.faults.appends).toEqual([])
  expect(textsOf(await collect(log.read('thing-1')))).toEqual(['a'])
  expect(await log.head()).toBeGreaterThan(beginning)
  expect(faults.sent).toBe(sent)
  await log.close()
  await leader.stop()
})

test('a node that knows no leader is left for another one', async () => {
  const { open, double, underlyingLog: beneath } = await startEventStorePair()
  const second = await startFakeEventStoreDb({ log: beneath() })
  const log = await open({ url: `esdb://127.0.0.1:${double.port},127.0.0.1:${second.port}?tls=false` })
  await log.append('thing-1', events('a'), 'none')
  await log.head()
  const used = double.faults.sent > 0 ? double : second
  used.faults.appends.push(...Array.from({ length: 100 }, () => ({ kind: 'refuse', code: UNKNOWN }) as const))
  await expect(log.append('thing-1', events('b'), 0)).resolves.toMatchObject({ revision: 1 })
  await log.close()
  await second.stop()
})

test('of two hundred appends in the middle of a restart each is stored once', async () => {
  const { open, restart } = await startEventStorePair()
  const log = await open({ retryForMs: 15_000 })
  const asked = Array.from({ length: 200 }, (_, index) => event(`${index}`))
  const answers = asked.map(async (one, index) => {
    for (let turn = 0; turn < index; turn++) await new Promise(setImmediate)
    return log.append(`thing-${index % 20}`, [one], 'any')
  })
  await isStored(log)
  await restart()
  const positions = (await Promise.all(answers)).map(({ position }) => position)
  expect(new Set(positions).size).toBe(200)
  const stored: string[] = []
  for await (const batch of log.readAll()) stored.push(...batch.map(({ id }) => id))
  expect(stored.toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
})

test('closing waits for an answer under way', async () => {
  const { open, faults } = await startEventStorePair()
  const log = await open()
  faults.appends.push({ kind: 'late', milliseconds: 300 })
  const answer = log.append('thing-1', events('a'), 'none')
  await log.close()
  await expect(answer).resolves.toMatchObject({ revision: 0 })
})
