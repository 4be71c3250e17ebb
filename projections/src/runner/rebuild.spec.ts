import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore, type MemoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { ReadModelNotBuilt, StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { expect, test } from 'vitest'
import {
  setUpCluster,
  setUpRunner,
  tally,
  withLiveUpdates,
} from '@thirty/projections/testing/runner/runner-setup.ts'

type Tally = { count: number; by: string }

const key = { name: 'tally', version: 1 }

/** A projection that counts the events of every project, in a process that runs without leases. */
function setUp(wrapStore = (store: MemoryReadModelStore) => store) {
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
  const setup = setUpRunner([withLiveUpdates(projection)], { wrapStore })
  const read = async () => (await setup.memory.load<Tally>(key, ['project-a']))[0]
  return { ...setup, code, read }
}

test('a rebuild runs beside the live build, which stays up to date, and replaces it in one step', async () => {
  const gate = Promise.withResolvers<void>()
  const { code, commits, resyncs, addEvents, sentItems, read, started, time, fault } = setUp()
  addEvents(12)
  const runner = await started()
  const first = commits[0]?.build
  code.by = 'second'
  fault.before = ({ commit }) => (commit?.from === beginning ? gate.promise : undefined)
  const isRebuilt = runner.rebuild('tally')
  await flushPromises()
  addEvents(2)
  await time.advance(200)
  expect([await read(), sentItems()]).toEqual([{ count: 14, by: 'second' }, ['tally 12', 'tally 13']])
  expect(new Set(commits.map(({ build }) => build.build))).toEqual(new Set([first?.build]))
  gate.resolve()
  // A call during a rebuild returns its result.
  expect(await Promise.all([isRebuilt, runner.rebuild('tally')])).toEqual([true, true])
  addEvents()
  await time.advance(200)
  expect([await read(), sentItems()]).toEqual([
    { count: 15, by: 'second' },
    ['tally 12', 'tally 13', 'tally 14'],
  ])
  expect(new Set(commits.map(({ build }) => build.build)).size).toBe(2)
  expect(resyncs()).toBeGreaterThan(0)
})

test('a rebuild that meets a poison event keeps the live build, which stays up to date', async () => {
  const { code, failures, addEvents, memory, read, started } = setUp()
  for (const type of ['Happened', 'Odd', 'Happened']) addEvents(3, type)
  const runner = await started()
  const before = await memory.liveBuild(key)
  code.poisonType = 'Odd'
  expect(await runner.rebuild('tally')).toBe(false)
  expect(failures).toMatchObject([{ isParked: true, event: { type: 'Odd' } }])
  expect(await memory.liveBuild(key)).toEqual(before)
  addEvents()
  await flushPromises()
  expect(await read()).toEqual({ count: 10, by: 'first' })
  expect(runner.positions()[0]).not.toHaveProperty('parked')
})

test('a parked projection continues after a rebuild with code that can apply the event', async () => {
  const { code, addEvents, read, started } = setUp()
  code.poisonType = 'Odd'
  const runner = await started()
  for (const type of ['Happened', 'Odd', 'Happened']) addEvents(2, type)
  await flushPromises()
  expect(runner.positions()).toMatchObject([{ position: 1n, parked: {} }])
  code.poisonType = ''
  expect(await runner.rebuild('tally')).toBe(true)
  addEvents()
  await flushPromises()
  expect(await read()).toEqual({ count: 7, by: 'first' })
})

test('a rebuild that cannot read the log reports it, says nothing about the store and continues when the log is back', async () => {
  const { log, failures, outages, addEvents, started, time, read } = setUp()
  let isAway = false
  const { subscribe } = log
  log.subscribe = async function* (options) {
    if (isAway) throw new Error('connection lost')
    yield* subscribe(options)
  }
  addEvents(7)
  const runner = await started()
  isAway = true
  const isRebuilt = runner.rebuild('tally')
  await time.advance(1_000)
  isAway = false
  await time.advance(2_000)
  expect([await isRebuilt, await read()]).toMatchObject([true, { count: 7 }])
  expect(failures.length).toBeGreaterThan(1)
  expect(
    new Set(failures.map(({ projection, isParked, error }) => `${projection} ${isParked} ${String(error)}`)),
  ).toEqual(new Set(['tally false LogNotReadable: The event log could not be read.']))
  expect(outages).toEqual([])
})

test('a projection that does not run here or is not live is not rebuilt', async () => {
  const { addEvents, start } = setUp()
  addEvents()
  const runner = start()
  expect(await Promise.all(['tally', 'stranger'].map((name) => runner.rebuild(name)))).toEqual([false, false])
})

test('a build that was abandoned takes no room from the next one, which writes each document once', async () => {
  const projects = ['a', 'b', 'c', 'd', 'e'].map((name) => `project-${name}`)
  const code = { poisonType: 'Poison' }
  const { projection } = tally()
  const evolve: typeof projection.evolve = (document, event, ...rest) => {
    if (event.type === code.poisonType) throw new Error(`cannot apply ${event.type}`)
    return projection.evolve(document, event, ...rest)
  }
  const { log, started, memory, commits } = setUpCluster([{ projection: { ...projection, evolve } }], {
    maxBufferedDocuments: 8,
  })
  for (const project of projects) log.add(project, 'Happened')
  const leader = await started()
  for (let times = 0; times < 3; times++) log.add('project-a', 'Poison')
  await flushPromises()
  expect(await leader.rebuild('tally')).toBe(false)
  code.poisonType = ''
  expect(await leader.rebuild('tally')).toBe(true)
  const { build } = (await memory.liveBuild(key))?.build ?? {}
  const written = commits.filter((commit) => commit.build.build === build && commit.upserts.length > 0)
  expect(written.map(({ upserts }) => upserts.length)).toEqual([5])
})

test.each(['its lease expires', 'the store loses it'])(
  'a build that is abandoned while it is written, because %s, takes no room from the next one',
  async (why) => {
    const blocked = Promise.withResolvers<void>()
    const state = { isAway: false, commits: 0 }
    const { log, start, memory, commits, time, fault } = setUpCluster([tally()], { maxBufferedDocuments: 7 })
    fault.before = ({ method }) => {
      if (method === 'acquireLease' && state.isAway) throw new StoreUnavailable('away')
      if (method !== 'commit' || (state.commits += 1) > 1) return
      if (why === 'the store loses it') throw new ReadModelNotBuilt({ ...key, build: 'lost' })
      return blocked.promise
    }
    for (const project of 'abcdefg') log.add(`project-${project}`, 'Happened')
    start()
    await flushPromises()
    state.isAway = why === 'its lease expires'
    await time.advance(5_000)
    state.isAway = false
    await time.advance(2_000)
    blocked.resolve()
    const live = await memory.liveBuild(key)
    const written = commits.filter(
      ({ build, upserts }) => build.build === live?.build.build && upserts.length > 0,
    )
    expect(written.map(({ upserts }) => upserts.length)).toEqual([7])
  },
)

test('a store that was restored from an older state is caught up without a gap, even if a live message detects it', async () => {
  const older = memoryReadModelStore({ live: { publish: () => undefined } })
  const build = await older.beginBuild(key)
  const upserts = [
    { id: 'project-a', document: { count: 2, by: 'first' }, indexEntries: { count: { score: 2 } } },
  ]
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
  for (let times = 0; times < 2; times++) {
    addEvents()
    await flushPromises()
  }
  isOlder = true
  await time.advance(100)
  addEvents()
  await time.advance(500)
  expect(await older.load(key, ['project-a'])).toEqual([{ count: 5, by: 'first' }])
  expect(await older.checkpoint(key)).toBe(4n)
  expect(sentItems()).toEqual(['tally 2'])
})

test.each([
  ['within two seconds, without new events', 0],
  ['by the next event', 1],
])('a store that lost steps but kept the lease is noticed %s, and clients resync', async (_, later) => {
  const { start, addEvents, count, time, memory, resyncs, sentItems } = setUpCluster()
  addEvents(5)
  const only = start({ owner: 'ada' })
  await Promise.all([only.ready, time.advance(1_000)])
  const lease = await memory.acquireLease(key, 'ada', 3_000)
  if (!lease) throw new Error('Ada does not lead.')
  const build = await memory.beginBuild(key, lease)
  const upserts = [{ id: 'project-a', document: { count: 2 }, indexEntries: {} }]
  const step = { stepId: 'old', from: -1n, to: 1n, upserts, deletes: [], messages: [] }
  await memory.commit({ build, lease, ...step })
  await memory.activate(build, lease)
  const resyncsBefore = resyncs()
  addEvents(later)
  await time.advance(2_000)
  expect([await count(), sentItems()]).toEqual([5 + later, []])
  expect(resyncs()).toBeGreaterThan(resyncsBefore)
})

test('an emptied store is rebuilt, readers see the new build only when it is complete, and clients resync', async () => {
  const { started, addEvents, count, time, memory, resyncs, sentItems } = setUpCluster()
  await started()
  addEvents(7)
  await time.advance(200)
  await memory.drop(key)
  const before = resyncs()
  addEvents()
  const seen = new Set<number | undefined>()
  for (let round = 0; round < 20; round++) {
    await time.advance(10)
    seen.add(await count().catch(() => undefined))
  }
  expect([...seen]).toEqual([undefined, 8])
  expect(resyncs()).toBeGreaterThan(before)
  expect(sentItems()).toHaveLength(7)
})

test('a rebuild that begins with a snapshot applies only later events', async () => {
  const { memory, addEvents, read, started } = setUp()
  addEvents(3)
  const runner = await started()
  const live = memory.state(key)
  if (live === undefined) throw new Error('The read model is not live.')
  // A count that no fold of the log has.
  const upsert = {
    id: 'project-a',
    document: { count: 100, by: 'snapshot' },
    indexEntries: { count: { score: 100 } },
  }
  const saved = { ...live, upserts: [upsert] }
  addEvents(2)
  const fill = async (build: Parameters<typeof memory.fill>[0]) => {
    memory.fill(build, saved)
    return saved
  }
  for (const [from, count] of [
    [fill, 102],
    [async () => undefined, 5],
  ] as const) {
    expect(await runner.rebuild('tally', from)).toBe(true)
    expect(await read()).toMatchObject({ count })
  }
})
