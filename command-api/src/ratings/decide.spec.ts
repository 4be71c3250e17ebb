import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage, calculateMean } from '@thirty/contracts/rules/points.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import {
  approved,
  rejected,
  revised,
  submitted,
  withdrawn,
} from '@thirty/command-api/testing/project-events.ts'
import { commented } from '@thirty/command-api/testing/reaction-events.ts'
import { maxReactionBytes } from '@thirty/contracts/rules/text/written-texts.ts'
import { summarizeRatings, maxRatingChanges, rate, type RateProject } from './decide.ts'
import { evolve, noProject, type RatedProject } from './evolve.ts'

const none = { functionality: 0, design: 0, innovation: 0, codeQuality: 0, completeness: 0 }
const four = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
const onlyDesign = { ...none, design: 5 }

const rated = (rater: string, criteria = four, official = false, feedback = ''): ProjectEvent => ({
  type: 'ProjectRated',
  data: { rater, official, criteria, feedback },
})

const { given, rule } = deciderSpec(noProject, evolve)
const rating =
  (change: Partial<RateProject> = {}) =>
  (project: RatedProject) =>
    rate(project, { rater: ben, owner: ana, official: false, criteria: four, feedback: '', ...change })
const summaryAfter = (...events: ProjectEvent[]) => summarizeRatings(events.reduce(evolve, noProject))

rule('a participant rates the project of another', [[submitted], rating(), [rated(ben)]])

rule('a rating by an admin is official', [
  [submitted, approved],
  rating({ rater: admin, official: true, feedback: 'Solid.' }),
  [rated(admin, four, true, 'Solid.')],
])

rule('rating again replaces the rating', [
  [submitted, rated(ben)],
  rating({ criteria: onlyDesign }),
  [rated(ben, onlyDesign)],
])

rule('repeating a rating changes nothing', [[submitted, rated(ben)], rating(), []])

test('a rater can change a rating twenty times; others can still rate', () => {
  // The first and the last one are for the design only.
  const ratings = Array.from({ length: maxRatingChanges + 1 }, (_, index) =>
    rated(ben, index % 2 === 0 ? onlyDesign : four),
  )
  const message = 'You have changed your rating of this project too often.'
  given(submitted, ...ratings)
    .when(rating())
    .thenRefused('too-many', message)
  given(submitted, ...ratings.slice(1))
    .when(rating())
    .then(rated(ben))
  given(submitted, ...ratings)
    .when(rating({ criteria: onlyDesign }))
    .thenNothing()
  given(submitted, ...ratings, withdrawn, submitted)
    .when(rating())
    .thenRefused('too-many', message)
  given(submitted, ...ratings)
    .when(rating({ rater: admin, official: true }))
    .then(rated(admin, four, true))
})

test('refuses a rating when the texts of the rater about the project are too long together', () => {
  const message = 'You have reached the limit for your comments and feedback on this project.'
  const feedback = 'ü'.repeat(5_000)
  const count = Math.floor(maxReactionBytes / 10_000)
  const long = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? rated(ben, onlyDesign, false, feedback) : commented(`c${index}`, ben, feedback),
  )
  given(submitted, ...long)
    .when(rating({ feedback: `${feedback}!` }))
    .thenRefused('too-many', message)
  given(submitted, ...long, withdrawn, submitted)
    .when(rating({ feedback }))
    .thenRefused('too-many', message)
  given(submitted, ...long.slice(1))
    .when(rating({ feedback }))
    .then(rated(ben, four, false, feedback))
  // A rating without a text still fits, and so does the rating of another person.
  given(submitted, ...long)
    .when(rating())
    .then(rated(ben))
  given(submitted, ...long)
    .when(rating({ rater: cleo, feedback }))
    .then(rated(cleo, four, false, feedback))
})

test('a rater who wrote more than the budget in an earlier release can still rate with stars alone', () => {
  const feedback = 'x'.repeat(maxReactionBytes / 8)
  const long = Array.from({ length: 9 }, () => rated(ben, onlyDesign, false, feedback))
  given(submitted, ...long)
    .when(rating())
    .then(rated(ben))
})

rule('repeating a rating as an admin makes it official', [
  [submitted, rated(ben)],
  rating({ official: true }),
  [rated(ben, four, true)],
])

rule("refuses a rating of the rater's own project", [
  [submitted],
  rating({ rater: ana }),
  refused('own-project', 'You cannot rate your own project'),
])

rule('refuses to rate an unknown project', [[], rating(), 'project-not-found'])

test('refuses to rate a rejected or withdrawn project', () => {
  given(submitted, rejected).when(rating()).thenRefused('not-rateable')
  given(submitted, withdrawn).when(rating()).thenRefused('not-rateable')
})

test('a rejected project can be rated again once it is revised', () => {
  given(submitted, rejected, revised).when(rating()).then(rated(ben))
})

rule('refuses a rating without stars', [
  [submitted],
  rating({ criteria: none }),
  refused('no-criterion', 'Please provide ratings for at least one criterion'),
])

test('a criterion without stars counts as zero', () => {
  expect(summaryAfter(submitted, rated(ben, onlyDesign))).toEqual({ averageRating: 1, ratingCount: 1 })
})

test('a project keeps its ratings through a rejection and a revision', () => {
  expect(summaryAfter(submitted, rated(ben), rejected, revised).ratingCount).toBe(1)
})

test('a project that is submitted again starts without ratings', () => {
  expect(summaryAfter(submitted, rated(ben), withdrawn, submitted)).toEqual({
    averageRating: 0,
    ratingCount: 0,
  })
})

test('each rater counts once, with their last rating', () => {
  const stars = fc.integer({ min: 0, max: 5 })
  const criteria = fc.record({
    functionality: stars,
    design: stars,
    innovation: stars,
    codeQuality: stars,
    completeness: stars,
  })
  const ratings = fc.array(fc.record({ rater: fc.constantFrom('b', 'c', 'd', 'e'), criteria }))
  fc.assert(
    fc.property(ratings, (submittedRatings) => {
      const lastAverages = new Map(
        submittedRatings.map((each) => [each.rater, calculateRatingAverage(each.criteria)]),
      )
      const events = submittedRatings.map((each) => rated(each.rater, each.criteria))
      expect(summaryAfter(submitted, ...events)).toEqual({
        averageRating: calculateMean([...lastAverages.values()]),
        ratingCount: lastAverages.size,
      })
    }),
  )
})
