import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { monitorHealth, type RunningProjection } from './health-monitor.ts'

const people = { name: 'people', version: 1 }
const board = { name: 'leaderboard-r1', version: 2 }

/** Monitors a process with a fake scheduler and stores whose state the test sets. */
function startMonitor({
  isShared,
  positions = { people: 10n, 'leaderboard-r1': 10n },
}: {
  isShared: boolean
  positions?: Record<string, bigint | undefined>
}) {
  const time = fakeScheduler()
  const metrics = createMetrics()
  const state = {
    head: 10n as bigint | undefined,
    readModels: [people, board],
    unshown: [] as (typeof people)[],
    switchProblem: undefined as string | undefined,
    selfCheckProblems: [] as string[],
    positions,
    isUnavailable: false,
    damaged: '',
    running: [] as RunningProjection[],
    missingSince: undefined as number | undefined,
    outdated: {} as { outdatedSince?: number },
  }
  const health = monitorHealth({
    log: {
      head: async () => {
        if (state.head === undefined) throw new Error('unavailable')
        return state.head
      },
      readAll: async function* () {
        if (state.missingSince !== undefined)
          yield [{ at: new Date(state.missingSince).toISOString() } as RecordedEvent]
      },
    },
    store: {
      liveBuild: async (readModel) => {
        if (state.isUnavailable) throw new StoreUnavailable('unavailable')
        if (state.damaged === readModel.name) throw new TypeError('damaged')
        const checkpoint = state.positions[readModel.name]
        const build = { build: { ...readModel, build: 'b' }, seen: nothingSeen, epoch: 'e' }
        return checkpoint === undefined ? undefined : { ...build, checkpoint, ...state.outdated }
      },
    },
    readModels: () => state.readModels,
    runSwitch: { building: () => state.unshown, problem: () => state.switchProblem },
    running: { positions: () => state.running },
    selfCheck: { problems: () => state.selfCheckProblems },
    isShared,
    allowedLagMs: 5_000,
    adapterNames: { log: 'EventStoreDB', store: 'Redis' },
    metrics,
    scheduler: time,
  })
  onTestFinished(health.stop)
  const scrape = async () => metrics.registry.metrics()
  /** Lets time pass, and returns the health. */
  const after = async (milliseconds: number) => {
    await time.advance(milliseconds)
    return health.health()
  }
  return { time, state, health, scrape, after }
}

/** Monitors a process that has been ready. */
async function readyMonitor(options: Parameters<typeof startMonitor>[0]) {
  const monitor = startMonitor(options)
  await monitor.after(0)
  return monitor
}

const noLag = [
  { view: 'people', lagSeconds: 0 },
  { view: 'leaderboard-r1', lagSeconds: 0 },
]

test('a process is unready before its first check, and ready when everything works', async () => {
  const { health, after } = startMonitor({ isShared: true })
  expect(health.health()).toEqual({ reasons: ['It is starting.'] })
  expect(await after(0)).toEqual({ reasons: [], warnings: [], views: noLag })
})

test('a starting process is unready until its read models are built and close to the head of the log', async () => {
  const { health, state, after } = startMonitor({ isShared: true, positions: { 'leaderboard-r1': 3n } })
  expect((await after(0)).reasons).toEqual(['people is being built.'])
  expect((await after(6_000)).reasons).toEqual([
    'people is being built.',
    'leaderboard-r1 is 6 seconds behind the log.',
  ])
  state.isUnavailable = true
  expect((await after(1_000)).reasons).toEqual(['Redis cannot be reached.'])
  expect(health.isStoreUnavailable()).toBe(true)
  state.isUnavailable = false
  state.positions = { [people.name]: 10n, [board.name]: 10n }
  expect((await after(1_000)).reasons).toEqual([])
})

test('problems that all processes share do not make a process unready', async () => {
  const { state, after } = await readyMonitor({ isShared: true })
  state.isUnavailable = true
  expect(await after(1_000)).toMatchObject({ reasons: [], warnings: ['Redis cannot be reached.'] })
  state.isUnavailable = false
  state.positions = { [people.name]: undefined, [board.name]: 10n }
  expect(await after(1_000)).toMatchObject({ reasons: [], warnings: ['people is being built.'] })
})

test('read models of a log that was put back are named, lag and are counted, although their positions are high', async () => {
  const { health, state, time, scrape, after } = await readyMonitor({ isShared: true })
  state.head = 3n
  const message = 'people is out of date: the log was replaced by an older copy, and it is being rebuilt.'
  expect(await after(1_000)).toMatchObject({ reasons: [], warnings: expect.arrayContaining([message]) })
  // The log has grown past the old end, and a projector has noticed it.
  state.head = 20n
  state.outdated = { outdatedSince: time.now() - 1_000 }
  expect(await after(1_000)).toMatchObject({ warnings: expect.arrayContaining([message]) })
  expect(health.health().views?.map(({ lagSeconds }) => lagSeconds)).toEqual([2, 2])
  expect(health.lagging()).toEqual([people, board])
  expect(health.areAllLagging()).toBe(true)
  expect(await scrape()).toMatch(/^thirty_views_outdated\{view="people"\} 1$/m)
  expect(await scrape()).toMatch(/^thirty_projection_lag_events\{view="people"\} 21$/m)
  state.outdated = {}
  state.positions = { [people.name]: 20n, [board.name]: 20n }
  expect(await after(1_000)).toMatchObject({ reasons: [], warnings: [] })
  expect(health.lagging()).toEqual([])
  expect(await scrape()).toMatch(/^thirty_views_outdated\{view="people"\} 0$/m)
})

