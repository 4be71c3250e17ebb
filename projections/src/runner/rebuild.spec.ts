import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  StoreUnavailable,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { setUpRunner } from '@thirty/projections/testing/runner/runner-setup.ts'
import type { DocumentChange } from '../registered-projection.ts'

type Tally = { count: number; by: string }

const key = { name: 'tally', version: 1 }

/** A projection that counts the events of every project, in a process that runs without leases. */
function setUp(wrap?: (store: ReadModelStore) => ReadModelStore) {
  /** Changes the behaviour of the projection, as a new release would. */
  const code = { by: 'first', poisonType: '' }
  const projection: Projection<Tally> = {
    ...key,
    streams: ['project-'],
    documentIds: (event) => [event.stream],
    evolve: (document, event) => {
      if (event.type === code.poisonType) throw new Error(`cannot apply ${event.type}`)
      return { count: (document?.count ?? 0) + 1, by: code.by }
    },
    indexEntries: ({ count }) => ({ count: { score: count } }),
  }
  const liveUpdates = ({ event }: DocumentChange) => [
    { room: 'all', message: 'happened', item: `${event.position}` },
  ]
  const setup = setUpRunner([{ projection, liveUpdates }], wrap && { wrap })
  const read = async () => (await setup.memory.load<Tally>(key, ['project-a']))[0]
  return { ...setup, code, read }
}

test('a rebuild runs beside the live build, which stays up to date, and replaces it in one step', async () => {
  const gate = Promise.withResolvers<void>()
  let isBlocked = false
  const { code, commits, messages, addEvents, sentItems, read, started, time } = setUp((store) => ({
    ...store,
    commit: async (commit) => {
      if (isBlocked && commit.from === beginning) await gate.promise
      await store.commit(commit)
    },
  }))
  addEvents(12)
  const runner = await started()
  const first = commits[0]?.build
  code.by = 'second'
  isBlocked = true
  const isRebuilt = runner.rebuild('tally')
  await flushPromises()
  addEvents(2)
  await time.advance(200)
  expect(await read()).toEqual({ count: 14, by: 'second' })
  expect(sentItems()).toEqual(['12', '13'])
  const currentBuild = commits.at(-1)?.build
  expect(commits.filter(({ build }) => build.build !== first?.build)).toEqual([])
  expect(currentBuild).toEqual(first)
  gate.resolve()
  expect(await isRebuilt).toBe(true)
  addEvents(1)
  await time.advance(200)
  expect(await read()).toEqual({ count: 15, by: 'second' })
  expect(commits.at(-1)?.build).not.toEqual(first)
  expect(sentItems()).toEqual(['12', '13', '14'])
  expect(messages.filter(({ message }) => message === 'news.missed')).not.toHaveLength(0)
})

test('a rebuild that meets a poison event keeps the live build, which stays up to date', async () => {
  const { code, failures, addEvents, memory, read, started } = setUp()
  addEvents(4)
  addEvents(1, 'Odd')
  addEvents(4)
  const runner = await started()
  const before = await memory.liveBuild(key)
  code.poisonType = 'Odd'
  expect(await runner.rebuild('tally')).toBe(false)
  expect(failures).toMatchObject([{ isParked: true, event: { type: 'Odd' } }])
  expect(await memory.liveBuild(key)).toEqual(before)
  addEvents(1)
  expect(await runner.waitForPosition(9n, 1_000)).toBe(true)
  expect(await read()).toEqual({ count: 10, by: 'first' })
  expect(runner.positions()[0]).not.toHaveProperty('parked')
})

test('a parked projection continues after a rebuild with code that can apply the event', async () => {
  const { code, addEvents, read, started } = setUp()
  code.poisonType = 'Odd'
  addEvents(2)
  const runner = await started()
  addEvents(1, 'Odd')
  addEvents(3)
  await flushPromises()
  expect(runner.positions()).toMatchObject([{ position: 1n, parked: { position: 2n } }])
  expect(await runner.waitForPosition(5n, 1_000)).toBe(false)
  code.poisonType = ''
  expect(await runner.rebuild('tally')).toBe(true)
  expect(await runner.waitForPosition(5n, 0)).toBe(true)
  addEvents(1)
  expect(await runner.waitForPosition(6n, 1_000)).toBe(true)
  expect(await read()).toEqual({ count: 7, by: 'first' })
})

test('a rebuild that cannot read the log reports it, says nothing about the store and continues when the log is back', async () => {
  const { log, failures, outages, addEvents, started, time, read } = setUp()
  addEvents(7)
  const runner = await started()
  const { subscribe } = log
  log.subscribe = async function* () {
    yield* []
    throw new Error('connection lost')
  }
  const isRebuilt = runner.rebuild('tally')
  await time.advance(1_000)
  log.subscribe = subscribe
  await time.advance(2_000)
  expect(await isRebuilt).toBe(true)
  expect(await read()).toMatchObject({ count: 7 })
  expect(failures.length).toBeGreaterThan(1)
  expect(new Set(failures.map(({ error }) => String(error)))).toEqual(
    new Set(['LogNotReadable: The event log could not be read.']),
  )
  expect(failures.every(({ projection, isParked }) => projection === 'tally' && !isParked)).toBe(true)
  expect(outages).toEqual([])
})

