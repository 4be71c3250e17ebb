import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { defaultTime } from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  countingLog,
  countingProjection,
  setUpRunner,
  tally,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const key = (name: string) => ({ name, version: 1 })

test('a projection applies only events of its streams, in one commit with each document once, and moves past all others', async () => {
  const people = countingProjection('people', { streams: ['user-', 'challenge'] })
  const { log, started, counts, commits, memory } = setUpRunner([tally(), { projection: people }])
  for (const stream of ['project-a', 'project-a', 'user-1', 'challenge', 'project-b', 'journey-1'])
    log.add(stream, 'Happened')
  const runner = await started({ batch: 10 })
  expect(await counts('people', ['user-1', 'challenge', 'project-a'])).toEqual([1, 1, undefined])
  expect(runner.positions().map(({ position }) => position)).toEqual([5n, 5n])
  const written = commits.filter(({ build, upserts }) => build.name === 'tally' && upserts.length > 0)
  expect(written.map(({ from, to, upserts }) => [from, to, upserts.map(({ id }) => id)])).toEqual([
    [-1n, 5n, ['project-a', 'project-b']],
  ])
  for (const stream of ['project-a', 'project-c']) log.add(stream, 'Removed')
  await flushPromises()
  expect(commits.flatMap(({ deletes }) => deletes)).toEqual(['project-a'])
  expect(await memory.count(key('tally'), 'count')).toBe(1)
})

test('events before the start are not published, and later ones are published once, to rooms with listeners', async () => {
  const { addEvents, started, messages, time } = setUpRunner([
    {
      projection: countingProjection(),
      liveUpdates: ({ event: { type }, before, after }) =>
        ['all', 'nobody'].map((room) => ({ room, message: type, item: [before?.count, after?.count] })),
    },
  ])
  addEvents()
  await started({ hasListeners: (room) => room === 'all' })
  addEvents(1, 'New')
  await flushPromises()
  expect(messages).toMatchObject([
    { room: 'all', message: 'New', payload: { items: [[1, 2]], position: '1' } },
  ])
  addEvents(1, 'Removed')
  await time.advance(200)
  expect(messages.slice(1)).toMatchObject([{ payload: { items: [[2, undefined]] } }])
})

test('live updates that cannot be derived are reported, and the projection continues', async () => {
  const liveUpdates = () => {
    throw new Error('no updates')
  }
  const { addEvents, started, count, failures } = setUpRunner([
    { projection: countingProjection(), liveUpdates },
  ])
  await started()
  addEvents()
  await flushPromises()
  expect([await count(), failures]).toMatchObject([1, [{ error: new Error('no updates'), isParked: false }]])
})

test('neither times nor positions of messages to everybody show what only other readers see', async () => {
  const to = (message: string) => [{ room: 'all', message, build: () => ({}) }]
  const { addEvents, started, time, messages } = setUpRunner([
    {
      projection: { ...countingProjection(), isHidden: ({ type }) => type === 'Hidden' },
      liveUpdates: ({ event }) => (event.type === 'Hidden' ? [] : to('for everybody')),
      insiders: { liveUpdates: ({ event }) => (event.type === 'Hidden' ? to('for admins') : []) },
    },
  ])
  const runner = await started()
  for (const types of [['Hidden'], ['Shown', 'Hidden']]) {
    for (const type of types) addEvents(1, type)
    await time.advance(10)
  }
  // What waits is sent before the end.
  await runner.stop()
  expect(messages).toMatchObject([
    { message: 'for admins', payload: { position: '0', at: '2026-03-01T12:00:00.000Z' } },
    { message: 'for everybody', payload: { position: '1', at: '2026-03-01T12:00:00.010Z' } },
    { message: 'for admins', payload: { position: '2', at: '2026-03-01T12:00:00.020Z' } },
  ])
})

test('a fault of the shared reading is reported, and the log is read again', async () => {
  const log = fakeEventLog()
  let isFaulty = true
  const subscribe: typeof log.subscribe = async function* (options) {
    // No log returns this: it stands for any fault of the reader.
    if (isFaulty) yield undefined as never
    yield* log.subscribe(options)
  }
  const { started, addEvents, count, failures, time } = setUpRunner([tally('first')], {
    log: { ...log, subscribe },
  })
  addEvents()
  void started()
  await time.advance(100)
  expect(failures).toMatchObject([{ error: { cause: expect.any(TypeError) }, isParked: false }, {}])
  isFaulty = false
  await time.advance(2_000)
  expect(await count('first')).toBe(1)
})

