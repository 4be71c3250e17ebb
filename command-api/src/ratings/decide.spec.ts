import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { calculateRatingAverage, calculateMean } from '@thirty/contracts/leaderboard/points.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import {
  approved,
  rejected,
  revised,
  submitted,
  withdrawn,
} from '@thirty/command-api/testing/project-events.ts'
import { commented } from '@thirty/command-api/testing/reaction-events.ts'
import { criterionLabels, perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { maxReactionBytes } from '@thirty/contracts/user-texts/written-texts.ts'
import { summarizeRatings, maxRatingChanges, rate } from './decide.ts'
import { ratingsFold } from './evolve.ts'

const none = perCriterion(() => 0)
const four = perCriterion(() => 4)
const onlyDesign = { ...none, design: 5 }

const rated = (rater: string, criteria = four, official = false, feedback = ''): ProjectEvent => ({
  type: 'ProjectRated',
  data: { rater, official, criteria, feedback },
})

const { rule } = deciderSpec(ratingsFold)
const usual = { rater: ben, owner: ana, official: false, criteria: four, feedback: '' }
const rating = deciding(rate, usual)
const byAdmin = { rater: admin, official: true }
const summaryAfter = (...events: ProjectEvent[]) =>
  summarizeRatings(events.reduce(ratingsFold.evolve, ratingsFold.initial))

rule(
  'each rater has one rating, which a later one replaces; that of an admin is official',
  [[submitted], rating(), [rated(ben)]],
  [[submitted, approved], rating({ ...byAdmin, feedback: 'Solid.' }), [rated(admin, four, true, 'Solid.')]],
  [[submitted, rated(ben)], rating({ criteria: onlyDesign }), [rated(ben, onlyDesign)]],
  [[submitted, rated(ben)], rating(), []],
  [[submitted, rated(ben)], rating({ official: true }), [rated(ben, four, true)]],
  // The request began before the rater became an admin.
  [[submitted, rated(ben, four, true)], rating({ criteria: onlyDesign }), [rated(ben, onlyDesign, true)]],
  [[submitted, rated(ben, four, true)], rating(), []],
  [[submitted, rated(cleo)], rating(), [rated(ben)]],
  [[submitted, rated(cleo, onlyDesign), rated(ben)], rating(), []],
)

rule(
  'a rating that differs in one star or in its feedback is another one',
  [[submitted, rated(ben)], rating({ feedback: 'Solid.' }), [rated(ben, four, false, 'Solid.')]],
  ...criterionLabels.map(([criterion]) => {
    const criteria = { ...four, [criterion]: 3 }
    return [[submitted, rated(ben)], rating({ criteria }), [rated(ben, criteria)]] as const
  }),
)

// The first and the last one are for the design only.
const often = Array.from({ length: maxRatingChanges + 1 }, (_, index) =>
  rated(ben, index % 2 === 0 ? onlyDesign : four),
)
const tooOften = refused('too-many', 'You have changed your rating of this project too often.')
rule(
  'a rater can change a rating twenty times; others can still rate',
  [[submitted, ...often], rating(), tooOften],
  [[submitted, ...often.slice(1)], rating(), [rated(ben)]],
  [[submitted, ...often], rating({ criteria: onlyDesign }), []],
  [[submitted, ...often, withdrawn, submitted], rating(), tooOften],
  [[submitted, ...often], rating(byAdmin), [rated(admin, four, true)]],
)

const limit = 'You have reached the limit for your comments and feedback on this project.'
const tooLong = refused('too-many', limit)
const feedback = 'ü'.repeat(5_000)
const long = Array.from({ length: Math.floor(maxReactionBytes / 10_000) }, (_, index) =>
  index % 2 === 0 ? rated(ben, onlyDesign, false, feedback) : commented(`c${index}`, ben, feedback),
)
const beyond = Array.from({ length: 9 }, () =>
  rated(ben, onlyDesign, false, 'x'.repeat(maxReactionBytes / 8)),
)
rule(
  'refuses a rating when the texts of the rater about the project are too long together',
  [[submitted, ...long], rating({ feedback: `${feedback}!` }), tooLong],
  [[submitted, ...long, withdrawn, submitted], rating({ feedback }), tooLong],
  [[submitted, ...long.slice(1)], rating({ feedback }), [rated(ben, four, false, feedback)]],
  // Stars alone still fit, also after an earlier release let the rater write more, and so does the rating of another person.
  [[submitted, ...long], rating(), [rated(ben)]],
  [[submitted, ...beyond], rating(), [rated(ben)]],
  [[submitted, ...long], rating({ rater: cleo, feedback }), [rated(cleo, four, false, feedback)]],
)

const ownProject = refused('own-project', 'You cannot rate your own project')
rule("refuses a rating of the rater's own project", [[submitted], rating({ rater: ana }), ownProject])

const noCriterion = refused('no-criterion', 'Please provide ratings for at least one criterion')
rule('refuses a rating without stars', [[submitted], rating({ criteria: none }), noCriterion])

rule(
  'a rejected project is rated again once it is revised, a withdrawn or unknown one never',
  [[submitted, rejected], rating(), 'not-rateable'],
  [[submitted, rejected, revised], rating(), [rated(ben)]],
  [[submitted, withdrawn], rating(), 'not-rateable'],
  [[], rating(), 'project-not-found'],
)

test('a criterion without stars counts as zero, and only another submission starts without ratings', () => {
  expect(summaryAfter(submitted, rated(ben, onlyDesign))).toEqual({ averageRating: 1, ratingCount: 1 })
  expect(summaryAfter(submitted, rated(ben), rejected, revised).ratingCount).toBe(1)
  const unrated = { averageRating: 0, ratingCount: 0 }
  expect(summaryAfter(submitted, rated(ben), withdrawn, submitted)).toEqual(unrated)
})

test('each rater counts once, with their last rating', () => {
  const stars = fc.integer({ min: 0, max: 5 })
  const criteria = fc.record(perCriterion(() => stars))
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
