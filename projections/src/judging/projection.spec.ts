import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import {
  calibrationEvent,
  conflictEvent,
  equalCriteria,
  inRun,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { judgingProjection } from './projection.ts'

const ada = projectEvents('Ada', 1)
const [rita, root] = [userIdOf('Rita'), userIdOf('Root')]
const participant = userIdOf('Ada')
const at = '2026-01-05T12:00:00.000Z'

const documents = (given: readonly GivenEvent[], history: History = firstHistory) =>
  documentsAfter(judgingProjection(history), given)
const projectAfter = (...given: GivenEvent[]) => documents(given).get(ada.id)
const conflict = (type: 'ConflictDeclared' | 'ConflictWithdrawn', admin = 'Rita') =>
  conflictEvent(admin, type, { participant })
const rated = (rater: string, stars: number) => ada.rated(rater, equalCriteria(stars))

test('the same declaration twice is one conflict, with the reason of the later one', () => {
  const declared = conflictEvent('Rita', 'ConflictDeclared', { participant, reason: 'teaching' })
  const found = documents([ada.submitted(), conflict('ConflictDeclared'), { ...declared, actor: root }])
  expect(found.get(`conflicts:${participant}`)).toEqual({
    kind: 'conflicts',
    conflicts: [{ admin: rita, reason: 'teaching', at, by: root }],
  })
  expect(found.get(ada.id)).toMatchObject({ conflicted: [rita] })
})

test('a conflict that is taken back leaves the others', () => {
  const declared = ['Rita', 'Root'].map((admin) => conflict('ConflictDeclared', admin))
  const found = documents([ada.submitted(), ...declared, conflict('ConflictWithdrawn')])
  expect(found.get(`conflicts:${participant}`)).toMatchObject({ conflicts: [{ admin: root }] })
  expect(found.get(ada.id)).toMatchObject({ conflicted: [root] })
  const none = documents([ada.submitted(), conflict('ConflictDeclared'), conflict('ConflictWithdrawn')])
  expect([none.get(`conflicts:${participant}`), none.get(ada.id)]).toMatchObject([
    undefined,
    { conflicted: [] },
  ])
})

test('the calibration projects are in the order in which they were chosen, each once', () => {
  const change = (type: 'CalibrationProjectAdded' | 'CalibrationProjectRemoved', project: string) =>
    calibrationEvent(type, { project })
  const [one, two] = [ada.id, projectEvents('Bob', 1).id]
  const chosen = [change('CalibrationProjectAdded', one), change('CalibrationProjectAdded', two)]
  const after = (...given: GivenEvent[]) => documents(given).get('calibration')
  expect(after(...chosen)).toEqual({ kind: 'calibration', projects: [one, two] })
  expect(after(...chosen, change('CalibrationProjectAdded', two))).toEqual(after(...chosen))
  expect(after(...chosen, change('CalibrationProjectRemoved', one))).toMatchObject({ projects: [two] })
  expect(after(...chosen, ...[one, two].map((id) => change('CalibrationProjectRemoved', id)))).toBeUndefined()
})

test('reviewers are the admins, and others who gave an official rating', () => {
  const [ines, bob] = [personEvents('Ines'), personEvents('Bob')]
  const reviewer = (name: string, ...given: GivenEvent[]) =>
    documents(given).get(`reviewer:${userIdOf(name)}`)
  const registered = ines.registered({ role: 'admin' })
  expect(reviewer('Ines', registered)).toEqual({
    kind: 'reviewer',
    hasRated: false,
    isActive: true,
    role: 'owner',
  })
  expect(reviewer('Ines', registered, ines.status('inactive'))).toMatchObject({ isActive: false })
  expect(reviewer('Ines', registered, ines.deleted({ role: 'admin' }))).toBeUndefined()
  expect(reviewer('Bob', bob.registered())).toBeUndefined()
  expect(reviewer('Bob', bob.registered(), bob.event('AdminRightsGranted', {}))).toMatchObject({
    isActive: true,
    role: 'owner',
  })
  const byRita = [ada.submitted(), rated('Rita', 4)]
  expect(reviewer('Rita', ...byRita)).toMatchObject({ hasRated: true, role: null })
  // The ratings of a file may be older than the rights.
  const granted = personEvents('Rita').event('AdminRightsGranted', {})
  expect(reviewer('Rita', ...byRita, granted)).toMatchObject({ hasRated: true, role: 'owner' })
})

test('a deleted admin leaves the ratings, as if the log had never had the account', () => {
  const ines = personEvents('Ines')
  const ratings = [ada.submitted(), rated('Ines', 4)]
  const after = documents([ines.registered({ role: 'admin' }), ...ratings, ines.deleted({ role: 'admin' })])
  expect(after).toEqual(
    new Map(documents([inRun(9, ada.submitted()), ...ratings, ines.deleted({ role: 'admin' })])),
  )
  expect(after.get(`reviewer:${ines.id}`)).toMatchObject({ hasRated: true, isActive: false })
})

test('another run has none of the ratings and calibration projects, but the conflicts of interest', () => {
  const added = calibrationEvent('CalibrationProjectAdded', { project: ada.id })
  const given = [ada.submitted(), rated('Rita', 4), added, conflict('ConflictDeclared')]
  expect([...documents(given, [{ run: 2 }]).keys()]).toEqual([`conflicts:${participant}`])
})

test('a project that is submitted after the declaration has the conflict, too', () => {
  expect(projectAfter(conflict('ConflictDeclared'), ada.submitted())).toMatchObject({ conflicted: [rita] })
  const other = conflictEvent('Rita', 'ConflictDeclared', { participant: userIdOf('Bob') })
  expect(projectAfter(other, ada.submitted())).toMatchObject({ conflicted: [] })
})
