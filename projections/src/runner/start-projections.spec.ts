import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import {
  withLiveUpdates,
  setUpRunner,
  countingProjection,
  type EventCount,
} from '@thirty/projections/testing/runner/runner-setup.ts'

test('a view takes in what is in the log and goes on with what comes', async () => {
  const { log, start, counts } = setUpRunner([{ projection: countingProjection() }])
  for (let at = 0; at < 10; at++) log.add(at % 2 ? 'project-a' : 'project-b', 'Happened')
  const runner = start()
  await runner.ready
  expect(await counts()).toEqual([5, 5])
  const position = log.add('project-a', 'Happened')
  expect(await runner.waitForPosition(position, 1_000)).toBe(true)
  expect(await counts()).toEqual([6, 5])
})

test('a view hears only the streams it listens to, and moves past the others', async () => {
  const { log, start, counts } = setUpRunner([
    { projection: countingProjection() },
    { projection: countingProjection('people', ['user-', 'challenge']) },
  ])
  log.add('project-a', 'Happened')
  log.add('user-1', 'Happened')
  log.add('challenge', 'Happened')
  const last = log.add('journey-1', 'Happened')
  const runner = start()
  await runner.ready
  expect(await counts('people', ['user-1', 'challenge', 'project-a'])).toEqual([1, 1, undefined])
  expect(runner.positions().map(({ position }) => position)).toEqual([last, last])
})

test('a batch is one commit, with every document once, and removed documents leave', async () => {
  const { log, start, commits, memory } = setUpRunner([{ projection: countingProjection() }])
  log.add('project-a', 'Happened')
  log.add('project-a', 'Happened')
  log.add('project-b', 'Happened')
  await start().ready
  const filled = commits.filter(({ upserts: puts }) => puts.length > 0)
  expect(filled.map(({ from, to, upserts: puts }) => [from, to, puts.map(({ id }) => id)])).toEqual([
    [-1n, 2n, ['project-a', 'project-b']],
  ])
  log.add('project-a', 'Removed')
  log.add('project-c', 'Removed')
  await flushPromises()
  expect(commits.flatMap(({ deletes }) => deletes)).toEqual(['project-a'])
  expect(await memory.count({ name: 'tally', version: 1 }, 'count')).toBe(1)
})

test('a second start on the same store takes in nothing twice', async () => {
  const { log, start, counts } = setUpRunner([{ projection: countingProjection() }])
  log.add('project-a', 'Happened')
  const first = start()
  await first.ready
  await first.stop()
  log.add('project-a', 'Happened')
  await start().ready
  expect(await counts()).toEqual([2, undefined])
})

test('nobody is told to be ready before every view is shown to its readers', async () => {
  const { log, start, shown } = setUpRunner([
    { projection: countingProjection('one') },
    { projection: countingProjection('other') },
  ])
  log.add('project-a', 'Old')
  await start(1).ready
  expect(shown.toSorted()).toEqual(['one', 'other'])
})

test('nothing is announced of what was there before the start; what comes is announced once', async () => {
  const { log, start, frames } = setUpRunner([withLiveUpdates(countingProjection())])
  log.add('project-a', 'Old')
  const runner = start()
  await runner.ready
  const position = log.add('project-a', 'New')
  await flushPromises()
  expect(frames).toMatchObject([
    {
      room: 'all',
      message: 'New',
      payload: { items: [{ id: 'project-a', from: 1, to: 2 }], position: `${position}` },
    },
  ])
})

test('frames leave by the commits of their view, and never break its steps', async () => {
  const { log, start, frames, failures, commits, time } = setUpRunner([withLiveUpdates(countingProjection())])
  const runner = start()
  await runner.ready
  for (let at = 0; at < 50; at++) {
    log.add('project-a', 'New')
    await time.advance(7)
  }
  await time.advance(200)
  expect(frames.length).toBeGreaterThan(2)
  expect(commits.flatMap((commit) => commit.messages)).toEqual(frames)
  expect(failures).toEqual([])
})

test('a view that is behind catches up by itself while the others go on', async () => {
  const log = fakeEventLog()
  for (let at = 0; at < 20; at++) log.add('project-a', 'Old')
  const alone = setUpRunner([withLiveUpdates(countingProjection())], { log })
  const first = alone.start()
  await first.ready
  await first.stop()
  const store = alone.memory
  const both = setUpRunner(
    [withLiveUpdates(countingProjection()), withLiveUpdates(countingProjection('newcomer'))],
    { log, wrap: () => store },
  )
  const runner = both.start()
  const position = log.add('project-a', 'New')
  expect(await runner.waitForPosition(position, 1_000)).toBe(true)
  await runner.ready
  expect(await alone.counts('tally')).toEqual([21, undefined])
  expect(await alone.counts('newcomer')).toEqual([21, undefined])
  log.add('project-a', 'Newer')
  await flushPromises()
  expect(await alone.counts('newcomer')).toEqual([22, undefined])
})