test('a projection that does not run here is not rebuilt, and concurrent rebuilds are one', async () => {
  const { addEvents, start } = setUp()
  addEvents(1)
  const runner = start()
  expect(await runner.rebuild('tally')).toBe(false)
  await runner.ready
  expect(await runner.rebuild('stranger')).toBe(false)
  const [first, second] = [runner.rebuild('tally'), runner.rebuild('tally')]
  expect(await Promise.all([first, second])).toEqual([true, true])
})

test('a rebuild that the store loses fails, and the lost read model is rebuilt automatically', async () => {
  const { addEvents, memory, read, started, time } = setUp()
  addEvents(30)
  const runner = await started()
  const isRebuilt = runner.rebuild('tally')
  await Promise.resolve()
  await memory.drop(key)
  await time.advance(500)
  expect(await isRebuilt).toBe(false)
  addEvents(1)
  await time.advance(500)
  expect(await read()).toMatchObject({ count: 31 })
})

test('a step whose response was lost is retried with the same id, so that nothing is counted or sent twice', async () => {
  let lostResponses = 0
  const stepIds: string[] = []
  const { addEvents, sentItems, read, started, time } = setUp((store) => ({
    ...store,
    commit: async (commit) => {
      await store.commit(commit)
      stepIds.push(commit.stepId)
      if (stepIds.length % 3 !== 0) return
      lostResponses += 1
      throw new StoreUnavailable('the response was lost')
    },
  }))
  await started()
  for (let round = 0; round < 10; round++) {
    addEvents(1)
    await time.advance(150)
  }
  await time.advance(1_000)
  expect(await read()).toMatchObject({ count: 10 })
  expect(sentItems()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
  expect(lostResponses).toBeGreaterThan(3)
  expect(new Set(stepIds).size).toBe(stepIds.length - lostResponses)
})

test('a store that was restored from an older state is caught up without a gap, even if a live message detects it', async () => {
  const older = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await older.beginBuild(key)
  const document = { count: 2, by: 'first' }
  const upserts = [{ id: 'project-a', document, indexEntries: { count: { score: 2 } } }]
  await older.commit({ build, stepId: 'x', from: -1n, to: 1n, upserts, deletes: [], messages: [] })
  await older.activate(build)
  let isOlder = false
  const { addEvents, sentItems, started, time } = setUp((store) => ({
    ...store,
    liveBuild: (readModel) => (isOlder ? older : store).liveBuild(readModel),
    load: (readModel, ids) => (isOlder ? older : store).load(readModel, ids),
    commit: (commit) => (isOlder ? older : store).commit(commit),
  }))
  addEvents(2)
  await started()
  addEvents(1)
  await flushPromises()
  addEvents(1)
  await flushPromises()
  isOlder = true
  await time.advance(100)
  addEvents(1)
  await time.advance(500)
  expect(await older.load(key, ['project-a'])).toEqual([{ count: 5, by: 'first' }])
  expect(await older.checkpoint(key)).toBe(4n)
  expect(sentItems()).toEqual(['2'])
})

test('a rebuild that begins with a snapshot applies only later events', async () => {
  const { memory, addEvents, read, started, time } = setUp()
  addEvents(3)
  const runner = await started()
  const live = memory.state(key)
  if (live === undefined) throw new Error('The read model is not live.')
  // A count that no fold of the log has.
  const document = { count: 100, by: 'snapshot' }
  const upsert = { id: 'project-a', document, indexEntries: { count: { score: 100 } } }
  const saved = { ...live, upserts: new Map([[upsert.id, upsert]]) }
  addEvents(2)
  await time.advance(300)
  expect(
    await runner.rebuild('tally', async (build) => {
      memory.fill(build, saved)
      return saved
    }),
  ).toBe(true)
  expect(await read()).toMatchObject({ count: 102 })
  expect(await runner.rebuild('tally', async () => undefined)).toBe(true)
  expect(await read()).toMatchObject({ count: 5 })
  addEvents(1)
  await time.advance(300)
  expect(await read()).toMatchObject({ count: 6 })
})

test('an idle process without leases has no pending timer', async () => {
  const { addEvents, started, time } = setUp()
  addEvents(3)
  const runner = await started()
  addEvents(1)
  await time.advance(300)
  expect(time.pendingTimers()).toBe(0)
  await runner.stop()
  expect(time.pendingTimers()).toBe(0)
})
