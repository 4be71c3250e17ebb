import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import {
  discussionEvents,
  journeyEvents,
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { maxActivities } from './activities.ts'
import { activityProjection } from './projection.ts'

const projection = activityProjection(firstHistory)
const at = '2026-01-05T12:00:00.000Z'
const [ada1, talk] = [projectEvents('Ada', 1), discussionEvents('Ada')]

/** Returns all activities after some events, in the order of the log. */
const after = (...given: GivenEvent[]) =>
  [...documentsAfter(projection, given).values()]
    .flatMap(({ activities }) => activities)
    .sort((left, right) => left.position - right.position)
const kindsAfter = (...given: GivenEvent[]) => after(...given).map(({ what }) => what)

test('leaves out ratings by participants, rejections, revisions, likes and views', () => {
  const given = [
    ada1.submitted(),
    ada1.rated('Bob', equalCriteria(5), { official: false }),
    ada1.rejected('The link leads nowhere.'),
    ada1.revised(),
    ada1.liked('Bob'),
    ada1.unliked('Bob'),
    ada1.viewed('Bob'),
  ]
  expect(kindsAfter(...given)).toEqual(['submitted'])
})

const submissions = (...days: number[]) => days.map((day) => projectEvents('Ada', day).submitted())
const streaksAfter = (...given: GivenEvent[]) =>
  after(...given).flatMap((activity) =>
    activity.what === 'submitted' && activity.streak ? [[activity.position, activity.streak]] : [],
  )

test('a submission tells the milestone that the streak of the person has reached', () => {
  expect(streaksAfter(...submissions(1, 2, 3, 4, 5, 6, 7))).toEqual([
    [30, 3],
    [70, 7],
  ])
  expect(streaksAfter(...submissions(1, 2, 4), projectEvents('Bob', 3).submitted())).toEqual([])
  expect(streaksAfter(...submissions(1, 2, 3, 5, 6, 7, 4))).toEqual([
    [30, 3],
    [60, 3],
    [70, 7],
  ])
})

test('rejected and withdrawn projects are not part of a streak, revised and approved ones are again', () => {
  const [two, three] = [projectEvents('Ada', 2), projectEvents('Ada', 3).submitted()]
  expect(streaksAfter(...submissions(1, 2), two.rejected(), three)).toEqual([])
  expect(streaksAfter(...submissions(1, 2), two.withdrawn(), three)).toEqual([])
  expect(streaksAfter(...submissions(1, 2), two.rejected(), two.revised(), three)).toEqual([[50, 3]])
  expect(streaksAfter(...submissions(1, 2), two.rejected(), two.approved(), three)).toEqual([[50, 3]])
})

test('removes all activities of a withdrawn project, and no others', () => {
  const ada2 = projectEvents('Ada', 2)
  const given = [
    ada1.submitted(),
    ada2.submitted(),
    ada1.rated('Root', equalCriteria(4)),
    ada1.commented('Bob', 1),
    ada1.withdrawn(),
  ]
  expect(after(...given)).toMatchObject([{ what: 'submitted', project: ada2.id }])
  expect(kindsAfter(...given, ada1.submitted())).toEqual(['submitted', 'submitted'])
})

test('adds a comment with its beginning, and removes it with the comment', () => {
  const given = [ada1.submitted(), ada1.commented('Bob', 1, 'x'.repeat(300)), ada1.commented('Cleo', 2)]
  expect(after(...given).slice(1)).toMatchObject([
    { what: 'commented', person: userIdOf('Bob'), comment: 'c1', text: `${'x'.repeat(280)}…` },
    { what: 'commented', person: userIdOf('Cleo'), comment: 'c2', text: 'Neat' },
  ])
  expect(after(...given, ada1.commentRemoved('Bob', 1)).slice(1)).toMatchObject([{ comment: 'c2' }])
})

test('adds a completed day, and removes it when the day is reopened', () => {
  const given = [journeyEvents('Ada').completed(3), journeyEvents('Ada').completed(4)]
  expect(after(...given)).toMatchObject([
    { what: 'completed', person: userIdOf('Ada'), day: 3 },
    { what: 'completed', person: userIdOf('Ada'), day: 4 },
  ])
  expect(after(...given, journeyEvents('Ada').reopened(3))).toMatchObject([{ day: 4 }])
})

test('adds a new discussion but not its replies, and removes it with the discussion', () => {
  const given = [talk.opened(), talk.replied('Bob', 'r1'), talk.revised({ title: 'Drag' })]
  expect(after(...given)).toEqual([
    { what: 'discussed', at, position: 10, person: userIdOf('Ada'), discussion: talk.id },
  ])
  expect(after(...given, talk.removed())).toEqual([])
})

test('adds the registration of a participant, not of an admin', () => {
  const given = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]
  expect(after(...given)).toEqual([{ what: 'joined', at, position: 20, person: userIdOf('Ada') }])
})

test('removes nothing that belongs to another person', () => {
  const [lea1, leaTalk] = [projectEvents('Lea', 1), discussionEvents('Lea')]
  const ofLea = [
    personEvents('Lea').registered(),
    lea1.submitted(),
    lea1.commented('Bob', 1),
    journeyEvents('Lea').completed(1),
    leaTalk.opened(),
  ]
  const ofAda = [
    personEvents('Ada').registered(),
    ada1.submitted(),
    ada1.commented('Bob', 1),
    journeyEvents('Ada').completed(1),
    talk.opened(),
  ]
  const given = [...ofLea, ...ofAda]
  const removals = [
    ada1.commentRemoved('Bob', 1),
    journeyEvents('Ada').reopened(1),
    talk.removed(),
    ada1.withdrawn(),
    personEvents('Ada').deleted(),
  ]
  expect(after(...given, ...removals)).toEqual(after(...ofLea))
  expect(kindsAfter(...given, personEvents('Ada').deleted())).toEqual([
    ...kindsAfter(...ofLea),
    'submitted',
    'commented',
    'discussed',
  ])
})

test('limits the activities of each person, so that one busy project does not displace the activities of others', () => {
  const comments = Array.from({ length: 100 }, (_, number) => ada1.commented('Bob', number + 1))
  const given = [projectEvents('Bob', 1).submitted(), ada1.submitted(), ...comments]
  const all = after(...given)
  expect(all).toHaveLength(1 + maxActivities)
  expect(all.at(0)).toMatchObject({ what: 'submitted', project: projectEvents('Bob', 1).id })
  expect(all.at(-1)).toMatchObject({ comment: 'c100' })
})
