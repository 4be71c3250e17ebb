import { journeyStream } from '@thirty/contracts/rules/streams/journey-stream.ts'
import { expect, test } from 'vitest'
import {
  discussionEvents,
  documentChanges,
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { maxActivitiesPerShard } from './activities.ts'
import { activityProjection, feedShardIds } from './projection.ts'

const projection = activityProjection(1)
const at = '2026-01-05T12:00:00.000Z'
const [ada1, talk] = [projectEvents('Ada', 1), discussionEvents('Ada')]
const journey = (name: string, type: string, day: number, run = 1): GivenEvent => ({
  stream: journeyStream({ run, user: userIdOf(name) }),
  type,
  data: { day },
})
const deleted = (name: string): GivenEvent => ({
  stream: `deleted-${userIdOf(name)}`,
  type: 'AccountDeleted',
  data: { role: 'participant', status: 'active', registered: { at, position: '10' } },
})

/** All activities after some events, in the order of the log. */
const after = (...story: GivenEvent[]) =>
  [...documentsAfter(projection, story).values()]
    .flatMap(({ happenings }) => happenings)
    .sort((left, right) => left.position - right.position)
const kindsAfter = (...story: GivenEvent[]) => after(...story).map(({ what }) => what)

test('a submission, its approval and its official rating are told, with who and when', () => {
  const moment = (place: number) => ({ at, position: place, person: userIdOf('Ada'), project: ada1.id })
  expect(after(ada1.submitted(), ada1.approved(), ada1.rated('Root', equalCriteria(4)))).toEqual([
    { what: 'submitted', ...moment(10) },
    { what: 'approved', ...moment(20) },
    { what: 'rated', ...moment(30), rater: userIdOf('Root'), average: 4 },
  ])
})

test('ratings by participants, rejections, revisions, likes and looks are not told', () => {
  const story = [
    ada1.submitted(),
    ada1.rated('Bob', equalCriteria(5), { official: false }),
    ada1.rejected('The link leads nowhere.'),
    ada1.revised(),
    ada1.liked('Bob'),
    ada1.unliked('Bob'),
    ada1.viewed('Bob'),
  ]
  expect(kindsAfter(...story)).toEqual(['submitted'])
})

test('what is withdrawn takes everything about it along, and nothing else', () => {
  const ada2 = projectEvents('Ada', 2)
  const story = [
    ada1.submitted(),
    ada2.submitted(),
    ada1.rated('Root', equalCriteria(4)),
    ada1.commented('Bob', 1),
    ada1.withdrawn(),
  ]
  expect(after(...story)).toMatchObject([{ what: 'submitted', project: ada2.id }])
  expect(kindsAfter(...story, ada1.submitted())).toEqual(['submitted', 'submitted'])
})

test('a comment is told with its beginning, until it is removed', () => {
  const story = [ada1.submitted(), ada1.commented('Bob', 1, 'x'.repeat(300)), ada1.commented('Cleo', 2)]
  expect(after(...story).slice(1)).toMatchObject([
    { what: 'commented', person: userIdOf('Bob'), comment: 'c1', text: `${'x'.repeat(280)}…` },
    { what: 'commented', person: userIdOf('Cleo'), comment: 'c2', text: 'Neat' },
  ])
  expect(after(...story, ada1.commentRemoved('Bob', 1)).slice(1)).toMatchObject([{ comment: 'c2' }])
})

test('a day that was completed is told, until it is opened again', () => {
  const story = [journey('Ada', 'DayCompleted', 3), journey('Ada', 'DayCompleted', 4)]
  expect(after(...story)).toMatchObject([
    { what: 'completed', person: userIdOf('Ada'), day: 3 },
    { what: 'completed', person: userIdOf('Ada'), day: 4 },
  ])
  expect(after(...story, journey('Ada', 'DayReopened', 3))).toMatchObject([{ day: 4 }])
})

test('a discussion is told when it begins, until it is removed; what is said in it is not', () => {
  const story = [talk.opened(), talk.replied('Bob', 'r1'), talk.revised({ title: 'Drag' })]
  expect(after(...story)).toEqual([
    { what: 'discussed', at, position: 10, person: userIdOf('Ada'), discussion: talk.id },
  ])
  expect(after(...story, talk.removed())).toEqual([])
})

test('participants are welcomed by all, admins are not', () => {
  const story = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]
  expect(after(...story)).toEqual([{ what: 'joined', at, position: 20, person: userIdOf('Ada') }])
})

