import { expect, test } from 'vitest'
import {
  submissionContent,
  documentsAfter,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { ownerDocumentId, projectsProjection } from './projection.ts'

const view = projectsProjection(1)
const ada = personEvents('Ada')
const day1 = projectEvents('Ada', 1)
const after = (...story: GivenEvent[]) => documentsAfter(view, story).get(day1.id)
const ownerAfter = (...story: GivenEvent[]) => documentsAfter(view, story).get(ownerDocumentId(ada.id))

test('a submitted project is kept with its day, its owner and its time', () => {
  expect(after(day1.submitted())).toEqual({
    kind: 'project',
    content: submissionContent,
    owner: ada.id,
    day: 1,
    status: 'submitted',
    reason: null,
    at: '2026-01-05T12:00:00.000Z',
    position: '00000000000000000010',
    ratings: [],
  })
})

test('a revision changes the content and waits for review again, at the time of its submission', () => {
  const revised = day1.revised({ projectName: 'Chess' }, '2026-01-06T12:00:00.000Z')
  expect(after(day1.submitted(), day1.rejected('Broken link'), revised)).toMatchObject({
    content: { projectName: 'Chess' },
    status: 'submitted',
    reason: null,
    at: '2026-01-05T12:00:00.000Z',
  })
})

test('a withdrawn project is gone, and a new one begins anew', () => {
  const story = [day1.submitted(), day1.rated('Root', equalCriteria(4)), day1.withdrawn()]
  expect(after(...story)).toBeUndefined()
  expect(after(...story, day1.submitted({ projectName: 'Chess' }))).toMatchObject({
    content: { projectName: 'Chess' },
    ratings: [],
  })
})

test('a review decides the status, a rejection with its reason', () => {
  expect(after(day1.submitted(), day1.approved())).toMatchObject({ status: 'approved', reason: null })
  expect(after(day1.submitted(), day1.rejected())).toMatchObject({ status: 'rejected', reason: null })
  expect(after(day1.submitted(), day1.rejected('Broken link'))).toMatchObject({ reason: 'Broken link' })
})

test('the same rater counts once, with the later rating', () => {
  const rated = after(
    day1.submitted(),
    day1.rated('Root', equalCriteria(4)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.rated('Root', equalCriteria(2)),
  )
  // Criteria are kept of official ratings only: figures are made of them.
  expect(rated).toHaveProperty('ratings', [
    { rater: personEvents('Bob').id, average: 3 },
    { rater: personEvents('Root').id, average: 2, criteria: equalCriteria(2) },
  ])
})

test('projects of another run are not here', () => {
  expect(documentsAfter(view, [projectEvents('Ada', 1, 2).submitted()]).size).toBe(0)
})

test('the owner is known by the present name, username and picture', () => {
  const story = [
    ada.registered(),
    ada.told({ type: 'ProfileChanged', data: { fullName: 'Countess', username: '' } }),
    ada.told({ type: 'ProfileImageChanged', data: { image: imageName(2) } }),
  ]
  expect(ownerAfter(...story)).toEqual({
    kind: 'owner',
    fullName: 'Countess',
    username: null,
    picture: imageName(2),
    email: 'Ada@example.org',
  })
})

test('what is said about a person that never registered is not kept', () => {
  expect(ownerAfter(ada.told({ type: 'ProfileChanged', data: { fullName: 'Nobody' } }))).toBeUndefined()
})

test('a project stands in the lists of its status and its day', () => {
  const project = after(day1.submitted(), day1.approved())
  expect(project && Object.keys(view.indexEntries(project, day1.id))).toEqual([
    'all',
    'approved',
    'day:1',
    'day:1:approved',
  ])
})

test('what is said about another run is not here', () => {
  const other = projectEvents('Ada', 1, 2)
  const story = [other.submitted(), other.liked('Bob'), other.commented('Bob', 1), other.viewed('Bob')]
  expect(documentsAfter(view, story).size).toBe(0)
})
