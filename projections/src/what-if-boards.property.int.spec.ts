import type { History } from '@thirty/contracts/challenge/history.ts'
import { ratingScales, type RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import {
  conflictChanges,
  judgedWithoutProjection,
} from '@thirty/projections/testing/judged-without-projection.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RankedBoard } from './leaderboard/folded-boards.ts'
import type { Participant } from './leaderboard/participant.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { whatIfBoards } from './what-if-boards.ts'

const weight = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10)
const scale = fc.record({
  ratings: fc.integer({ min: 1, max: 9 }),
  mean: fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10),
  deviation: fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10),
})
const anyScoring: fc.Arbitrary<Scoring> = fc.record({
  weights: fc.oneof(
    fc.record({ projects: weight, quality: weight, streak: weight }),
    // Many participants with the same points.
    fc.constantFrom({ projects: 1, quality: 0, streak: 0 }, { projects: 0, quality: 0.1, streak: 0 }),
  ),
  excluded: fc.subarray(['Ada', 'Bob', 'Cleo', 'Dan'].map(userIdOf)),
  scales: fc.option(
    fc.record({
      all: scale,
      byReviewer: fc.record({ [userIdOf('Root')]: scale, [userIdOf('Rita')]: scale }),
    }),
    { nil: undefined },
  ),
})

/** Elsie becomes an admin; one of her projects counts for the scales, another one is rejected. */
const eventsOfElsie = (run: number): GivenEvent[] => {
  const [first, second] = [projectEvents('Elsie', 1, run), projectEvents('Elsie', 2, run)]
  return [
    personEvents('Elsie').registered(),
    ...[first, second].flatMap((project) => [project.submitted(), project.rated('Root', equalCriteria(5))]),
    second.rejected(),
    personEvents('Elsie').event('AdminRightsGranted', {}),
  ]
}

const anyChallenge = randomChallenges(80, 20, 'grant').map(({ events, run }): readonly GivenEvent[] => [
  ...events,
  ...eventsOfElsie(run),
])

const historyAfter = (events: readonly GivenEvent[]): History => currentRunAfter(events).history

/** The leaderboard that the projection makes of the same events. */
async function boardOf(events: readonly GivenEvent[], [own, ...parents]: History, scoring: Scoring) {
  const scored: History = [{ ...own, scorings: [{ position: 0n, time: 0, scoring }] }, ...parents]
  const projection = leaderboardProjection(scored)
  const store = await storeAfter([projection], events)
  const rows = await store.range<Participant>(projection, 'points', { offset: 0, limit: 100 })
  return rows.flatMap(({ id, rank, document: { score } }) =>
    score.projects > 0 ? [{ id, rank: rank + 1, totalPoints: score.totalPoints }] : [],
  )
}

const rowsOf = (board: RankedBoard) =>
  [...board.values()].map(({ id, rank, participant: { score } }) => ({
    id,
    rank,
    totalPoints: score.totalPoints,
  }))

const whatIfOf = (log: EventLog, history: History) => {
  const whatIf = whatIfBoards({ log, timeZone: 'UTC' })
  return {
    boards: (inForce: Scoring, otherOf: (scales: () => Promise<RatingScales>) => Promise<Scoring>) =>
      whatIf.at(history, inForce, otherOf),
    scalesAt: whatIf.scalesAt,
  }
}

test('the comparison of any run has the leaderboard that the projection makes with any scoring', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyChallenge,
      anyScoring,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (events, scoring, share) => {
        const history = historyAfter(events)
        // The second part is read from where the first one has ended.
        const half = Math.floor(events.length * share)
        const log = recordedLog(events.slice(0, half))
        const whatIf = whatIfOf(log, history)
        await whatIf.boards(defaultScoring, async () => scoring)
        log.give(...events.slice(half))
        const { now, after } = await whatIf.boards(defaultScoring, async () => scoring)
        expect(rowsOf(now)).toEqual(await boardOf(events, history, defaultScoring))
        expect(now.has(userIdOf('Elsie'))).toBe(false)
        expect(rowsOf(after)).toEqual(await boardOf(events, history, scoring))
      },
    ),
    { numRuns: randomRuns(80, 1_000) },
  )
})

test('the scales of any run with any conflicts of interest, at any position, are those of the judging', async () => {
  const share = fc.double({ min: 0.5, max: 1, noNaN: true })
  await fc.assert(
    fc.asyncProperty(anyChallenge, conflictChanges, share, async (given, conflicts, at) => {
      const events = [...given, ...conflicts]
      const history = historyAfter(events)
      const count = Math.round(events.length * at)
      const scales = await whatIfOf(recordedLog(events), history).scalesAt(BigInt(count * 10))
      const judged = judgedWithoutProjection(recordedEvents(events.slice(0, count)), history)
      const expected = ratingScales(judged.projects.flatMap(({ counted }) => counted))
      expect(Object.keys(scales.byReviewer).toSorted()).toEqual(Object.keys(expected.byReviewer).toSorted())
      for (const [reviewer, scale] of Object.entries(scales.byReviewer)) {
        expect(scale.ratings).toBe(expected.byReviewer[reviewer]?.ratings)
        expect(scale.mean).toBeCloseTo(expected.byReviewer[reviewer]?.mean ?? Number.NaN, 8)
      }
    }),
    { numRuns: randomRuns(80, 1_000) },
  )
})

test('a log that cannot be read fails one comparison, and the next one counts nothing twice', async () => {
  const project = projectEvents('Ada', 1)
  const log = recordedLog([
    personEvents('Ada').registered(),
    project.submitted(),
    project.rated('Root', equalCriteria(5)),
  ])
  let isBroken = true
  const failing: EventLog = {
    ...log,
    readAll: async function* (range) {
      let count = 0
      for await (const events of log.readAll({ ...range, batch: 2 })) {
        if (isBroken && ++count > 1) throw new Error('the log is away')
        yield events
      }
    },
  }
  const whatIf = whatIfOf(failing, [{ run: 1 }])
  const boards = () => whatIf.boards(defaultScoring, async () => defaultScoring)
  await expect(boards()).rejects.toThrow('the log is away')
  isBroken = false
  expect(rowsOf((await boards()).now)).toMatchObject([{ totalPoints: 55 }])
})
