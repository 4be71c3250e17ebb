import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'
import { expect, test } from 'vitest'
import type { readModels } from '../read-models.ts'
import { chooseShownRun } from './choose-shown-run.ts'

const ada = userIdOf('Ada')
const bob = userIdOf('Bob')
const given = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  projectEvents('Ada', 1).submitted(),
  projectEvents('Bob', 1).submitted(),
  projectEvents('Bob', 2).submitted(),
]
const changedTo = ({ weights, ...scoring }: Partial<Scoring>, run = 1): GivenEvent =>
  challengeEvent('ScoringChanged', {
    run,
    weights: weights ?? defaultScoring.weights,
    excluded: [...(scoring.excluded ?? [])],
    ...(scoring.scales && { scales: scoring.scales }),
    reason: 'a fairer contest',
  })

type Points = Record<string, number>

/** Starts the read side of one process, and notes the points of every state of the leaderboard that can be read. */
async function setUp(events: readonly GivenEvent[]) {
  const seen: Points[] = []
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const pointsIn = async ({ shownRun }: Pick<ReturnType<typeof readModels>, 'shownRun'>): Promise<Points> => {
    const rows = await store.range<{ score: { totalPoints: number } }>(shownRun.current.board, 'points', {
      offset: 0,
      limit: 10,
    })
    return Object.fromEntries(rows.map(({ id, document }) => [id, document.score.totalPoints]))
  }
  let isReady = false
  const onProgress = (models: Parameters<typeof pointsIn>[0]) => {
    if (isReady) void pointsIn(models).then((state) => seen.push(state))
  }
  const started = await switchingProcess(events, { store, onProgress })
  isReady = true
  const { models } = started
  return {
    ...started,
    points: () => pointsIn(models),
    seen,
    epoch: async () => (await models.audiences().at(-1)?.heartbeat(0, true))?.epoch,
  }
}

test('a changed scoring is shown in one step, with all points, also of later events; the previous one can be restored', async () => {
  const { append, runSwitch, points, models, epoch, seen } = await setUp(given)
  const showAfter = async (...events: readonly GivenEvent[]) => {
    expect(await runSwitch.waitForPosition(await append(...events), 1_000)).toBe(true)
    return points()
  }
  expect(await points()).toEqual({ [ada]: 5, [bob]: 10 })
  const before = await epoch()
  const weights = { projects: 10, quality: 0, streak: 0 }
  expect(await showAfter(changedTo({ weights }))).toEqual({ [ada]: 10, [bob]: 20 })
  expect(models.shownRun.current.history[0].run).toBe(1)
  expect(await epoch()).not.toBe(before)
  // Nobody ever read points of both scorings.
  const known = new Set([JSON.stringify({ [bob]: 10, [ada]: 5 }), JSON.stringify({ [bob]: 20, [ada]: 10 })])
  expect(seen.map((state) => JSON.stringify(state)).filter((state) => !known.has(state))).toEqual([])
  const later = [2, 3].map((day) => projectEvents('Ada', day).submitted())
  expect(await showAfter(...later)).toEqual({ [ada]: 30, [bob]: 20 })
  expect(await showAfter(changedTo({}))).toEqual({ [ada]: 15, [bob]: 10 })
  expect(await showAfter(changedTo({ excluded: [bob] }))).toEqual({ [ada]: 15 })
})

test('a process that starts in between shows the scoring whose read models are complete', async () => {
  const { store, log, append, models } = await setUp(given)
  expect(models.shownRun.current.history).toEqual(firstHistory)
  const position = await append(changedTo({ excluded: [bob] }))
  const empty = memoryReadModelStore({ live: { publish: () => undefined } })
  const [own] = await chooseShownRun({ store: empty, log, timeZone: 'UTC' })
  expect(own.scorings?.map((change) => change.position)).toEqual([position])
  expect(await chooseShownRun({ store: { ...store, load: async () => [] }, log, timeZone: 'UTC' })).toEqual(
    firstHistory,
  )
})
