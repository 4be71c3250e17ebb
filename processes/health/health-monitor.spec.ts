import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { monitorHealth, type RunningProjection } from './health-monitor.ts'

const people = { name: 'people', version: 1 }
const board = { name: 'leaderboard-r1', version: 2 }

type Positions = Record<string, bigint | undefined>

/** Positions of the read models; undefined while one is being built. */
const at = (ofPeople: bigint | undefined, ofBoard: bigint | undefined): Positions => ({
  [people.name]: ofPeople,
  [board.name]: ofBoard,
})

/** Monitors a process with a fake scheduler and stores whose state the test sets. Both are at position 10. */
function startMonitor(isShared: boolean, positions = at(10n, 10n)) {
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
    hanging: undefined as Promise<void> | undefined,
    movesMeanwhile: false,
    running: [] as RunningProjection[],
    missingSince: undefined as number | undefined,
    outdated: {} as { outdatedSince?: number },
  }
  const monitor = monitorHealth({
    log: {
      head: async () => {
        const { head } = state
        if (head === undefined) throw new Error('unavailable')
        if (state.movesMeanwhile) state.positions = at((state.head = head + 1n), state.head)
        return head
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
    positions: () => state.running,
    selfCheck: { problems: () => state.selfCheckProblems },
    storage: { check: async () => state.hanging, problem: () => undefined },
    isShared,
    allowedLagMs: 5_000,
    adapterNames: { log: 'EventStoreDB', store: 'Redis' },
    metrics,
    scheduler: time,
  })
  onTestFinished(monitor.stop)
  return {
    monitor,
    now: time.now,
    scrape: async () => metrics.registry.metrics(),
    /** Changes the state, lets time pass, and returns the health. */
    after: async (milliseconds: number, changes: Partial<typeof state> = {}) => {
      Object.assign(state, changes)
      await time.advance(milliseconds)
      return monitor.health()
    },
  }
}

/** Monitors a process that has been ready. */
async function readyMonitor(isShared: boolean) {
  const started = startMonitor(isShared)
  await started.after(0)
  return started
}

const noLag = [people, board].map(({ name: view }) => ({ view, lagSeconds: 0 }))

test('a process is unready before its first check, and ready when everything works', async () => {
  const { monitor, after } = startMonitor(true)
  expect(monitor.health()).toEqual({ reasons: ['It is starting.'] })
  expect(await after(0)).toEqual({ reasons: [], warnings: [], views: noLag })
})

test('a starting process is unready until its read models are built and close to the head of the log', async () => {
  const { monitor, after } = startMonitor(true, at(undefined, 3n))
  expect((await after(0)).reasons).toEqual(['people is being built.'])
  expect((await after(6_000)).reasons).toEqual([
    'people is being built.',
    'leaderboard-r1 is 6 seconds behind the log.',
  ])
  expect((await after(1_000, { isUnavailable: true })).reasons).toEqual(['Redis cannot be reached.'])
  expect(monitor.isStoreUnavailable()).toBe(true)
  expect((await after(1_000, { isUnavailable: false, positions: at(10n, 10n) })).reasons).toEqual([])
})

test('problems that all processes share do not make a process unready', async () => {
  const { after } = await readyMonitor(true)
  const unreachable = { reasons: [], warnings: ['Redis cannot be reached.'] }
  expect(await after(1_000, { isUnavailable: true })).toMatchObject(unreachable)
  const unbuilt = { reasons: [], warnings: ['people is being built.'] }
  expect(await after(1_000, { isUnavailable: false, positions: at(undefined, 10n) })).toMatchObject(unbuilt)
})

test('read models of a log that was put back are named, lag and are counted, although their positions are high', async () => {
  const { monitor, now, scrape, after } = await readyMonitor(true)
  const message = 'people is out of date: the log was replaced by an older copy, and it is being rebuilt.'
  const outOfDate = { reasons: [], warnings: expect.arrayContaining([message]) }
  expect(await after(1_000, { head: 3n })).toMatchObject(outOfDate)
  // The log has grown past the old end, and a projector has noticed it.
  const noticed = await after(1_000, { head: 20n, outdated: { outdatedSince: now() - 1_000 } })
  expect(noticed).toMatchObject({ ...outOfDate, views: [{ lagSeconds: 2 }, { lagSeconds: 2 }] })
  expect([[...monitor.lateSince().keys()], monitor.areAllLate()]).toEqual([[people.name, board.name], true])
  expect(await scrape()).toMatch(/^thirty_views_outdated\{view="people"\} 1$/m)
  expect(await scrape()).toMatch(/^thirty_projection_lag_events\{view="people"\} 21$/m)
  const rebuilt = await after(1_000, { outdated: {}, positions: at(20n, 20n) })
  expect(rebuilt).toMatchObject({ reasons: [], warnings: [] })
  expect(monitor.lateSince().size).toBe(0)
  expect(await scrape()).toMatch(/^thirty_views_outdated\{view="people"\} 0$/m)
})

test('a process without its log is unready', async () => {
  const { after } = await readyMonitor(true)
  expect((await after(1_000, { head: undefined })).reasons).toEqual(['EventStoreDB cannot be reached.'])
  expect((await after(1_000, { head: 11n })).reasons).toEqual([])
})

test('a process with its own read models is unready while they lag, and ready while one is parked', async () => {
  const { monitor, now, scrape, after } = await readyMonitor(false)
  const running = [{ readModel: people }, { readModel: board }]
  expect((await after(5_000, { head: 20n, positions: at(20n, 12n), running })).reasons).toEqual([])
  expect(await after(2_000)).toEqual({
    reasons: ['leaderboard-r1 is 6 seconds behind the log.'],
    views: [
      { view: 'people', lagSeconds: 0 },
      { view: 'leaderboard-r1', lagSeconds: 6 },
    ],
  })
  const park = (parked: RunningProjection['parked'] & object) => ({
    running: [{ readModel: people }, { readModel: board, parked }],
  })
  expect(await after(1_000, park({ reason: 'TypeError: odd', event: 'e7' }))).toMatchObject({
    reasons: [],
    warnings: ['leaderboard-r1 stopped at an event: TypeError: odd'],
  })
  // Since the oldest event that it does not have was seen.
  expect([...monitor.lateSince()]).toEqual([['leaderboard-r1', now() - 7_000]])
  expect((await after(1_000, park({ reason: 'TypeError: odd' }))).warnings).toEqual([
    'leaderboard-r1 stopped after an error: TypeError: odd',
  ])
  expect(await scrape()).toMatch(/^thirty_projection_lag_events\{view="leaderboard-r1"\} 8$/m)
  expect(await scrape()).toMatch(/^thirty_projection_lag_seconds\{view="leaderboard-r1"\} 8$/m)
  expect(await scrape()).toMatch(/^thirty_views_parked\{view="leaderboard-r1"\} 1$/m)
  expect(await scrape()).toMatch(/^thirty_views_led\{view="people"\} 1$/m)
})

test('a read model that is parked before it is built makes no process unready, and is late at once', async () => {
  const { monitor, after } = startMonitor(false, at(undefined, 10n))
  const warnings = ['people stopped after an error: TypeError: odd']
  const running = [{ readModel: people, parked: { reason: 'TypeError: odd' } }]
  expect(await after(0, { running })).toMatchObject({ reasons: [], warnings })
  expect([...monitor.lateSince().keys()]).toEqual(['people'])
})

test('a read model is late since the first event that it does not have, also if this process began later', async () => {
  const { monitor, now, after } = startMonitor(false, at(10n, 3n))
  const missingSince = now() - 86_400_000
  await after(7_000, { missingSince })
  expect([...monitor.lateSince()]).toEqual([['leaderboard-r1', missingSince]])
})

type Changes = Parameters<Awaited<ReturnType<typeof readyMonitor>>['after']>[1]

test.each<[string, (Changes & { ms?: number; lag: number })[]]>([
  [
    'that stops lags since its next event was seen, until it continues',
    [
      { head: 11n, lag: 0 },
      { lag: 1_000 },
      // The clock runs on while the log is away.
      { head: undefined, lag: 2_000 },
      { head: 12n, lag: 3_000 },
      { positions: at(11n, 10n), lag: 1_000 },
      { positions: at(12n, 10n), lag: 0 },
    ],
  ],
  [
    'of a log that was put back cannot be compared with it until it is built anew',
    [
      { head: 4n, lag: Infinity },
      { head: 20n, outdated: { outdatedSince: 0 }, lag: Infinity },
      { positions: at(undefined, 10n), lag: Infinity },
      { positions: at(20n, 10n), outdated: {}, lag: 0 },
    ],
  ],
  ['that moves while it is compared is not ahead of the log', [{ movesMeanwhile: true, ms: 3_000, lag: 0 }]],
  [
    'that always lags a little, lags no more than that',
    [15n, 20n, 25n, 30n].map((head) => ({ head, positions: at(head - 3n, head), lag: 0 })),
  ],
  [
    'lags no more while each check takes long because the log is away: nothing newer can be read',
    [
      { head: undefined, lag: 0 },
      { hanging: new Promise(() => undefined), ms: 10_000, lag: 0 },
    ],
  ],
  [
    'lags by an unknown time when the log is back after a time',
    [
      { head: undefined, ms: 5_000, lag: 0 },
      { head: 11n, lag: Infinity },
      { head: 12n, positions: at(11n, 11n), lag: 0 },
    ],
  ],
])('a read model %s', async (_, steps) => {
  const { monitor, after } = await readyMonitor(true)
  for (const { lag, ms = 1_000, ...changes } of steps) {
    await after(ms, changes)
    expect([changes, monitor.lagOf(people.name)]).toEqual([changes, lag])
  }
})

test('how long a read model lags is unknown until it has what was in the log when the process began', async () => {
  const { monitor, after } = startMonitor(true, at(9n, 10n))
  expect(monitor.lagOf(people.name)).toBe(Infinity)
  await after(0)
  expect(monitor.lagOf(people.name)).toBe(Infinity)
  await after(1_000, { head: 12n, positions: at(10n, 10n) })
  expect(monitor.lagOf(people.name)).toBe(0)
})

test('while a check hangs, lags grow, because nothing is known of what happened since', async () => {
  const { monitor, after } = await readyMonitor(true)
  const { promise: hanging, resolve } = Promise.withResolvers<void>()
  await after(1_000, { hanging })
  expect(monitor.lagOf(people.name)).toBe(0)
  await after(2_500, { head: 11n })
  expect(monitor.lagOf(people.name)).toBe(2_500)
  resolve()
  await after(0, { positions: at(11n, 11n) })
  await after(1_000)
  expect(monitor.lagOf(people.name)).toBe(0)
})

test('a read model that cannot be read does not hide that others move', async () => {
  const { monitor, after } = await readyMonitor(false)
  const { reasons } = await after(7_000, { damaged: people.name, head: 20n, positions: at(20n, 20n) })
  expect(reasons).toEqual(['people is 6 seconds behind the log.'])
  expect(monitor.isStoreUnavailable()).toBe(false)
})

test('read models lag if they are behind for longer than allowed, built or not', async () => {
  const { monitor, after } = await readyMonitor(true)
  await after(6_000, { head: 12n, positions: at(undefined, 12n) })
  expect(monitor.lateSince().size).toBe(0)
  await after(2_000)
  expect([[...monitor.lateSince().keys()], monitor.areAllLate()]).toEqual([[people.name], false])
  await after(1_000, { positions: at(12n, 12n) })
  expect(monitor.lateSince().size).toBe(0)
})

test('what the self-check could not heal is a warning and makes no process unready', async () => {
  const { after } = await readyMonitor(false)
  const selfCheckProblems = ['people differs from the log.']
  expect(await after(1_000, { selfCheckProblems })).toMatchObject({
    reasons: [],
    warnings: selfCheckProblems,
  })
})

test('the read models follow the run that is shown, and read models of the next run make no process unready', async () => {
  const { monitor, scrape, after } = await readyMonitor(false)
  const next = { name: 'leaderboard-r2', version: 4 }
  const switchProblem = 'Run 1 is shown while the read models of run 2 are being built.'
  const building = await after(1_000, { unshown: [next], switchProblem })
  expect(building).toEqual({ reasons: [], warnings: [switchProblem], views: noLag })
  expect(await scrape()).toContain('thirty_views_parked{view="leaderboard-r2"} 0')
  const switched = { readModels: [people, next], unshown: [], switchProblem: undefined }
  const positions = { ...at(10n, 10n), [next.name]: 10n }
  expect(await after(1_000, { ...switched, positions })).toMatchObject({
    reasons: [],
    views: [{}, { view: next.name }],
  })
  expect(monitor.health()).not.toHaveProperty('warnings')
  const metrics = await scrape()
  expect(metrics).toContain('view="leaderboard-r2"')
  expect(metrics).not.toContain('view="leaderboard-r1"')
})
