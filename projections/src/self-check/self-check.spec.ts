import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { plantInStore } from '@thirty/projections/testing/plant-in-store.ts'
import {
  countingProjection,
  setUpRunner,
  type EventCount,
} from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ComparedStore } from './compare.ts'
import { startSelfCheck, type SelfCheckOptions } from './self-check.ts'

const hour = 3_600_000
const tally = countingProjection('tally')
const other = countingProjection('other')

/** Two live read models with a self-check every hour, and what it has reported. */
async function setUp(options: Partial<SelfCheckOptions> = {}) {
  const projections = [tally, other].map((projection) => ({ projection }))
  const { log, memory: store, started, time, counts } = setUpRunner(projections)
  for (const stream of ['project-a', 'project-b', 'project-b']) log.add(stream, 'Happened')
  const running = await started()
  const reports: string[] = []
  const selfCheck = startSelfCheck({
    log,
    store,
    projections: () => [tally, other],
    rebuild: (name) => running.rebuild(name),
    intervalMs: hour,
    scheduler: time,
    onChecked: ({ readModel, differences: [first = 'fine'] }, heals) =>
      reports.push(`${readModel.name}: ${first}${heals ? '' : ', only compared'}`),
    onHealed: ({ readModel }, isHealed) => reports.push(`${readModel.name} healed: ${isHealed}`),
    onFailure: (name, error) => reports.push(`${name} failed: ${String(error)}`),
    ...options,
  })
  onTestFinished(() => selfCheck.stop())
  /** Plants the count of a stream that has two events. */
  const plant = (projection: Projection<EventCount>, count = 7) => {
    const document = { count, last: 'Happened' }
    const upserts = [{ id: 'project-b', document, indexEntries: { count: { score: count } } }]
    return plantInStore(store, projection, { upserts })
  }
  return { log, store, time, counts, reports, selfCheck, plant }
}

test('a wrong value is reported, healed and counted at the next check, and is right afterwards', async () => {
  const { time, plant, counts, reports, selfCheck } = await setUp()
  await plant(tally)
  expect(await counts()).toEqual([1, 7])
  await time.advance(hour)
  expect(reports).toEqual(['tally: document project-b is different', 'tally healed: true', 'other: fine'])
  expect(await counts()).toEqual([1, 2])
  expect(selfCheck.problems()).toEqual([])
  await time.advance(hour)
  expect(reports.slice(3)).toEqual(['tally: fine', 'other: fine'])
})

test('the first check comes a quarter of an hour after the start, however long the interval is', async () => {
  const { time, reports } = await setUp({ intervalMs: 24 * hour })
  await time.advance(15 * 60_000 - 1)
  expect(reports).toEqual([])
  await time.advance(1)
  expect(reports).toEqual(['tally: fine', 'other: fine'])
  await time.advance(24 * hour - 1)
  expect(reports).toHaveLength(2)
  await time.advance(1)
  expect(reports).toHaveLength(4)
})

test('a read model that cannot be rebuilt is a problem until a check finds it as the log says', async () => {
  const { time, plant, selfCheck, reports } = await setUp({
    rebuild: () => Promise.reject(new Error('no memory')),
  })
  await plant(tally)
  await time.advance(hour)
  expect(reports).toContain('tally failed: Error: no memory')
  expect(reports).toContain('tally healed: false')
  expect(selfCheck.problems()).toEqual(['tally differs from the log and could not be rebuilt.'])
  await plant(tally, 2)
  await time.advance(hour)
  expect(selfCheck.problems()).toEqual([])
})

test('only compares on request', async () => {
  const { plant, counts, selfCheck } = await setUp({ rebuild: () => Promise.reject(new Error('not wanted')) })
  await plant(other)
  const [first, second] = await selfCheck.check({ heals: false })
  expect([first?.differences.length, second?.differences.length, second?.isHealed]).toEqual([0, 3, undefined])
  expect(await counts('other')).toEqual([1, 7])
  expect(selfCheck.problems()).toEqual([])
})

test('checks only what this process runs, and forgets the problems of what it does not run any more', async () => {
  let projections: readonly Projection[] = [tally]
  const { time, plant, selfCheck, reports } = await setUp({
    projections: () => projections,
    rebuild: async () => false,
  })
  await plant(tally)
  await plant(other)
  await time.advance(hour)
  expect(selfCheck.problems()).toHaveLength(1)
  expect(reports.join()).not.toContain('other')
  projections = []
  await time.advance(hour)
  expect(selfCheck.problems()).toEqual([])
})

test('a check begins after the one that is under way, and a stop waits for it', async () => {
  const rebuilt = Promise.withResolvers<boolean>()
  let begun = 0
  const { plant, selfCheck } = await setUp({
    projections: () => {
      begun += 1
      return [tally]
    },
    rebuild: () => rebuilt.promise,
  })
  await plant(tally)
  const checks = Promise.allSettled([selfCheck.check(), selfCheck.check()])
  await vi.waitFor(() =>
    expect(selfCheck.problems()).toEqual(['tally differs from the log and is being rebuilt.']),
  )
  expect(begun).toBe(1)
  let isStopped = false
  const stopped = selfCheck.stop().then(() => (isStopped = true))
  await flushPromises()
  expect(isStopped).toBe(false)
  rebuilt.resolve(true)
  await stopped
  expect((await checks).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('a store that cannot be read is reported, and the other read models are checked', async () => {
  const { log, store, reports } = await setUp()
  const liveBuild: ComparedStore['liveBuild'] = async (readModel) => {
    if (readModel.name === 'tally') throw new Error('away')
    return store.liveBuild(readModel)
  }
  const onFailure = (name: string, error: unknown) => void reports.push(`${name}: ${String(error)}`)
  const { selfCheck } = await setUp({ log, store: { ...store, liveBuild }, onFailure })
  expect((await selfCheck.check()).map(({ readModel }) => readModel.name)).toEqual(['other'])
  expect(reports).toEqual(['tally: Error: away'])
})

test.each([
  ['rests as long as it works', hour, 6],
  ['does not rest without a schedule, because somebody waits', 0, 0],
])('%s, and ends soon when it is stopped', async (_, intervalMs, rest) => {
  let now = 0
  const rests: number[] = []
  let selfCheckStops: Promise<void> | undefined
  const { log, selfCheck } = await setUp({
    scheduler: {
      now: () => 0,
      // Every look at the clock costs six milliseconds: more than a slice.
      monotonic: () => (now += 6),
      after: (milliseconds, run) => {
        // The schedule.
        if (milliseconds > 1_000) return () => undefined
        rests.push(milliseconds)
        if (rests.length === 5) selfCheckStops = selfCheck.stop()
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    },
    intervalMs,
  })
  for (let number = 0; number < 2_000; number += 1) log.add(`project-${number}`, 'Happened')
  await flushPromises()
  await expect(selfCheck.check()).rejects.toThrow('aborted')
  await selfCheckStops
  expect(rests).toEqual(Array(5).fill(rest))
})
