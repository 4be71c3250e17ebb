import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { countedAverage, defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import {
  calculateMean,
  calculateRatingAverage,
  calculateScore,
} from '@thirty/contracts/leaderboard/points.ts'
import { compareStandings, sortablePosition, type RankedScore } from '@thirty/contracts/leaderboard/rank.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { foldLedger } from './over-time/points-ledger.ts'
import { isRanked, numericRankKey, rankKey, rankKeyOfEntry, type Participant } from './participant.ts'
import { boardIndexEntries, leaderboardProjection } from './projection.ts'

const names = ['Ada', 'Bob', 'Cleo', 'Dan']
const raters = ['Root', 'Rita']

type Step = { name: string; day: number; what: string; rater: string; stars: number; hour: number }
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names),
  day: fc.integer({ min: 1, max: 4 }),
  what: fc.constantFrom(
    'submit',
    'submit',
    'approve',
    'reject',
    'withdraw',
    'rate',
    'rate',
    'like',
    'status',
  ),
  rater: fc.constantFrom(...raters, 'Zoe'),
  stars: fc.integer({ min: 0, max: 5 }),
  hour: fc.integer({ min: 0, max: 30 }),
})

/** A project as the naive model of this spec sees it. */
type ModelProject = { status: string; ratings: Map<string, number>; at: number }

const weight = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10)
const changedScoring: fc.Arbitrary<Scoring> = fc.record({
  weights: fc
    .record({ projects: weight, quality: weight, streak: weight })
    .filter(({ projects, quality, streak }) => projects + quality + streak > 0),
  excluded: fc.subarray(names.map((name) => personEvents(name).id)),
  scales: fc.constantFrom(undefined, {
    all: { ratings: 12, mean: 3, deviation: 1 },
    byReviewer: {
      [personEvents('Root').id]: { ratings: 6, mean: 2, deviation: 0.5 },
      [personEvents('Rita').id]: { ratings: 6, mean: 4, deviation: 1.5 },
    },
  }),
})
const anyScoring = fc.oneof(fc.constant(defaultScoring), changedScoring)

const historyWith = (scoring: Scoring): History =>
  scoring === defaultScoring ? firstHistory : [{ run: 1, scorings: [{ position: 0n, time: 0, scoring }] }]

/** Returns the events of all steps that are possible, and the standings with a scoring by a naive model. */
function historyOf([steps, scoring]: readonly [readonly Step[], Scoring]) {
  const projection = leaderboardProjection(historyWith(scoring))
  const givenEvents: GivenEvent[] = names.map((name) =>
    personEvents(name).registered({}, '2026-01-01T00:00:00.000Z'),
  )
  const projects = new Map<string, ModelProject>()
  const statuses = new Map(names.map((name) => [name, 'active']))
  const reached = new Map(
    names.map((name, index) => [name, { total: 0, position: BigInt((index + 1) * 10) }]),
  )
  let now = Date.parse('2026-01-01T00:00:00.000Z')

  for (const { name, day, what, rater, stars, hour } of steps) {
    now += hour * 3_600_000
    const key = `${name} ${day}`
    const present = projects.get(key)
    const project = projectEvents(name, day)
    const isOpen = present?.status === 'submitted'
    if (what === 'submit') {
      if (present?.status === 'approved') continue
      givenEvents.push(present ? project.revised() : project.submitted())
      projects.set(key, { ratings: new Map(), at: now, ...present, status: 'submitted' })
    } else if (what === 'status') {
      const status = statuses.get(name) === 'active' ? 'inactive' : 'active'
      givenEvents.push(personEvents(name).status(status))
      statuses.set(name, status)
    } else if (!present) continue
    else if (what === 'like') givenEvents.push(project.liked(rater))
    else if (what === 'rate' && present.status !== 'rejected') {
      const official = raters.includes(rater)
      const criteria = { ...equalCriteria(stars), design: 5 }
      givenEvents.push(project.rated(rater, criteria, { official }))
      if (official) present.ratings.set(rater, calculateRatingAverage(criteria))
    } else if (what === 'withdraw' && present.status !== 'approved') {
      givenEvents.push(project.withdrawn())
      projects.delete(key)
    } else if (what === 'approve' && isOpen) {
      givenEvents.push(project.approved())
      present.status = 'approved'
    } else if (what === 'reject' && isOpen) {
      givenEvents.push(project.rejected())
      present.status = 'rejected'
    } else continue
    const latestEvent = givenEvents.at(-1)
    if (latestEvent) latestEvent.at = new Date(now).toISOString()
    const total = scoreOfName(name, projects, scoring).totalPoints
    if (reached.get(name)?.total !== total)
      reached.set(name, { total, position: BigInt(givenEvents.length * 10) })
  }
  const standings = names
    .filter((name) => statuses.get(name) === 'active' && !scoring.excluded.includes(personEvents(name).id))
    .map((name): RankedScore => {
      const { totalPoints, projects: count } = scoreOfName(name, projects, scoring)
      const position = reached.get(name)?.position ?? 0n
      return { totalPoints, projects: count, reachedPosition: position, id: personEvents(name).id }
    })
  return { projection, scoring, givenEvents, standings: standings.sort(compareStandings), projects, now }
}

