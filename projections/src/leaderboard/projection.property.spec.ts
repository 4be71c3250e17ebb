import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { countedAverage, defaultScoring, type Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { calculateRatingAverage, calculateScore } from '@thirty/contracts/leaderboard/points.ts'
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
type ModelProject = { status: string; ratings: Map<string, number> }

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
      projects.set(key, { status: 'submitted', ratings: present?.ratings ?? new Map<string, number>() })
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
  return { projection, scoring, givenEvents, standings: standings.sort(compareStandings), projects }
}

const scoreOfName = (name: string, projects: ReadonlyMap<string, ModelProject>, scoring: Scoring) =>
  calculateScore(
    [...projects].flatMap(([key, { status, ratings }]) => {
      const [owner, day] = key.split(' ')
      if (owner !== name || status === 'rejected') return []
      const officialAverages = [...ratings].map(([rater, average]) =>
        countedAverage({ rater: personEvents(rater).id, average }, scoring),
      )
      return [{ day: Number(day), officialAverages }]
    }),
    scoring.weights,
  )

const histories = fc.tuple(fc.array(step, { maxLength: 60 }), anyScoring).map(historyOf)

test('after any history scores follow the rules', () => {
  fc.assert(
    fc.property(histories, ({ projection, scoring, givenEvents, projects }) => {
      const documents = documentsAfter(projection, givenEvents)
      for (const name of names)
        expect(documents.get(personEvents(name).id)?.score).toEqual(scoreOfName(name, projects, scoring))
    }),
  )
})

test('after any history the order follows the rules, and points add up to the totals', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ projection, givenEvents, standings }) => {
      const store = await storeAfter([projection], givenEvents)
      const ranked = await store.range<Participant>(projection, 'points', { offset: 0, limit: 100 })
      expect(ranked.map(({ id, document }) => [id, document.reached])).toEqual(
        standings.map(({ id, reachedPosition: reached }) => [id, sortablePosition(reached)]),
      )
      const total = standings.reduce((sum, { totalPoints }) => sum + totalPoints, 0)
      expect(-(await store.sum(projection, 'points'))).toBeCloseTo(total, 6)
    }),
  )
})

test('after any history equal values are listed in rank order', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ projection, givenEvents, standings }) => {
      const store = await storeAfter([projection], givenEvents)
      const rankOf = (id: string) => standings.findIndex((standing) => standing.id === id)
      for (const index of ['projects', 'quality', 'streak'] as const) {
        const listed = await store.range<Participant>(projection, index, { offset: 0, limit: 100 })
        const expected = [...listed].sort(
          (left, right) =>
            right.document.score[index] - left.document.score[index] || rankOf(left.id) - rankOf(right.id),
        )
        expect(listed).toEqual(expected)
      }
    }),
  )
})

test('after any history the latest standings give the final order, and the ledger adds up to the total', () => {
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
      for (const [id, { score }] of documents) {
        const ledger = foldLedger(projection, recordedEvents(givenEvents), id, scoring)
        const sum = ledger.reduce((total, { change }) => total + change, 0)
        expect(sum).toBeCloseTo(score.totalPoints, 6)
        expect(ledger.at(-1)?.total ?? 0).toBe(score.totalPoints)
      }
    }),
  )
})