test('a process without its log is unready', async () => {
  const { state, after } = await readyMonitor({ isShared: true })
  state.head = undefined
  expect((await after(1_000)).reasons).toEqual(['EventStoreDB cannot be reached.'])
  state.head = 11n
  expect((await after(1_000)).reasons).toEqual([])
})

test('a process with its own read models is unready while they lag, and ready while one is parked', async () => {
  const { health, state, time, scrape, after } = await readyMonitor({ isShared: false })
  state.head = 20n
  state.positions = { [people.name]: 20n, [board.name]: 12n }
  state.running = [{ readModel: people }, { readModel: board }]
  expect((await after(5_000)).reasons).toEqual([])
  expect(await after(2_000)).toEqual({
    reasons: ['leaderboard-r1 is 6 seconds behind the log.'],
    views: [
      { view: 'people', lagSeconds: 0 },
      { view: 'leaderboard-r1', lagSeconds: 6 },
    ],
  })
  const parked = { reason: 'TypeError: odd', event: 'e7' }
  state.running = [{ readModel: people }, { readModel: board, parked }]
  expect(await after(1_000)).toMatchObject({
    reasons: [],
    warnings: ['leaderboard-r1 stopped at an event: TypeError: odd'],
  })
  // Since the oldest event that it does not have was seen.
  expect([...health.lateSince()]).toEqual([['leaderboard-r1', time.now() - 7_000]])
  state.running = [{ readModel: people }, { readModel: board, parked: { reason: 'TypeError: odd' } }]
  expect((await after(1_000)).warnings).toEqual(['leaderboard-r1 stopped after an error: TypeError: odd'])
  expect(await scrape()).toMatch(/^thirty_projection_lag_events\{view="leaderboard-r1"\} 8$/m)
  expect(await scrape()).toMatch(/^thirty_projection_lag_seconds\{view="leaderboard-r1"\} 8$/m)
  expect(await scrape()).toMatch(/^thirty_views_parked\{view="leaderboard-r1"\} 1$/m)
  expect(await scrape()).toMatch(/^thirty_views_led\{view="people"\} 1$/m)
})

test('a read model that is parked before it is built makes no process unready, and is late at once', async () => {
  const { health, state, after } = startMonitor({ isShared: false, positions: { 'leaderboard-r1': 10n } })
  state.running = [{ readModel: people, parked: { reason: 'TypeError: odd' } }]
  expect(await after(0)).toMatchObject({
    reasons: [],
    warnings: ['people stopped after an error: TypeError: odd'],
  })
  expect([...health.lateSince().keys()]).toEqual(['people'])
})

test('a read model is late since the first event that it does not have, also if this process began later', async () => {
  const { health, state, time } = startMonitor({
    isShared: false,
    positions: { people: 10n, 'leaderboard-r1': 3n },
  })
  state.missingSince = time.now() - 86_400_000
  await time.advance(7_000)
  expect([...health.lateSince()]).toEqual([['leaderboard-r1', state.missingSince]])
})

test('a read model that cannot be read does not hide that others move', async () => {
  const { health, state, time, after } = startMonitor({ isShared: false })
  await time.advance(0)
  state.damaged = people.name
  state.head = 20n
  state.positions = { [people.name]: 20n, [board.name]: 20n }
  expect((await after(7_000)).reasons).toEqual(['people is 6 seconds behind the log.'])
  expect(health.isStoreUnavailable()).toBe(false)
})

test('read models lag if they are behind for longer than allowed, built or not', async () => {
  const { health, state, time } = startMonitor({ isShared: true })
  await time.advance(1_000)
  state.head = 12n
  state.positions = { people: undefined, 'leaderboard-r1': 12n }
  await time.advance(5_000)
  expect(health.lagging()).toEqual([])
  await time.advance(2_000)
  expect(health.lagging()).toEqual([people])
  expect(health.areAllLagging()).toBe(false)
  state.positions = { people: 12n, 'leaderboard-r1': 12n }
  await time.advance(1_000)
  expect(health.lagging()).toEqual([])
})

test('what the self-check could not heal is a warning and makes no process unready', async () => {
  const { state, time, after } = startMonitor({ isShared: false })
  await time.advance(0)
  state.selfCheckProblems = ['people differs from the log.']
  expect(await after(1_000)).toMatchObject({ reasons: [], warnings: state.selfCheckProblems })
})

test('the read models follow the run that is shown, and read models of the next run make no process unready', async () => {
  const { health, state, time, scrape, after } = startMonitor({ isShared: false })
  const next = { name: 'leaderboard-r2', version: 4 }
  await time.advance(0)
  state.unshown = [next]
  state.switchProblem = 'Run 1 is shown while the read models of run 2 are being built.'
  expect(await after(1_000)).toEqual({ reasons: [], warnings: [state.switchProblem], views: noLag })
  expect(await scrape()).toContain('thirty_views_parked{view="leaderboard-r2"} 0')
  state.positions['leaderboard-r2'] = 10n
  state.readModels = [people, next]
  state.unshown = []
  state.switchProblem = undefined
  expect(await after(1_000)).toMatchObject({ reasons: [], views: [{}, { view: next.name }] })
  expect(health.health()).not.toHaveProperty('warnings')
  const metrics = await scrape()
  expect(metrics).toContain('view="leaderboard-r2"')
  expect(metrics).not.toContain('view="leaderboard-r1"')
})
