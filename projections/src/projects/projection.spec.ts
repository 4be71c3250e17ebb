import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { expect, test } from 'vitest'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { ownerIds } from './owner.ts'
import { projectsProjection } from './projection.ts'
import { ratingDocumentId } from './ratings/ratings.ts'

const projection = projectsProjection(firstHistory)
const ada = personEvents('Ada')
const day1 = projectEvents('Ada', 1)
const after = (...given: GivenEvent[]) => documentsAfter(projection, given).get(day1.id)
const ownerAfter = (...given: GivenEvent[]) => documentsAfter(projection, given).get(ownerIds.of(ada.id))

test('deletes a withdrawn project, and a new submission starts without ratings', () => {
  const given = [day1.submitted(), day1.rated('Root', equalCriteria(4)), day1.withdrawn()]
  expect(after(...given)).toBeUndefined()
  const resubmitted = [...given, day1.submitted({ projectName: 'Chess' })]
  expect(after(...resubmitted)).toMatchObject({ content: { projectName: 'Chess' } })
  expect(after(...resubmitted)).not.toHaveProperty('ratings')
  // The same rater again: the rating of the withdrawn project is not subtracted.
  const rated = (name: string, stars: number) => day1.rated(name, equalCriteria(stars))
  const ratedAgain = [rated('Bob', 5), rated('Root', 2), rated('Root', 1)]
  expect(after(...resubmitted, ...ratedAgain)).toMatchObject({
    ratings: { official: { count: 2, averages: 6, stars: equalCriteria(6) } },
  })
  const ofRoot = ratingDocumentId(day1.id, personEvents('Root').id)
  expect(documentsAfter(projection, [...resubmitted, ...ratedAgain]).get(ofRoot)).toMatchObject({
    id: 'event-5',
    criteria: equalCriteria(1),
    position: 70,
  })
})

test('a rater who became an admin moves from the community ratings to the official ones', () => {
  const community = day1.rated('Bob', equalCriteria(3), { official: false })
  const figures = (count: number, averages: number) => ({ count, averages, stars: equalCriteria(averages) })
  expect(after(day1.submitted(), community, day1.rated('Bob', equalCriteria(4)))).toMatchObject({
    ratings: { official: figures(1, 4), community: figures(0, 0) },
  })
  expect(after(day1.submitted(), day1.rated('Bob', equalCriteria(4)), community)).toMatchObject({
    ratings: { official: figures(0, 0), community: figures(1, 3) },
  })
})

test('counts the projects of each user that were not withdrawn, for a list of users', () => {
  const registered = ada.registered()
  const indexed = (...given: GivenEvent[]) => {
    const owner = ownerAfter(registered, ...given)
    return owner && projection.indexEntries(owner, ownerIds.of(ada.id))
  }
  const entry = (projects: number) => ({
    score: projects,
    tiebreaker: sortablePosition(10n),
  })
  expect(indexed()).toEqual({ owners: entry(0), 'owners:active': entry(0) })
  const two = [day1.submitted(), projectEvents('Ada', 2).submitted()]
  expect(indexed(...two, day1.rejected())).toMatchObject({ owners: entry(2) })
  expect(indexed(...two, day1.withdrawn())).toMatchObject({ owners: entry(1) })
  expect(indexed(...two, day1.withdrawn(), day1.submitted(), ada.status('inactive'))).toEqual({
    owners: entry(2),
    'owners:inactive': entry(2),
  })
  expect(indexed(...two, ada.deleted(), day1.withdrawn())).toBeUndefined()
})
