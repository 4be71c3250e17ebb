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

test('a changed scoring is shown in one step, with all points, and the same run continues', async () => {
  const { append, runSwitch, points, models, epoch, seen } = await setUp(given)
  expect(await points()).toEqual({ [ada]: 5, [bob]: 10 })
  const before = await epoch()
  const weights = { projects: 10, quality: 0, streak: 0 }
  expect(await runSwitch.waitForPosition(await append(changedTo({ weights })), 1_000)).toBe(true)
  expect(await points()).toEqual({ [ada]: 10, [bob]: 20 })
  expect(models.shownRun.current.history[0].run).toBe(1)
  expect(await epoch()).not.toBe(before)
  // Nobody ever read points of both scorings.
  const known = new Set([JSON.stringify({ [bob]: 10, [ada]: 5 }), JSON.stringify({ [bob]: 20, [ada]: 10 })])
  expect(seen.map((state) => JSON.stringify(state)).filter((state) => !known.has(state))).toEqual([])
})

test('events after the change count with the new scoring, and the previous scoring can be restored', async () => {
  const { append, runSwitch, points } = await setUp(given)
  const weights = { projects: 10, quality: 0, streak: 0 }
  await append(changedTo({ weights }))
  const later = await append(projectEvents('Ada', 2).submitted(), projectEvents('Ada', 3).submitted())
  expect(await runSwitch.waitForPosition(later, 1_000)).toBe(true)
  expect(await points()).toEqual({ [ada]: 30, [bob]: 20 })
  expect(await runSwitch.waitForPosition(await append(changedTo({})), 1_000)).toBe(true)
  expect(await points()).toEqual({ [ada]: 15, [bob]: 10 })
})

test('an excluded participant keeps the projects and the points, and has no rank', async () => {
  const { append, runSwitch, points, store, models } = await setUp(given)
  expect(await runSwitch.waitForPosition(await append(changedTo({ excluded: [bob] })), 1_000)).toBe(true)
  expect(await points()).toEqual({ [ada]: 5 })
  const [document] = await store.load(models.shownRun.current.board, [bob])
  expect(document).toMatchObject({ isExcluded: true, score: { totalPoints: 10, projects: 2 } })
})

test('a restore of a place before the change brings the scoring of that place', async () => {
  const { append, runSwitch, points, log } = await setUp(given)
  const before = await log.head()
  await append(changedTo({ excluded: [bob] }))
  const parent = { run: 1, upTo: before.toString() }
  const restored = await append(challengeEvent('BackupRestored', { run: 2, backup: 'b', parent }))
  expect(await runSwitch.waitForPosition(restored, 1_000)).toBe(true)
  expect(await points()).toEqual({ [ada]: 5, [bob]: 10 })
})

test('a restore of a place after the change keeps its scoring, and a reset begins with the default', async () => {
  const { append, runSwitch, points, models } = await setUp(given)
  const after = await append(changedTo({ weights: { projects: 1, quality: 0, streak: 0 } }))
  const parent = { run: 1, upTo: after.toString() }
  await append(challengeEvent('BackupRestored', { run: 2, backup: 'b', parent }))
  expect(await runSwitch.waitForPosition(await append(projectEvents('Ada', 2, 2).submitted()), 1_000)).toBe(
    true,
  )
  expect(await points()).toEqual({ [ada]: 2, [bob]: 2 })
  const reset = await append(challengeEvent('ChallengeReset', { run: 3, backup: 'c' }))
  expect(await runSwitch.waitForPosition(reset, 1_000)).toBe(true)
  expect(models.shownRun.current.history).toEqual([{ run: 3 }])
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

test('a frozen leaderboard keeps its scoring until the reveal; admins see the new one at once', async () => {
  const frozenAt = '2026-01-01T00:00:00.000Z'
  const { append, runSwitch, models, store } = await setUp(given)
  await append(challengeEvent('LeaderboardFrozen', { run: 1, frozenAt }))
  const changed = {
    ...changedTo({ weights: { projects: 10, quality: 0, streak: 0 } }),
    at: '2026-01-02T00:00:00.000Z',
  }
  expect(await runSwitch.waitForPosition(await append(changed), 1_000)).toBe(true)
  const { views } = models.shownRun.current
  const isRescored = async (board: Parameters<typeof store.load>[0]) => {
    const [document] = await store.load<{ score: { totalPoints: number } }>(board, [ada])
    return document?.score.totalPoints === 10
  }
  expect(await isRescored(models.shownRun.current.board)).toBe(true)
  expect(await isRescored(views.everybody.board)).toBe(false)
  const revealed = await append(challengeEvent('LeaderboardRevealed', { run: 1 }))
  expect(await runSwitch.waitForPosition(revealed, 1_000)).toBe(true)
  expect(models.shownRun.current.views.everybody.board).toEqual(models.shownRun.current.board)
  expect(await isRescored(models.shownRun.current.board)).toBe(true)
})