test('who leaves leaves what others can still see', () => {
  const story = [
    personEvents('Ada').registered(),
    ada1.submitted(),
    journey('Ada', 'DayCompleted', 1),
    talk.opened(),
    deleted('Ada'),
  ]
  expect(kindsAfter(...story)).toEqual(['submitted', 'discussed'])
})

test('what is taken back takes nothing of others along that stand in the same part', () => {
  const [lea1, leas] = [projectEvents('Lea', 1), discussionEvents('Lea')]
  const ofLea = [
    personEvents('Lea').registered(),
    lea1.submitted(),
    lea1.commented('Bob', 1),
    journey('Lea', 'DayCompleted', 1),
    leas.opened(),
  ]
  const ofAda = [
    personEvents('Ada').registered(),
    ada1.submitted(),
    ada1.commented('Bob', 1),
    journey('Ada', 'DayCompleted', 1),
    talk.opened(),
  ]
  const story = [...ofLea, ...ofAda]
  // What the two did stands in one part, and what they asked in another.
  expect(documentsAfter(projection, story).size).toBe(2)
  const undone = [
    ada1.commentRemoved('Bob', 1),
    journey('Ada', 'DayReopened', 1),
    talk.removed(),
    ada1.withdrawn(),
    deleted('Ada'),
  ]
  expect(after(...story, ...undone)).toEqual(after(...ofLea))
  expect(kindsAfter(...story, deleted('Ada'))).toEqual([
    ...kindsAfter(...ofLea),
    'submitted',
    'commented',
    'discussed',
  ])
})

test('another run has its own projects and days, and the same people and discussions', () => {
  const story = [
    personEvents('Ada').registered(),
    ada1.submitted(),
    projectEvents('Ada', 1, 2).submitted(),
    journey('Ada', 'DayCompleted', 1, 2),
    talk.opened(),
  ]
  expect(kindsAfter(...story)).toEqual(['joined', 'submitted', 'discussed'])
})

test('no name and no address is kept', () => {
  const all = after(
    personEvents('Ada').registered(),
    ada1.submitted(),
    talk.opened(),
    ada1.commented('Bob', 1),
  )
  expect(JSON.stringify(all)).not.toMatch(/Ada|Bob|@/)
})

test('the feed has an end, and a flood of one person leaves the others in it', () => {
  const flood = Array.from({ length: 100 }, (_, number) => ada1.commented('Bob', number + 1))
  const story = [projectEvents('Bob', 1).submitted(), ada1.submitted(), ...flood]
  const all = after(...story)
  expect(all).toHaveLength(1 + maxActivitiesPerShard)
  expect(all.at(0)).toMatchObject({ what: 'submitted', project: projectEvents('Bob', 1).id })
  expect(all.at(-1)).toMatchObject({ comment: 'c100' })
})

test('the parts share people out evenly', () => {
  const people = Array.from({ length: 160 }, (_, number) => `${userIdOf('').slice(0, -4)}${hex(number)}`)
  const story = people.map((id) => ({ ...personEvents('Ada').registered(), stream: `user-${id}` }))
  const sizes = [...documentsAfter(projection, story).values()].map(({ happenings }) => happenings.length)
  expect(sizes).toEqual(feedShardIds.map(() => 5))
})
const hex = (number: number) => number.toString(16).padStart(4, '0')

test('what is not known yet, or is about something else, is passed over', () => {
  const others: GivenEvent[] = [
    { stream: `project-${ada1.id}`, type: 'ProjectFramed', data: {} },
    { stream: `user-${userIdOf('Ada')}`, type: 'ProfileChanged', data: { fullName: 'Ada L' } },
    { stream: 'project-nonsense', type: 'ProjectSubmitted', data: {} },
  ]
  expect(documentChanges(projection, [], others)).toEqual([])
})