test('added projections share one reading of the log; a removed one applies nothing more, and its read model stays', async () => {
  const { log, reading } = countingLog()
  const { started, addEvents, count, time } = setUpRunner([tally('first')], { log })
  addEvents(20)
  const runner = await started()
  runner.add(['second', 'third'].map((name) => tally(name)))
  await time.advance(100)
  expect([await count('second'), reading.subscriptions]).toEqual([20, 2])
  await runner.remove([key('third')])
  addEvents()
  await time.advance(100)
  const names = ['first', 'second', 'third']
  expect(await Promise.all(names.map((name) => count(name)))).toEqual([21, 21, 20])
})

test('the reading of a group ends with its last projection; an idle or stopped process has no timer', async () => {
  const { log, reading } = countingLog()
  const { started, addEvents, count, time } = setUpRunner([tally('first')], { log })
  const runner = await started()
  runner.add([])
  for (let times = 0; times < 3; times++) {
    runner.add([tally('second')])
    addEvents()
    await time.advance(2_000)
    expect([time.pendingTimers(), await count('second'), reading.subscriptions]).toEqual([0, times + 1, 2])
    await runner.remove([key('second')])
  }
  await runner.remove([key('first')])
  await time.advance(2_000)
  expect([time.pendingTimers(), runner.positions(), reading.subscriptions]).toEqual([0, [], 0])
  await runner.stop()
  expect(time.pendingTimers()).toBe(0)
})

test('a projection stops at once while the log cannot be read', async () => {
  const log = fakeEventLog()
  const subscribe: typeof log.subscribe = () => {
    throw new Error('away')
  }
  const { start, time, failures } = setUpRunner([tally('first')], { log: { ...log, subscribe } })
  const runner = start()
  // Reading begins when all follow.
  await time.advance(1_000)
  expect(failures).not.toEqual([])
  let isStopped = false
  const removed = runner.remove([key('first')]).then(() => (isStopped = true))
  await flushPromises()
  expect(isStopped).toBe(true)
  await removed
})

test('the end of a removed projection says nothing about another one of its name', async () => {
  const { started, addEvents, count, time, pause, fault } = setUpRunner([tally('first')])
  const runner = await started()
  fault.before = ({ method }) => {
    if (method !== 'commit') return undefined
    delete fault.before
    return pause(500)
  }
  addEvents()
  await flushPromises()
  const removed = runner.remove([key('first')])
  runner.add([tally('first')])
  await time.advance(1_000)
  await removed
  expect([runner.runningProjections(), await count('first')]).toEqual([['first'], 1])
})

test('skips types that a projection does not handle, and parks it before a version of a handled type from a newer release', async () => {
  const family = {
    PointsGiven: { version: 2, data: z.object({ points: z.number() }) },
    PlayerCheered: { version: 1, data: z.object({}) },
  }
  const events = pickEvents(family, 'PointsGiven')
  const totals: Projection<{ given: number[] }, typeof events> = {
    name: 'totals',
    version: 1,
    streams: ['project-'],
    events,
    documentIds: (event) => [event.stream],
    evolve: (total, { data }) => ({ given: [...(total?.given ?? []), data.points] }),
    indexEntries: () => ({}),
  }
  const { log, started, failures, memory } = setUpRunner([{ projection: totals }])
  const runner = await started()
  /** Stores events as older or newer releases would. */
  const store = async (...events: [type: string, version: number, data: unknown][]) => {
    for (const [type, version, data] of events)
      await appendToEnd(log, 'project-a', [
        { id: `${log.end()}`, type, version, at: defaultTime, data, metadata: { correlation: 'c' } },
      ])
    await flushPromises()
    return [(await memory.load(totals, ['project-a']))[0], failures]
  }
  const others = await store(['PlayerCheered', 1, {}], ['PlayerCheered', 9, '?'], ['OfNextRelease', 1, '?'])
  expect(others).toEqual([undefined, []])
  expect(await store(['PointsGiven', 2, { points: 4 }])).toEqual([{ given: [4] }, []])
  expect(runner.positions()).toMatchObject([{ position: 3n }])
  expect(await store(['PointsGiven', 3, '?'], ['PointsGiven', 2, { points: 1 }])).toMatchObject([
    { given: [4] },
    [{ isParked: true, event: { position: 4n }, error: { name: 'UnsupportedEventVersion' } }],
  ])
})
