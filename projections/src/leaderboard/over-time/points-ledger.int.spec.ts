import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { movingStore } from '@thirty/projections/testing/moving-board.ts'
import { expect, test } from 'vitest'
import { leaderboardProjection } from '../projection.ts'
import { pointsLedger } from './points-ledger.ts'

const projection = leaderboardProjection(firstHistory)
const ada = userIdOf('Ada')
const day1 = projectEvents('Ada', 1)
const community = (name: string) =>
  day1.rated(name, equalCriteria(1), { official: false, feedback: 'f'.repeat(5_000) })
const given = [personEvents('Ada').registered(), day1.submitted(), day1.rated('Root', equalCriteria(4))]

/** Sets up a ledger whose log and leaderboard can move on, and which counts the streams that it reads. */
async function setUp() {
  const { store, add } = await movingStore(projection, given)
  const log = recordedLog(given)
  const reads = { count: 0, failure: undefined as Error | undefined }
  const read: typeof log.read = async function* read(...args) {
    reads.count += 1
    if (reads.failure) throw reads.failure
    yield* log.read(...args)
  }
  const readModels = { leaderboard: projection }
  const ledger = pointsLedger(
    contextWith({ log: { read }, store, readModels, history: firstHistory, frozenAt: async () => undefined }),
  )
  const addToBoth = async (...more: readonly GivenEvent[]) => {
    log.give(...more)
    await add(...more)
  }
  return { ledger, reads, log, addToBoth }
}

test('reads the log once until the total changes, regardless of what happens to the projects', async () => {
  const { ledger, reads, addToBoth } = await setUp()
  const first = await ledger(ada)
  expect(reads.count).toBe(31)
  const reactions = Array.from({ length: 50 }, (_, index) => community(`P${index}`))
  await addToBoth(...reactions)
  expect(await ledger(ada)).toEqual(first)
  expect(reads.count).toBe(31)
  await addToBoth(day1.rated('Root', equalCriteria(5)))
  expect((await ledger(ada))?.map(({ total }) => total)).toEqual([5, 45, 55])
  expect(reads.count).toBe(62)
})

test('ends with the total of the leaderboard, even if the log is ahead', async () => {
  const { ledger, log } = await setUp()
  log.give(day1.rated('Root', equalCriteria(5)))
  expect((await ledger(ada))?.at(-1)).toMatchObject({ total: 45 })
})

test('requests at the same time share one computation, and a failure is not kept', async () => {
  const { ledger, reads } = await setUp()
  reads.failure = new Error('The log is unavailable.')
  await expect(ledger(ada)).rejects.toThrow('unavailable')
  reads.failure = undefined
  reads.count = 0
  const [one, two] = await Promise.all([ledger(ada), ledger(ada)])
  expect(one).toEqual(two)
  expect(reads.count).toBe(31)
})
