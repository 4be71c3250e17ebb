import { calculateRatingAverage, calculateScore } from '@thirty/contracts/rules/points.ts'
import { compareStandings, sortablePosition, type Standing } from '@thirty/contracts/rules/rank.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { foldLedger } from './history/points-ledger.ts'
import { numericRankKey, rankKey, type Participant } from './participant.ts'
import { leaderboardProjection } from './projection.ts'

const view = leaderboardProjection(1)
const names = ['Ada', 'Bob', 'Cleo', 'Dan']
const raters = ['Root', 'Rita']

type Step = { name: string; day: number; what: string; rater: string; stars: number; hour: number }
const step: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...names),
  day: fc.integer({ min: 1, max: 4 }),
  what: fc.constantFrom(
    'hand-in',
    'hand-in',
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

/** What is known by hand about a project. */
type Known = { status: string; ratings: Map<string, number> }

/** A history in which every step is possible, and what a naive reader makes of it. */
function historyOf(steps: readonly Step[]) {
  const story: GivenEvent[] = names.map((name) =>
    personEvents(name).registered({}, '2026-01-01T00:00:00.000Z'),
  )
  const projects = new Map<string, Known>()
  const statuses = new Map(names.map((name) => [name, 'active']))
  const reached = new Map(names.map((name, at) => [name, { total: 0, position: BigInt((at + 1) * 10) }]))
  let now = Date.parse('2026-01-01T00:00:00.000Z')

  for (const { name, day, what, rater, stars: given, hour } of steps) {
    now += hour * 3_600_000
    const key = `${name} ${day}`
    const present = projects.get(key)
    const project = projectEvents(name, day)
    const isOpen = present?.status === 'submitted'
    if (what === 'hand-in') {
      if (present?.status === 'approved') continue
      story.push(present ? project.revised() : project.submitted())
      projects.set(key, { status: 'submitted', ratings: present?.ratings ?? new Map<string, number>() })
    } else if (what === 'status') {
      const status = statuses.get(name) === 'active' ? 'inactive' : 'active'
      story.push(personEvents(name).status(status))
      statuses.set(name, status)
    } else if (!present) continue
    else if (what === 'like') story.push(project.liked(rater))
    else if (what === 'rate' && present.status !== 'rejected') {
      const official = raters.includes(rater)
      const criteria = { ...equalCriteria(given), design: 5 }
      story.push(project.rated(rater, criteria, { official }))
      if (official) present.ratings.set(rater, calculateRatingAverage(criteria))
    } else if (what === 'withdraw' && present.status !== 'approved') {
      story.push(project.withdrawn())
      projects.delete(key)
    } else if (what === 'approve' && isOpen) {
      story.push(project.approved())
      present.status = 'approved'
    } else if (what === 'reject' && isOpen) {
      story.push(project.rejected())
      present.status = 'rejected'
    } else continue
    const told = story.at(-1)
    if (told) told.at = new Date(now).toISOString()
    const total = scoreOfName(name, projects).totalPoints
    if (reached.get(name)?.total !== total) reached.set(name, { total, position: BigInt(story.length * 10) })
  }
  const standings = names
    .filter((name) => statuses.get(name) === 'active')
    .map((name): Standing => {
      const { totalPoints, projects: count } = scoreOfName(name, projects)
      const position = reached.get(name)?.position ?? 0n
      return { totalPoints, projects: count, reachedPosition: position, id: personEvents(name).id }
    })
  return { story, standings: standings.sort(compareStandings), projects }
}

const scoreOfName = (name: string, projects: ReadonlyMap<string, Known>) =>
  calculateScore(
    [...projects].flatMap(([key, { status, ratings }]) => {
      const [whose, day] = key.split(' ')
      if (whose !== name || status === 'rejected') return []
      return [{ day: Number(day), officialAverages: [...ratings.values()] }]
    }),
  )

const histories = fc.array(step, { maxLength: 60 }).map(historyOf)

test('after any history the score is what the rules make of what counts', () => {
  fc.assert(
    fc.property(histories, ({ story, projects }) => {
      const documents = documentsAfter(view, story)
      for (const name of names)
        expect(documents.get(personEvents(name).id)?.score).toEqual(scoreOfName(name, projects))
    }),
  )
})

test('after any history the board is in the order of the rules, and sums up to its totals', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ story, standings }) => {
      const store = await storeAfter([view], story)
      const ranked = await store.range<Participant>(view, 'points', { offset: 0, limit: 100 })
      expect(ranked.map(({ id, document }) => [id, document.reached])).toEqual(
        standings.map(({ id, reachedPosition: reached }) => [id, sortablePosition(reached)]),
      )
      const total = standings.reduce((sum, { totalPoints }) => sum + totalPoints, 0)
      expect(-(await store.sum(view, 'points'))).toBeCloseTo(total, 6)
    }),
  )
})

test('after any history equal values are listed in rank order', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ story, standings }) => {
      const store = await storeAfter([view], story)
      const rankOf = (id: string) => standings.findIndex((standing) => standing.id === id)
      for (const index of ['projects', 'quality', 'streak'] as const) {
        const listed = await store.range<Participant>(view, index, { offset: 0, limit: 100 })
        const expected = [...listed].sort(
          (left, right) =>
            right.document.score[index] - left.document.score[index] || rankOf(left.id) - rankOf(right.id),
        )
        expect(listed).toEqual(expected)
      }
    }),
  )
})

test('after any history everybody knows where they stood at its end, and the ledger adds up to the total', () => {
  fc.assert(
    fc.property(histories, ({ story, standings }) => {
      const documents = documentsAfter(view, story)
      const byLastPlace = [...documents]
        .flatMap(([id, { latest }]) => {
          const { score, reached } = latest
          return score
            ? [{ id, place: rankKey({ score, reached }), number: numericRankKey({ score, reached }) }]
            : []
        })
        .sort((left, right) => (left.place < right.place ? -1 : 1))
      expect(byLastPlace.map(({ id }) => id)).toEqual(standings.map(({ id }) => id))
      const byNumber = [...byLastPlace].sort((left, right) => left.number - right.number)
      expect(byNumber).toEqual(byLastPlace)
      for (const [id, { score }] of documents) {
        const ledger = foldLedger(view, recordedEvents(story), id)
        const sum = ledger.reduce((total, { change }) => total + change, 0)
        expect(sum).toBeCloseTo(score.totalPoints, 6)
        expect(ledger.at(-1)?.total ?? 0).toBe(score.totalPoints)
      }
    }),
  )
})
