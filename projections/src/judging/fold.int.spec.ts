import { judgingEndpoints } from '@thirty/contracts/judging/api.ts'
import { ratingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { challengeEvent, personEvents } from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  conflictChanges,
  judgedWithoutProjection,
  type FoldedProject,
} from '@thirty/projections/testing/judged-without-projection.ts'

const reader = personEvents('Reader').registered({ role: 'admin', adminRole: 'viewer' })
const twoWanted = challengeEvent('ChallengeOptionsChanged', { wantedRatings: 2 })

test('the figures of the read model equal a fold of all events', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(80, 30), conflictChanges, async (challenge, conflicts) => {
      const events = [...challenge.events, ...conflicts, reader, twoWanted]
      const response = await (await askAfter(events))(judgingEndpoints.overview, 'Reader')
      const expected = judgedWithoutProjection(recordedEvents(events), currentRunAfter(events).history)
      const { byReviewer } = ratingScales(expected.projects.flatMap(({ counted }) => counted))
      expect(Object.keys(response.scales.byReviewer).toSorted()).toEqual(Object.keys(byReviewer).toSorted())
      for (const { reviewer, ratings, mean, deviation, bias, distribution, outliers } of response.reviewers) {
        const scale = byReviewer[reviewer._id]
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
      const countOf = (holds: (project: FoldedProject) => boolean) => expected.projects.filter(holds).length
      expect(response).toMatchObject({
        coverage: [0, 1, 2].map((count) => countOf(({ all }) => Math.min(2, all.length) === count)),
        disagreements: { count: countOf(({ spread }) => spread > 2 - 1e-9) },
        excluded: { count: countOf(({ all, counted }) => counted.length < all.length) },
      })
    }),
    { numRuns: randomRuns(25, 150) },
  )
})
