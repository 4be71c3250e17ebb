import { judgingResponse } from '@thirty/contracts/judging/api.ts'
import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { ratingScales, type OfficialRating } from '@thirty/contracts/judging/normalised-score.ts'
import { conflictEvent, userIdOf, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, recordedEvents, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { judgedWithoutProjection } from '@thirty/projections/testing/judged-without-projection.ts'
import { judgingProjection } from './projection.ts'
import { judgingQueries } from './query.ts'

const names = ['Ada', 'Bob', 'Cleo', 'Dan']
const reviewers = ['Root', 'Rita']

/** Declarations and withdrawals of conflicts. They come after the challenge, whose backups name positions. */
const conflictChanges = fc.array(
  fc.record({
    admin: fc.constantFrom(...reviewers),
    participant: fc.constantFrom(...names),
    isDeclared: fc.boolean(),
  }),
  { maxLength: 8 },
)

const withConflicts = (
  events: readonly GivenEvent[],
  changes: readonly { admin: string; participant: string; isDeclared: boolean }[],
): GivenEvent[] => {
  const conflicts = changes.map(({ admin, participant, isDeclared }) =>
    conflictEvent(admin, isDeclared ? 'ConflictDeclared' : 'ConflictWithdrawn', {
      participant: userIdOf(participant),
    }),
  )
  return [...events, ...conflicts]
}

const overviewOf = async (events: readonly GivenEvent[]) => {
  const projection = judgingProjection(currentRunAfter(events).history)
  const store = await storeAfter([projection], events)
  const response = await judgingQueries({
    weights: defaultScoring.weights,
    store,
    readModel: projection,
    personSummaries: async () => (id) => ({ id, name: id, username: null, avatar: null }),
    projectSummaries: async () => new Map(),
    loadOptions: async () => ({ ...defaultOptions, wantedRatings: 2 }),
    loadBoard: async () => [],
  }).overview({ id: 'nobody', role: 'reviewer' })
  await store.close()
  expect(judgingResponse.parse(response)).toEqual(response)
  return response
}

test('the figures of the read model are those of a fold over all events from the beginning', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(80, 30), conflictChanges, async (challenge, changes) => {
      const events = withConflicts(challenge.events, changes)
      const response = await overviewOf(events)
      const expected = judgedWithoutProjection(recordedEvents(events), currentRunAfter(events).history)
      const given = expected.projects.flatMap(({ counted }) => counted) satisfies OfficialRating[]
      const scales = ratingScales(given)
      expect(Object.keys(response.scales.byReviewer).toSorted()).toEqual(
        Object.keys(scales.byReviewer).toSorted(),
      )
      for (const { reviewer, ratings, mean, deviation, bias, distribution, outliers } of response.reviewers) {
        const scale = scales.byReviewer[reviewer._id]
        const differences = expected.differencesOf(reviewer._id)
        expect({ ratings, outliers }).toEqual({
          ratings: scale?.ratings,
          outliers: differences.filter((stars) => Math.abs(stars) > 2 - 1e-9).length,
        })
        expect(mean).toBeCloseTo(scale?.mean ?? Number.NaN, 8)
        expect(deviation).toBeCloseTo(scale?.deviation ?? Number.NaN, 6)
        expect(distribution.reduce((sum, count) => sum + count, 0)).toBe(ratings)
        expect(bias?.projects ?? 0).toBe(differences.length)
        const total = differences.reduce((sum, stars) => sum + stars, 0)
        expect((bias?.stars ?? 0) * differences.length).toBeCloseTo(total, 4)
      }
      expect(response.coverage).toEqual(
        [0, 1, 2].map(
          (count) => expected.projects.filter(({ all }) => Math.min(2, all.length) === count).length,
        ),
      )
      expect(response.disagreements.count).toBe(
        expected.projects.filter(({ spread }) => spread > 2 - 1e-9).length,
      )
      expect(response.excluded.count).toBe(
        expected.projects.filter(({ all, counted }) => counted.length < all.length).length,
      )
    }),
    { numRuns: randomRuns(25, 300) },
  )
})
