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
import { activityProjection, maxActivities } from './projection.ts'

const projection = activityProjection(firstHistory)
const ada1 = projectEvents('Ada', 1)

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
/** Returns the submissions that reached a milestone, as `<position>: <days>`. */
const streaksAfter = (...given: GivenEvent[]) =>
  after(...given).flatMap((one) =>
    one.what === 'submitted' && one.streak ? `${one.position}: ${one.streak}` : [],
  )

test('a submission tells the milestone that the streak of the person has reached', () => {
  expect(streaksAfter(...submissions(1, 2, 3, 4, 5, 6, 7))).toEqual(['30: 3', '70: 7'])
  expect(streaksAfter(...submissions(1, 2, 4), projectEvents('Bob', 3).submitted())).toEqual([])
  expect(streaksAfter(...submissions(1, 2, 3, 5, 6, 7, 4))).toEqual(['30: 3', '60: 3', '70: 7'])
})

test('rejected and withdrawn projects are not part of a streak, revised and approved ones are again', () => {
  const [two, three] = [projectEvents('Ada', 2), projectEvents('Ada', 3).submitted()]
  expect(streaksAfter(...submissions(1, 2), two.rejected(), three)).toEqual([])
  expect(streaksAfter(...submissions(1, 2), two.withdrawn(), three)).toEqual([])
  expect(streaksAfter(...submissions(1, 2), two.rejected(), two.revised(), three)).toEqual(['50: 3'])
  expect(streaksAfter(...submissions(1, 2), two.rejected(), two.approved(), three)).toEqual(['50: 3'])
})

test('adds a comment with its beginning, and removes it with the comment', () => {
  const given = [ada1.submitted(), ada1.commented('Bob', 1, 'x'.repeat(300)), ada1.commented('Cleo', 2)]
  expect(after(...given).slice(1)).toMatchObject([
    { what: 'commented', person: userIdOf('Bob'), comment: 'c1', text: `${'x'.repeat(280)}…` },
    { what: 'commented', person: userIdOf('Cleo'), comment: 'c2', text: 'Neat' },
  ])
  expect(after(...given, ada1.commentRemoved('Bob', 1)).slice(1)).toMatchObject([{ comment: 'c2' }])
})

test('tells what a person did, and takes back what the person removed or undid, and nothing of anybody else', () => {
  const ofPerson = (name: string) => {
    const [one, two] = [projectEvents(name, 1), projectEvents(name, 2)]
    const [journey, talk] = [journeyEvents(name), discussionEvents(name)]
    return {
      done: [
        personEvents(name).registered(),
        one.submitted(),
        two.submitted(),
        one.rated('Root', equalCriteria(4)),
        one.commented('Bob', 1),
        two.commented('Bob', 2),
        journey.completed(1),
        journey.completed(2),
        talk.opened(),
        talk.replied('Bob', 'r1'),
        talk.revised({ title: 'Drag' }),
      ],
      undone: [two.commentRemoved('Bob', 2), journey.reopened(1), talk.removed(), one.withdrawn()],
      two,
    }
  }
  const [lea, ada] = [ofPerson('Lea'), ofPerson('Ada')]
  const once = ['joined', 'submitted', 'submitted', 'rated']
  const twice = ['commented', 'commented', 'completed', 'completed', 'discussed']
  expect(kindsAfter(...ada.done)).toEqual([...once, ...twice])
  const both = [...lea.done, ...ada.done, ...ada.undone]
  expect(after(...both).slice(9)).toMatchObject([
    { what: 'joined', person: userIdOf('Ada') },
    { what: 'submitted', project: ada.two.id },
    { what: 'completed', day: 2 },
  ])
  expect(after(...both).slice(0, 9)).toEqual(after(...lea.done))
  const deleted = [...both, personEvents('Ada').deleted()]
  expect(after(...deleted)).toEqual([...after(...lea.done), expect.objectContaining({ what: 'submitted' })])
  expect(kindsAfter(personEvents('Root').registered({ role: 'admin' }))).toEqual([])
})

test('limits the activities of each person, so that one busy project does not displace the activities of others', () => {
  const comments = Array.from({ length: 100 }, (_, number) => ada1.commented('Bob', number + 1))
  const given = [projectEvents('Bob', 1).submitted(), ada1.submitted(), ...comments]
  const all = after(...given)
  expect(all).toHaveLength(1 + maxActivities)
  expect(all.at(0)).toMatchObject({ what: 'submitted', project: projectEvents('Bob', 1).id })
  expect(all.at(-1)).toMatchObject({ comment: 'c100' })
})
