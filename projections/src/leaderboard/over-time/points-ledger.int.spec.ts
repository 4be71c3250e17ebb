import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
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
  let events: readonly RecordedEvent[] = []
  let store: ReadModelStore | undefined
  const reads = { count: 0, failure: undefined as Error | undefined }
  const log: Pick<EventLog, 'read'> = {
    read: async function* read(stream) {
      reads.count += 1
      await Promise.resolve()
      if (reads.failure) throw reads.failure
      yield* events.filter((event) => event.stream === stream)
    },
  }
  /** The leaderboard has applied `applied`; the log already has `later` events, too. */
  const moveTo = async (applied: readonly GivenEvent[], later: readonly GivenEvent[] = []) => {
    const next = await storeAfter([projection], applied)
    events = recordedEvents([...applied, ...later])
    store = next
  }
  await moveTo(given)
  const current = () => {
    if (store === undefined) throw new Error('There is no store yet.')
    return store
  }
  const ledger = pointsLedger({
    log,
    // The build is the same, as if the runner had applied the events to it.
    store: {
      ...current(),
      liveBuild: async () => ({
        build: { ...projection, build: 'b1' },
        checkpoint: 0n,
        seen: nothingSeen,
        epoch: 'e1',
      }),
      load: (key, ids) => current().load(key, ids),
    },
    projection,
    history: firstHistory,
  })
  return { ledger, reads, moveTo }
}

test('reads the log once until the total changes, regardless of what happens to the projects', async () => {
  const { ledger, reads, moveTo } = await setUp()
  const first = await ledger(ada)
  expect(reads.count).toBe(31)
  const reactions = Array.from({ length: 50 }, (_, index) => community(`P${index}`))
  await moveTo([...given, ...reactions])
  expect(await ledger(ada)).toEqual(first)
  expect(reads.count).toBe(31)
  await moveTo([...given, ...reactions, day1.rated('Root', equalCriteria(5))])
  expect((await ledger(ada))?.map(({ total }) => total)).toEqual([5, 45, 55])
  expect(reads.count).toBe(62)
})

test('ends with the total of the leaderboard, even if the log is ahead', async () => {
  const { ledger, moveTo } = await setUp()
  await moveTo(given, [day1.rated('Root', equalCriteria(5))])
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