test('a store that fails for a while is asked again until the step is stored', async () => {
  let broken = 3
  const wrap = (store: ReadModelStore): ReadModelStore => ({
    ...store,
    commit: async (commit) => {
      if (commit.upserts.length > 0 && broken-- > 0) throw new Error('away')
      await store.commit(commit)
    },
  })
  const { log, start, counts, failures, time } = setUpRunner([{ projection: countingProjection() }], { wrap })
  const runner = start()
  await runner.ready
  const position = log.add('project-a', 'Happened')
  const isReached = runner.waitForPosition(position, 1_000)
  await time.advance(900)
  expect(await isReached).toBe(true)
  expect(await counts()).toEqual([1, undefined])
  expect(failures.map(({ isParked }) => isParked)).toEqual([false, false, false])
})

test('a view that the store lost is built again from there', async () => {
  const { log, start, counts, memory, time } = setUpRunner([{ projection: countingProjection() }])
  for (let at = 0; at < 7; at++) log.add('project-a', 'Happened')
  const runner = start()
  await runner.ready
  await memory.drop({ name: 'tally', version: 1 })
  const position = log.add('project-a', 'Happened')
  const isReached = runner.waitForPosition(position, 1_000)
  await time.advance(200)
  expect(await isReached).toBe(true)
  expect(await counts()).toEqual([8, undefined])
})

test('whoever listened while a view was built again is told to fetch, for nothing was announced', async () => {
  const { log, start, frames, memory, time } = setUpRunner([withLiveUpdates(countingProjection())])
  await start().ready
  await memory.drop({ name: 'tally', version: 1 })
  log.add('project-a', 'Happened')
  await time.advance(200)
  const told = frames.map(({ room, message }) => `${message} ${room}`)
  expect(told).toEqual(['news.missed showcase', 'news.missed leaderboard'])
})

test('a log that breaks off is followed again from the same place', async () => {
  const log = fakeEventLog()
  let breaks = 1
  const breaking = {
    ...log,
    subscribe: (range: Parameters<EventLog['subscribe']>[0]) => broken(log.subscribe(range)),
  }
  async function* broken(batches: ReturnType<EventLog['subscribe']>) {
    for await (const batch of batches) {
      yield batch
      if (breaks-- > 0) throw new Error('connection lost')
    }
  }
  const { start, counts, failures, time } = setUpRunner([{ projection: countingProjection() }], {
    log: breaking,
  })
  log.add('project-a', 'Happened')
  const runner = start()
  await runner.ready
  await time.advance(100)
  log.add('project-a', 'Happened')
  await flushPromises()
  expect(await counts()).toEqual([2, undefined])
  expect(failures).toMatchObject([{ error: new Error('connection lost') }])
})

test('waiting for a position that does not come ends in time', async () => {
  const { start, time } = setUpRunner([{ projection: countingProjection() }])
  const runner = start()
  await runner.ready
  const isReached = runner.waitForPosition(5n, 1_000)
  await time.advance(1_000)
  expect(await isReached).toBe(false)
})

test('a view that has not run yet counts as behind', async () => {
  const { start, time, log } = setUpRunner([{ projection: countingProjection() }], {
    wrap: (store) => ({ ...store, liveBuild: () => Promise.reject(new Error('away')) }),
  })
  const position = log.add('project-a', 'Happened')
  const isReached = start().waitForPosition(position, 100)
  await time.advance(100)
  expect(await isReached).toBe(false)
})

test('a view that listens to part of a family is refused at the start', () => {
  const { start } = setUpRunner([{ projection: countingProjection('odd', ['project-r1']) }])
  expect(() => start()).toThrow('whole stream families')
})

test('news whose words cannot be found are reported; the view goes on', async () => {
  const silent: RegisteredProjection = {
    projection: countingProjection(),
    liveUpdates: () => {
      throw new Error('no words')
    },
  }
  const { log, start, counts, failures } = setUpRunner([silent])
  await start().ready
  log.add('project-a', 'Happened')
  await flushPromises()
  expect(await counts()).toEqual([1, undefined])
  expect(failures).toMatchObject([{ error: new Error('no words'), isParked: false }])
})

test('a change says what the document was and what it became', async () => {
  const seen: unknown[] = []
  const watching: RegisteredProjection<EventCount> = {
    projection: countingProjection(),
    liveUpdates: (change) => {
      seen.push({ type: change.event.type, before: change.before, after: change.after })
      return []
    },
  }
  const { log, start } = setUpRunner([watching])
  await start().ready
  log.add('project-a', 'A')
  log.add('project-a', 'Removed')
  await flushPromises()
  expect(seen).toEqual([
    { type: 'A', before: undefined, after: { count: 1, last: 'A' } },
    { type: 'Removed', before: { count: 1, last: 'A' }, after: undefined },
  ])
})
