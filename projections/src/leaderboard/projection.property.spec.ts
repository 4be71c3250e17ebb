import type { History } from '@thirty/contracts/challenge/history.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { countedAverage, defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { calculateMean } from '@thirty/contracts/leaderboard/points.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personEvents } from '@thirty/projections/testing/event-builders.ts'
import {
  currentRunAfter,
  documentsAfter,
  recordedEvents,
  storeAfter,
} from '@thirty/projections/testing/fold-events.ts'
import {
  calculateScore,
  judgedWithoutProjection,
  type FoldedProject,
} from '@thirty/projections/testing/judged-without-projection.ts'
import { randomChallenges, type RandomChallenge } from '@thirty/projections/testing/random-challenge.ts'
import { foldLedger } from './over-time/points-ledger.ts'
import { numericRankKey, pointsWith, rankKey, type Participant } from './participant.ts'
import { leaderboardProjection } from './projection.ts'

const ids = ['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => personEvents(name).id)
/** A project that is worth nothing ranks before everybody without one. */
const weight = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10),
)
const changedScoring: fc.Arbitrary<Scoring> = fc.record({
  weights: fc
    .record({ projects: weight, quality: weight, streak: weight })
    .filter(({ projects, quality, streak }) => projects + quality + streak > 0),
  excluded: fc.subarray(ids),
  scales: fc.constantFrom(undefined, {
    all: { ratings: 12, mean: 3, deviation: 1 },
    byReviewer: {
      [personEvents('Root').id]: { ratings: 6, mean: 2, deviation: 0.5 },
      [personEvents('Rita').id]: { ratings: 6, mean: 4, deviation: 1.5 },
    },
  }),
})

/** Returns a challenge in which this scoring is in force, and its standings in the simplest way: the sums anew after each event. */
function historyOf([{ events: given }, scoring]: readonly [RandomChallenge, Scoring]) {
  const [run, ...parents] = currentRunAfter(given).history
  const changes = scoring === defaultScoring ? {} : { scorings: [{ position: 0n, time: 0, scoring }] }
  const history: History = [{ ...run, ...changes }, ...parents]
  const events = recordedEvents(given)
  const averagesOf = ({ all }: FoldedProject) =>
    all.map(({ reviewer, average }) => countedAverage({ rater: reviewer, average }, scoring))
  const scoreOf = (id: string, among: readonly FoldedProject[]) => {
    const own = among.filter(({ owner }) => owner === id)
    return calculateScore(
      own.map((project) => ({ day: project.day, officialAverages: averagesOf(project) })),
      scoring.weights,
    )
  }
  const statuses = new Map<string, string>()
  const reached = new Map<string, { total: number; position: bigint }>()
  for (const [index, { stream, type, data, position }] of events.entries()) {
    const id = ids.find((user) => stream === `user-${user}`)
    if (id && type === 'UserRegistered') {
      statuses.set(id, 'active')
      reached.set(id, { total: 0, position })
    }
    if (id && type === 'UserStatusChanged') statuses.set(id, (data as { status: string }).status)
    const { projects } = judgedWithoutProjection(events.slice(0, index + 1), history)
    for (const [user, before] of reached) {
      const total = scoreOf(user, projects).totalPoints
      if (total !== before.total) reached.set(user, { total, position })
    }
  }
  const { projects } = judgedWithoutProjection(events, history)
  const standings = [...reached]
    .filter(([id]) => statuses.get(id) === 'active' && !scoring.excluded.includes(id))
    .map(([id, { position }]) => ({ ...scoreOf(id, projects), reachedPosition: position, id }))
    .sort(
      (left, right) =>
        Number(right.projects > 0) - Number(left.projects > 0) ||
        right.totalPoints - left.totalPoints ||
        Number(left.reachedPosition - right.reachedPosition),
    )
  return {
    projection: leaderboardProjection(history),
    unchanged: leaderboardProjection([run, ...parents]),
    scoring,
    given,
    standings,
    scoreOf: (id: string) => scoreOf(id, projects),
    scored: projects
      .filter(({ owner }) => standings.some(({ id }) => id === owner))
      .map((project) => ({ at: project.at, averages: averagesOf(project) })),
    now: Date.parse(given.at(-1)?.at ?? ''),
  }
}

const histories = fc
  .tuple(randomChallenges(60, 20), fc.oneof(fc.constant(defaultScoring), changedScoring))
  .map(historyOf)

test('after any history the scores and the order follow the rules, equal values are listed in rank order, and sums count who is ranked', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ projection, given, standings, scoreOf, scored, now }) => {
      for (const [id, { score }] of documentsAfter(projection, given)) expect(score).toEqual(scoreOf(id))
      const store = await storeAfter([projection], given)
      const listed = (index: string) => store.range<Participant>(projection, index, { offset: 0, limit: 100 })
      expect((await listed('points')).map(({ id, document }) => [id, document.reached])).toEqual(
        standings.map(({ id, reachedPosition: reached }) => [id, sortablePosition(reached)]),
      )
      const rankOf = (id: string) => standings.findIndex((standing) => standing.id === id)
      for (const index of ['projects', 'quality', 'streak'] as const) {
        const found = await listed(index)
        const expected = [...found].sort(
          (left, right) =>
            right.document.score[index] - left.document.score[index] || rankOf(left.id) - rankOf(right.id),
        )
        expect(found).toEqual(expected)
      }
      const rated = scored.filter(({ averages }) => averages.length > 0)
      const today = calendarDay(now, 'UTC')
      const expected = {
        points: -standings.reduce((sum, { totalPoints }) => sum + totalPoints, 0),
        rated: rated.length,
        stars: rated.reduce((sum, { averages }) => sum + calculateMean(averages), 0),
        [`handed-in:${today}`]: scored.filter(({ at }) => calendarDay(at, 'UTC') === today).length,
      }
      for (const [index, sum] of Object.entries(expected))
        expect(await store.sum(projection, index)).toBeCloseTo(sum, 6)
    }),
  )
})

test('the points with another scoring are those of a leaderboard with that scoring', () => {
  fc.assert(
    fc.property(histories, ({ unchanged, given, scoring, scoreOf }) => {
      for (const [id, participant] of documentsAfter(unchanged, given))
        expect(pointsWith(participant, { timeZone: 'UTC', scoring })).toBe(scoreOf(id).totalPoints)
    }),
  )
})

test('after any history the latest standings give the final order, each date has one, and the ledger adds up to the total', () => {
  fc.assert(
    fc.property(histories, ({ projection, scoring, given, standings }) => {
      const documents = documentsAfter(projection, given)
      const byLatest = [...documents]
        .flatMap(([id, { latest }]) => {
          const { score, reached } = latest
          return score
            ? [{ id, key: rankKey({ score, reached }), number: numericRankKey({ score, reached }) }]
            : []
        })
        .sort((left, right) => (left.key < right.key ? -1 : 1))
      expect(byLatest.map(({ id }) => id)).toEqual(standings.map(({ id }) => id))
      expect(byLatest.toSorted((left, right) => left.number - right.number)).toEqual(byLatest)
      for (const [id, { score, latest, history }] of documents) {
        const dates = [...history, latest].map(({ date }) => date)
        expect(dates).toEqual([...new Set(dates)].toSorted())
        const ledger = foldLedger(projection, recordedEvents(given), id, scoring)
        const sum = ledger.reduce((total, { change }) => total + change, 0)
        expect(sum).toBeCloseTo(score.totalPoints, 6)
        expect(ledger.at(-1)?.total ?? 0).toBe(score.totalPoints)
      }
    }),
  )
})
