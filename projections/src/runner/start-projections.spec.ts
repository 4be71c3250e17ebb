import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test, vi } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import {
  withLiveUpdates,
  setUpRunner,
  countingProjection,
} from '@thirty/projections/testing/runner/runner-setup.ts'

test('a projection applies only events of its streams, and moves past all others', async () => {
  const { log, started, counts } = setUpRunner([
    { projection: countingProjection() },
    { projection: countingProjection('people', ['user-', 'challenge']) },
  ])
  log.add('project-a', 'Happened')
  log.add('user-1', 'Happened')
  log.add('challenge', 'Happened')
  const last = log.add('journey-1', 'Happened')
  const runner = await started()
  expect(await counts('people', ['user-1', 'challenge', 'project-a'])).toEqual([1, 1, undefined])
  expect(runner.positions().map(({ position }) => position)).toEqual([last, last])
})

test('a batch is stored in one commit with each document once, and removed documents are deleted', async () => {
  const { log, started, commits, memory } = setUpRunner([{ projection: countingProjection() }])
  log.add('project-a', 'Happened')
  log.add('project-a', 'Happened')
  log.add('project-b', 'Happened')
  await started()
  const withDocuments = commits.filter(({ upserts }) => upserts.length > 0)
  expect(withDocuments.map(({ from, to, upserts }) => [from, to, upserts.map(({ id }) => id)])).toEqual([
    [-1n, 2n, ['project-a', 'project-b']],
  ])
  log.add('project-a', 'Removed')
  log.add('project-c', 'Removed')
  await flushPromises()
  expect(commits.flatMap(({ deletes }) => deletes)).toEqual(['project-a'])
  expect(await memory.count({ name: 'tally', version: 1 }, 'count')).toBe(1)
})

test('a process is ready only when all its read models are live', async () => {
  const { log, started, activated } = setUpRunner([
    { projection: countingProjection('one') },
    { projection: countingProjection('other') },
  ])
  log.add('project-a', 'Old')
  await started(1)
  expect(activated.toSorted()).toEqual(['one', 'other'])
})

test('events before the start are not published, and later ones are published once', async () => {
  const { log, started, messages, time } = setUpRunner([withLiveUpdates(countingProjection())])
  log.add('project-a', 'Old')
  await started()
  const position = log.add('project-a', 'New')
  await flushPromises()
  const item = { id: 'project-a', from: 1, to: 2 }
  expect(messages).toMatchObject([
    { room: 'all', message: 'New', payload: { items: [item], position: `${position}` } },
  ])
  log.add('project-a', 'Removed')
  await time.advance(200)
  expect(messages.at(-1)).toMatchObject({ payload: { items: [{ id: 'project-a', from: 2, to: null }] } })
})

test('a message to a room without listeners is not built', async () => {
  const build = vi.fn<() => object>(() => ({}))
  const { log, started, time } = setUpRunner([
    {
      projection: countingProjection(),
      liveUpdates: ({ event: { type }, id }) => [{ room: id, message: type, build }],
    },
  ])
  await started(1, { hasListeners: (room) => room === 'project-b' })
  log.add('project-a', 'New')
  await time.advance(1_000)
  expect(build).not.toHaveBeenCalled()
  log.add('project-b', 'New')
  await time.advance(1_000)
  expect(build).toHaveBeenCalledOnce()
})

test('live messages are sent with commits of the read model, and never make a step fail', async () => {
  const { log, started, messages, failures, commits, time } = setUpRunner([
    withLiveUpdates(countingProjection()),
  ])
  await started()
  for (let index = 0; index < 50; index++) {
    log.add('project-a', 'New')
    await time.advance(7)
  }
  await time.advance(200)
  expect(messages.length).toBeGreaterThan(2)
  expect(commits.flatMap((commit) => commit.messages)).toEqual(messages)
  expect(failures).toEqual([])
})

test('a broken subscription continues at the same position', async () => {
  const log = fakeEventLog()
  let breaksLeft = 1
  const breaking = {
    ...log,
    subscribe: (range: Parameters<EventLog['subscribe']>[0]) => broken(log.subscribe(range)),
  }
  async function* broken(batches: ReturnType<EventLog['subscribe']>) {
    for await (const batch of batches) {
      yield batch
      if (breaksLeft-- > 0) throw new Error('connection lost')
    }
  }
  const { started, counts, failures, time } = setUpRunner([{ projection: countingProjection() }], {
    log: breaking,
  })
  log.add('project-a', 'Happened')
  await started()
  await time.advance(100)
  log.add('project-a', 'Happened')
  await flushPromises()
  expect(await counts()).toEqual([2, undefined])
  expect(failures).toMatchObject([{ error: { cause: new Error('connection lost') }, isParked: false }])
})

test('live updates that cannot be derived are reported, and the projection continues', async () => {
  const failing: RegisteredProjection = {
    projection: countingProjection(),
    liveUpdates: () => {
      throw new Error('no updates')
    },
  }
  const { log, started, counts, failures } = setUpRunner([failing])
  await started()
  log.add('project-a', 'Happened')
  await flushPromises()
  expect(await counts()).toEqual([1, undefined])
  expect(failures).toMatchObject([{ error: new Error('no updates'), isParked: false }])
})