const averagesOf = (ratings: ReadonlyMap<string, number>, scoring: Scoring) =>
  [...ratings].map(([rater, average]) => countedAverage({ rater: personEvents(rater).id, average }, scoring))
const meanOf = (ratings: ReadonlyMap<string, number>, scoring: Scoring) =>
  calculateMean(averagesOf(ratings, scoring))

const scoreOfName = (name: string, projects: ReadonlyMap<string, ModelProject>, scoring: Scoring) =>
  calculateScore(
    [...projects].flatMap(([key, { status, ratings }]) => {
      const [owner, day] = key.split(' ')
      if (owner !== name || status === 'rejected') return []
      const officialAverages = averagesOf(ratings, scoring)
      return [{ day: Number(day), officialAverages }]
    }),
    scoring.weights,
  )

const histories = fc.tuple(fc.array(step, { minLength: 20, maxLength: 60 }), anyScoring).map(historyOf)

test('after any history the scores and the order follow the rules, equal values are listed in rank order, and sums count who is ranked', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ projection, scoring, givenEvents, standings, projects, now }) => {
      const documents = documentsAfter(projection, givenEvents)
      for (const name of names)
        expect(documents.get(personEvents(name).id)?.score).toEqual(scoreOfName(name, projects, scoring))
      const store = await storeAfter([projection], givenEvents)
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
      const ranked = new Set(standings.map(({ id }) => id))
      const counted = [...projects].flatMap(([key, { status, ratings, at }]) =>
        ranked.has(personEvents(key.split(' ')[0] ?? '').id) && status !== 'rejected'
          ? [{ ratings, at }]
          : [],
      )
      const rated = counted.filter(({ ratings }) => ratings.size > 0)
      const today = calendarDay(now, 'UTC')
      const sums = ['points', 'rated', 'stars', `handed-in:${today}`].map((name) =>
        store.sum(projection, name),
      )
      const expected = [
        -standings.reduce((sum, { totalPoints }) => sum + totalPoints, 0),
        rated.length,
        rated.reduce((sum, { ratings }) => sum + meanOf(ratings, scoring), 0),
        counted.filter(({ at }) => calendarDay(at, 'UTC') === today).length,
      ]
      for (const [index, sum] of (await Promise.all(sums)).entries())
        expect(sum).toBeCloseTo(expected[index] ?? Number.NaN, 6)
    }),
  )
})

test('after any history the latest standings give the final order, each date has one, and the ledger adds up to the total', () => {
  fc.assert(
    fc.property(histories, ({ projection, scoring, givenEvents, standings }) => {
      const documents = documentsAfter(projection, givenEvents)
      const byLatest = [...documents]
        .flatMap(([id, { latest }]) => {
          const { score, reached } = latest
          return score
            ? [{ id, key: rankKey({ score, reached }), number: numericRankKey({ score, reached }) }]
            : []
        })
        .sort((left, right) => (left.key < right.key ? -1 : 1))
      expect(byLatest.map(({ id }) => id)).toEqual(standings.map(({ id }) => id))
      for (const participant of [...documents.values()].filter(isRanked)) {
        const { score = NaN, tiebreaker = '' } = boardIndexEntries(participant)['points'] ?? {}
        expect(rankKeyOfEntry({ score, tiebreaker })).toBe(rankKey(participant))
      }
      const byNumber = [...byLatest].sort((left, right) => left.number - right.number)
      expect(byNumber).toEqual(byLatest)
      for (const [id, { score, latest, history }] of documents) {
        const dates = [...history, latest].map(({ date }) => date)
        expect(dates).toEqual([...new Set(dates)].toSorted())
        const ledger = foldLedger(projection, recordedEvents(givenEvents), id, scoring)
        const sum = ledger.reduce((total, { change }) => total + change, 0)
        expect(sum).toBeCloseTo(score.totalPoints, 6)
        expect(ledger.at(-1)?.total ?? 0).toBe(score.totalPoints)
      }
    }),
  )
})
