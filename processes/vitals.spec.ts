import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import { StoreUnavailable } from '@thirty/infra/views/views.ts'
import { expect, onTestFinished, test } from 'vitest'
import { watchVitals, type Fed } from './vitals.ts'

const people = { name: 'people', version: 1 }
const board = { name: 'leaderboard-r1', version: 2 }

/** A process whose engines are as the spec says, looked at as time passes. */
function processOf({
  isShared,
  at = { people: 10n, 'leaderboard-r1': 10n },
}: {
  isShared: boolean
  at?: Record<string, bigint | undefined>
}) {
  const time = steppedTime()
  const metrics = createMetrics()
  const state = {
    head: 10n as bigint | undefined,
    at,
    isAway: false,
    fed: [] as Fed[],
  }
  const vitals = watchVitals({
    log: {
      head: async () => {
        if (state.head === undefined) throw new Error('away')
        return state.head
      },
    },
    store: {
      live: async (view) => {
        if (state.isAway) throw new StoreUnavailable('away')
        const checkpoint = state.at[view.name]
        return checkpoint === undefined ? undefined : { build: { ...view, build: 'b' }, checkpoint }
      },
    },
    views: [people, board],
    fed: () => state.fed,
    isShared,
    allowedLag: 5_000,
    names: { log: 'EventStoreDB', store: 'Redis' },
    metrics,
    scheduler: time,
  })
  onTestFinished(vitals.stop)
  const figures = async () => metrics.registry.metrics()
  return { time, state, vitals, figures }
}

const allIsWell = [
  { view: 'people', lagSeconds: 0 },
  { view: 'leaderboard-r1', lagSeconds: 0 },
]

test('a process is not ready before it has looked, and ready when all is well', async () => {
  const { vitals, time } = processOf({ isShared: true })
  expect(vitals.health()).toEqual({ reasons: ['It is starting.'] })
  await time.pass(0)
  expect(vitals.health()).toEqual({ reasons: [], troubles: [], views: allIsWell })
})

test('before a process was ready once, nobody is sent to it until its views are built and near the head', async () => {
  const { vitals, state, time } = processOf({ isShared: true, at: { 'leaderboard-r1': 3n } })
  await time.pass(0)
  expect(vitals.health().reasons).toEqual(['people is being built.'])
  await time.pass(6_000)
  expect(vitals.health().reasons).toEqual([
    'people is being built.',
    'leaderboard-r1 is 6 seconds behind the log.',
  ])
  state.isAway = true
  await time.pass(1_000)
  expect(vitals.health().reasons).toEqual(['Redis cannot be reached.'])
  expect(vitals.isStoreAway()).toBe(true)
  state.isAway = false
  state.at = { [people.name]: 10n, [board.name]: 10n }
  await time.pass(1_000)
  expect(vitals.health().reasons).toEqual([])
})

test('trouble that all processes share keeps nobody away, for commands go on', async () => {
  const { vitals, state, time } = processOf({ isShared: true })
  await time.pass(0)
  vitals.health()
  state.isAway = true
  await time.pass(1_000)
  expect(vitals.health()).toMatchObject({ reasons: [], troubles: ['Redis cannot be reached.'] })
  state.isAway = false
  state.at = { [people.name]: undefined, [board.name]: 10n }
  await time.pass(1_000)
  expect(vitals.health()).toMatchObject({ reasons: [], troubles: ['people is being built.'] })
})

test('without the log nobody can be served', async () => {
  const { vitals, state, time } = processOf({ isShared: true })
  await time.pass(0)
  vitals.health()
  state.head = undefined
  await time.pass(1_000)
  expect(vitals.health().reasons).toEqual(['EventStoreDB cannot be reached.'])
  state.head = 11n
  await time.pass(1_000)
  expect(vitals.health().reasons).toEqual([])
})

test('a process with views of its own is not ready while they are late or stopped', async () => {
  const { vitals, state, time, figures } = processOf({ isShared: false })
  await time.pass(0)
  vitals.health()
  state.head = 20n
  state.at = { [people.name]: 20n, [board.name]: 12n }
  state.fed = [{ view: people }, { view: board }]
  await time.pass(5_000)
  expect(vitals.health().reasons).toEqual([])
  await time.pass(2_000)
  expect(vitals.health()).toEqual({
    reasons: ['leaderboard-r1 is 6 seconds behind the log.'],
    views: [
      { view: 'people', lagSeconds: 0 },
      { view: 'leaderboard-r1', lagSeconds: 6 },
    ],
  })
  state.fed = [{ view: people }, { view: board, parked: { reason: 'TypeError: odd' } }]
  await time.pass(1_000)
  expect(vitals.health().reasons).toEqual(['leaderboard-r1 stopped at an event: TypeError: odd'])
  expect(await figures()).toMatch(/^thirty_projection_lag_events\{view="leaderboard-r1"\} 8$/m)
  expect(await figures()).toMatch(/^thirty_projection_lag_seconds\{view="leaderboard-r1"\} 7$/m)
  expect(await figures()).toMatch(/^thirty_views_parked\{view="leaderboard-r1"\} 1$/m)
  expect(await figures()).toMatch(/^thirty_views_led\{view="people"\} 1$/m)
})

test('a process that looks after itself stops when it is told to', async () => {
  const { vitals, time } = processOf({ isShared: true })
  await time.pass(3_000)
  expect(time.timers()).toBe(1)
  vitals.stop()
  expect(time.timers()).toBe(0)
})

test('views are late when they have been behind for longer than is allowed, built or not', async () => {
  const { vitals, time, state } = processOf({ isShared: true })
  await time.pass(1_000)
  state.head = 12n
  state.at = { people: undefined, 'leaderboard-r1': 12n }
  await time.pass(5_000)
  expect(vitals.late()).toEqual([])
  await time.pass(2_000)
  expect(vitals.late()).toEqual([people])
  state.at = { people: 12n, 'leaderboard-r1': 12n }
  await time.pass(1_000)
  expect(vitals.late()).toEqual([])
})
