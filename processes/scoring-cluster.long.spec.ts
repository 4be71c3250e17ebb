import { setTimeout as pause } from 'node:timers/promises'
import type { WhatIfResponse } from '@thirty/contracts/api/admin/scoring.ts'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { defaultScoring } from '@thirty/contracts/rules/scoring.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStores, type Stores } from './testing/history-model/stores.ts'
import { submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let stores: Stores
/** Processes with shared stores. Each runs a part of the projections. */
let first: TestProduct
let second: TestProduct
let ada: Person
let bob: Person
let admin: Person

const startProcess = () => startTestProduct(stores.settings)

/** Ada has two projects, Bob one with five stars. */
beforeAll(async () => {
  stores = await openStores('eventstoredb and redis')
  ;[first, second] = [await startProcess(), await startProcess()]
  ;[ada, bob, admin] = [await first.participant(), await first.participant(), await first.admin()]
  await submitProject(first, ada, 1)
  await submitProject(first, ada, 2)
  const projectId = await submitProject(second, bob, 1)
  const criteria = { functionality: 5, design: 5, innovation: 5, codeQuality: 5, completeness: 5 }
  await send(second, '/api/ratings/submit', { projectId, criteria, feedback: 'Stars' })
})
afterAll(async () => {
  await second.close()
  await first.close()
  await stores.close()
})

/** Sends a request of the admin. */
async function send<Json>(product: TestProduct, path: string, body?: unknown): Promise<Json> {
  const method = body === undefined ? 'GET' : 'POST'
  const { status, json, text } = await product.ask({ method, path, body, token: admin.token })
  if (status >= 300) throw new Error(`${method} ${path} was refused: ${status} ${text}`)
  // Safe: the schemas of the responses define these types; other specs check them.
  return json as Json
}

const board = (product: TestProduct) => send<BoardResponse>(product, '/api/leaderboard/leaderboard')

type Changed = { pending?: boolean }
type Change = { weights?: { projects: number; quality: number; streak: number }; excluded?: string[] }
async function apply(product: TestProduct, { weights = defaultScoring.weights, excluded = [] }: Change) {
  const { inForce, position } = await send<WhatIfResponse>(product, '/api/admin/what-if')
  const { version } = inForce
  const change = { weights, excluded, version, position, reason: 'fairer' }
  return send<Changed>(product, '/api/admin/scoring', change)
}

const pointsOf = ({ data }: BoardResponse) =>
  data
    .filter(({ projectsSubmitted }) => projectsSubmitted > 0)
    .map(({ id, totalPoints }) => [id === ada.id ? 'ada' : 'bob', totalPoints])

/** Resolves with the leaderboard once both processes show these points, the best first, at the same position. */
async function untilShown(points: readonly (readonly [string, number])[]): Promise<BoardResponse> {
  const [one, other] = await vi.waitFor(
    async () => {
      const found = await Promise.all([board(first), board(second)])
      expect(found.map(pointsOf)).toEqual([points, points])
      expect(found[0].position).toBe(found[1].position)
      return found
    },
    { timeout: 20_000, interval: 20 },
  )
  const shown = ({ data, epoch, scoring }: BoardResponse) => ({ data, epoch, scoring })
  expect(shown(one)).toEqual(shown(other))
  return one
}

/**
 * Reads the leaderboard of a process until the test ends, and once more then, so that the end is seen however slow the machine is.
 * The points of every answer must be those of the scoring that it names, and no answer may name an earlier one than the answer before.
 */
function watch(product: TestProduct) {
  const seen = { isOver: false, answers: 0, scorings: 0, faults: [] as string[] }
  const read = async () => {
    let changedAt = ''
    let isLast = false
    while (!isLast) {
      isLast = seen.isOver
      try {
        const { data, scoring } = await board(product)
        const weights = scoring?.weights ?? defaultScoring.weights
        for (const row of data) {
          const { projectsSubmitted, projectQuality, streak, totalPoints } = row
          const expected =
            weights.projects * projectsSubmitted + weights.quality * projectQuality + weights.streak * streak
          if (totalPoints !== expected) seen.faults.push(`${totalPoints} instead of ${expected} points`)
        }
        const now = scoring?.changedAt ?? ''
        if (now < changedAt) seen.faults.push(`the scoring of ${now} after that of ${changedAt}`)
        if (now > changedAt) seen.scorings += 1
        changedAt = now
        seen.answers += 1
      } catch (error) {
        seen.faults.push(String(error))
      }
      await pause(20)
    }
  }
  const reading = read()
  const finish = async () => {
    seen.isOver = true
    await reading
    return seen
  }
  onTestFinished(async () => void (await finish()))
  return finish
}

/**
 * Breaks all readings of the log from the moment when the next change of the scoring is stored, so that no read model is built with it.
 * Subscriptions go on. Returns a function that ends this.
 */
async function breakReadingsAfterChange(): Promise<() => Promise<void>> {
  const { log } = first.core
  const { faults } = stores
  if (!faults) throw new Error('The event log has no faults.')
  const after = await log.head()
  onTestFinished(() => void (faults.breaksReads = false))
  const subscribed = Promise.withResolvers<void>()
  const breakAll = async () => {
    for await (const { events, caughtUp } of log.subscribe({ after, streams: [challengeStream] })) {
      if (events.some(({ type }) => type === 'ScoringChanged')) break
      if (caughtUp) subscribed.resolve()
    }
    faults.breaksReads = true
  }
  const broken = breakAll()
  await subscribed.promise
  return async () => {
    await broken
    faults.breaksReads = false
  }
}

/** Expects that the read models of both processes, among them the scored leaderboard, are what a fold of the log gives. */
async function expectFoldOfLog(): Promise<void> {
  const checkOf = async ({ core }: TestProduct) => (await core.selfCheck?.check({ heals: false })) ?? []
  // A process checks what it builds; for a moment after it was replaced, nobody may build a read model.
  const checked = await vi.waitFor(
    async () => {
      const found = (await Promise.all([first, second].map(checkOf))).flat()
      expect(found.map(({ readModel }) => readModel.name)).toContainEqual(
        expect.stringMatching(/^leaderboard-r1-[0-9a-f]{8}-/),
      )
      return found
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(checked.flatMap(({ differences }) => differences)).toEqual([])
}

test('every process shows a changed scoring in one step, at the same position, and nobody a mixture', async () => {
  await untilShown([
    ['bob', 55],
    ['ada', 10],
  ])
  const watches = [watch(first), watch(second)]
  const weights = { projects: 10, quality: 0, streak: 0 }
  await Promise.all([apply(first, { weights }), submitProject(second, ada, 3)])
  const { scoring } = await untilShown([
    ['ada', 30],
    ['bob', 10],
  ])
  expect(scoring?.weights).toEqual(weights)
  for (const finish of watches) {
    const { faults, answers, scorings } = await finish()
    expect(faults).toEqual([])
    expect(scorings).toBe(1)
    expect(answers).toBeGreaterThan(2)
  }
  await expectFoldOfLog()
})

test('a process that is replaced in the middle of a switch shows the earlier scoring, and then the new one', async () => {
  const watched = watch(first)
  const repairReadings = await breakReadingsAfterChange()
  const applied = await apply(first, { weights: { projects: 0, quality: 1, streak: 0 }, excluded: [ada.id] })
  expect(applied.pending).toBe(true)
  for (const product of [first, second])
    expect(pointsOf(await board(product))).toEqual([
      ['ada', 30],
      ['bob', 10],
    ])
  await second.close()
  await repairReadings()
  second = await startProcess()
  const watchedToo = watch(second)
  await untilShown([['bob', 100]])
  for (const finish of [watched, watchedToo]) expect((await finish()).faults).toEqual([])
  await expectFoldOfLog()
})

test('a rebuild that begins in the middle of a switch ends with the new scoring', async () => {
  const watches = [watch(first), watch(second)]
  const { version } = (await send<WhatIfResponse>(second, '/api/admin/what-if')).inForce
  const repairReadings = await breakReadingsAfterChange()
  const undone = await send<Changed>(second, '/api/admin/scoring/undo', { version, reason: 'a mistake' })
  expect(undone.pending).toBe(true)
  const { operations } = first.core
  const id = operations?.start('replay').id ?? ''
  await repairReadings()
  await vi.waitFor(() => expect(operations?.find(id)?.state).toBe('done'), { timeout: 20_000 })
  await untilShown([
    ['ada', 30],
    ['bob', 10],
  ])
  for (const finish of watches) expect((await finish()).faults).toEqual([])
  await expectFoldOfLog()
})
