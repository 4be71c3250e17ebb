import { silentLogger } from '@thirty/infra/logger.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publishReports, unfinishedBuildsElsewhere } from './publish-reports.ts'

async function setUp() {
  const { store, time: storeTime } = await temporaryEntries()
  const processReports = processReportsIn(store)
  const time = fakeScheduler(0)
  const start = (id: string, countViewers = () => 0, positions: readonly ReadModelPosition[] = []) =>
    publishReports(
      {
        logger: silentLogger,
        processReports,
        describeProcess: () => ({ id, at: time.now() }),
        figures: { positions: () => positions },
      },
      countViewers,
      time,
    )
  return { processReports, storeTime, time, start }
}

test('a process reports itself at once and every three seconds, and takes the report back at its end', async () => {
  const { processReports, time, start } = await setUp()
  const { stop } = start('one')
  const reports = async () => (await processReports.list(z.unknown())).map(({ report }) => report)
  await time.advance(2_999)
  expect(await reports()).toMatchObject([{ id: 'one', at: 0 }])
  await time.advance(1)
  expect(await reports()).toMatchObject([{ id: 'one', at: 3_000 }])
  await stop()
  await time.advance(3_000)
  expect(await reports()).toEqual([])
})

test('every process counts the viewers of the others, except of a process that has ended', async () => {
  const { time, start } = await setUp()
  const processes = [1, 2, 4].map((viewers) => start(`${viewers}`, () => viewers))
  const counts = () => processes.map(({ viewersElsewhere }) => viewersElsewhere())
  await time.advance(3_000)
  expect(counts()).toEqual([6, 5, 3])
  await processes.shift()?.stop()
  await time.advance(3_000)
  expect(counts()).toEqual([4, 2])
})

test('a process that has been silent for eight seconds no longer counts, nor does a report of another form', async () => {
  const { processReports, storeTime, time, start } = await setUp()
  const unfinished = [['building', { position: '7' }]]
  await processReports.publish('silent', { id: 'silent', viewers: 2, unfinishedBuilds: unfinished })
  await processReports.publish('x', { id: 'x' })
  const { viewersElsewhere } = start('one')
  for (const expected of [
    { viewers: 2, builds: 1 },
    { viewers: 0, builds: 0 },
  ]) {
    await time.advance(3_000)
    const builds = (await unfinishedBuildsElsewhere(processReports, 'two')).size
    expect({ viewers: viewersElsewhere(), builds }).toEqual(expected)
    storeTime.now += 8_000
  }
})

test('while the store is away, a process counts its own viewers only', async () => {
  const { processReports, time, start } = await setUp()
  start('other', () => 2)
  const one = start('one', () => 1)
  await time.advance(3_000)
  expect(one.viewersElsewhere()).toBe(2)
  processReports.list = () => Promise.reject(new Error('away'))
  await time.advance(9_000)
  expect(one.viewersElsewhere()).toBe(0)
})

test('the others receive the progress of builds that readers do not see yet, and why one cannot be continued', async () => {
  const { processReports, time, start } = await setUp()
  const at = (name: string) => ({ readModel: { name, version: 1 }, position: 7n })
  const { stop } = start('one', undefined, [
    { ...at('live'), isLive: true },
    { ...at('building'), isLive: false },
    { ...at('parked'), isLive: false, parked: { reason: 'odd' } },
  ])
  await time.advance(0)
  const elsewhere = async () => [...(await unfinishedBuildsElsewhere(processReports, 'two'))]
  const [building, parked] = [{ position: '7' }, { position: '7', failure: 'odd' }]
  expect(await elsewhere()).toEqual(Object.entries({ building, parked }))
  await stop()
  expect(await elsewhere()).toEqual([])
})

test('of two reports about a build the younger one counts, and no report of the process itself', async () => {
  const { processReports, storeTime } = await setUp()
  for (const [id, position] of Object.entries({ killed: '5', leader: '9' })) {
    storeTime.now += 5_000
    await processReports.publish(id, { id, viewers: 0, unfinishedBuilds: [['building', { position }]] })
  }
  for (const [id, position] of Object.entries({ other: '9', leader: '5' }))
    expect((await unfinishedBuildsElsewhere(processReports, id)).get('building')).toEqual({ position })
})
