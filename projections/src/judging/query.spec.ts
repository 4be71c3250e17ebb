import { judgedProjectsResponse, judgingResponse, ownJudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { defaultOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  calibrationEvent,
  conflictEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { judgingProjection } from './projection.ts'
import { judgingQueries, type Reader } from './query.ts'

const projection = judgingProjection(firstHistory)
const of = (name: string) => projectEvents(name, 1)
const rated = (name: string, rater: string, stars: number) => of(name).rated(rater, equalCriteria(stars))
const names = ['Ada', 'Bob', 'Cleo']
const admins = ['Root', 'Rita', 'Zoe']
const submitted = [
  ...admins.map((name) => personEvents(name).registered({ role: 'admin' })),
  ...names.map((name) => of(name).submitted()),
]
const conflict = (admin: string, name: string) =>
  conflictEvent(admin, 'ConflictDeclared', { participant: userIdOf(name) })
const calibrated = (name: string) => calibrationEvent('CalibrationProjectAdded', { project: of(name).id })

async function queriesAfter(given: readonly GivenEvent[], wantedRatings = 2) {
  const people = new Map([...names, ...admins].map((name) => [userIdOf(name), name]))
  return judgingQueries({
    weights: defaultScoring.weights,
    store: await storeAfter([projection], [...submitted, ...given]),
    readModel: projection,
    personSummaries: async () => (id) => ({ id, name: people.get(id) ?? '?', username: null, avatar: null }),
    projectSummaries: async () => new Map(),
    loadOptions: async () => ({ ...defaultOptions, wantedRatings }),
    loadBoard: async () => [],
  })
}
const overview = async (
  reader: string,
  given: readonly GivenEvent[],
  wantedRatings?: number,
  role: AdminRole = 'reviewer',
) => {
  const response = await (await queriesAfter(given, wantedRatings)).overview({ id: userIdOf(reader), role })
  expect(judgingResponse.parse(response)).toEqual(response)
  return response
}
const ratingsOf = [rated('Ada', 'Root', 5), rated('Ada', 'Rita', 2), rated('Bob', 'Root', 4)]

test('says how each reviewer rates, how they differ from the others, and which projects need another look', async () => {
  const { reviewers, scales, disagreements } = await overview('Root', [...ratingsOf, rated('Bob', 'Zoe', 3)])
  expect(reviewers).toMatchObject([
    {
      reviewer: { _id: userIdOf('Root'), name: 'Root' },
      ratings: 2,
      mean: 4.5,
      deviation: 0.5,
      bias: { stars: 2, projects: 2 },
      distribution: [0, 0, 0, 1, 1],
      outliers: 1,
    },
    {
      reviewer: { name: 'Zoe' },
      bias: { stars: -1, projects: 1 },
      distribution: [0, 0, 1, 0, 0],
      outliers: 0,
    },
    {
      reviewer: { name: 'Rita' },
      bias: { stars: -3, projects: 1 },
      distribution: [0, 1, 0, 0, 0],
      outliers: 1,
    },
  ])
  expect(scales.all).toMatchObject({ ratings: 4, mean: 3.5 })
  const [root, rita] = [
    { reviewer: { name: 'Root' }, average: 5 },
    { reviewer: { name: 'Rita' }, average: 2 },
  ]
  expect(disagreements).toMatchObject({
    count: 1,
    projects: [{ projectId: of('Ada').id, average: 3.5, spread: 3, ratingCount: 2, ratings: [root, rita] }],
  })
})

test('an admin does not see the ratings of the others before they have rated a project themselves', async () => {
  const hidden = { average: null, normalised: null, spread: null, ratings: null }
  const given = [...ratingsOf, calibrated('Ada')]
  const blind = await overview('Zoe', given)
  expect(blind.disagreements.projects).toMatchObject([{ ratingCount: 2, ...hidden }])
  expect(blind.calibration.projects).toMatchObject([{ median: null, ratings: null }])
  // The widest spread first.
  const rita: Reader = { id: userIdOf('Rita'), role: 'reviewer' }
  const listed = await (await queriesAfter(given)).projects({ limit: 9 }, rita)
  expect(judgedProjectsResponse.parse(listed).projects).toMatchObject([
    { average: 3.5 },
    { projectId: of('Bob').id, ...hidden },
  ])
  // One rating is enough: there are no others to be told of.
  expect((await overview('Zoe', given, 1)).disagreements.projects).toMatchObject([{ average: 3.5 }])
  // They can never rate it.
  expect((await overview('Zoe', [...given, conflict('Zoe', 'Ada')])).disagreements.projects).toMatchObject([
    { average: 3.5 },
  ])
})

test.each(['owner', 'organiser', 'viewer'] as const)(
  'an admin with the role %s sees all figures at once',
  async (role) => {
    const given = [...ratingsOf, calibrated('Ada')]
    const { disagreements, calibration } = await overview('Zoe', given, 2, role)
    expect(disagreements.projects).toMatchObject([{ average: 3.5, spread: 3 }])
    expect(calibration.projects).toMatchObject([{ median: 3.5 }])
  },
)

test('ratings before a conflict of interest are listed, and left out of the figures', async () => {
  const response = await overview('Root', [...ratingsOf, conflict('Rita', 'Ada')])
  expect(response.reviewers.map(({ reviewer }) => reviewer.name)).toEqual(['Root'])
  expect(response.reviewers[0]).toMatchObject({ bias: null, ratings: 2 })
  expect(response.disagreements.count).toBe(0)
  expect(response.excluded).toMatchObject({ count: 1, projects: [{ average: 3.5, spread: null }] })
  expect(response.excluded.projects[0]?.ratings?.map(({ excluded }) => excluded)).toEqual([false, true])
  expect(response.conflicts).toMatchObject([
    { admin: { name: 'Rita' }, participant: { name: 'Ada' }, reason: null, by: null },
  ])
})

test('lists the rated projects in pages, those with the widest spread first', async () => {
  const queries = await queriesAfter([...ratingsOf, rated('Cleo', 'Root', 4), rated('Cleo', 'Rita', 3)])
  const root: Reader = { id: userIdOf('Root'), role: 'reviewer' }
  const first = await queries.projects({ limit: 2 }, root)
  const second = await queries.projects({ limit: 2, cursor: first.nextCursor ?? '' }, root)
  expect([first, second].map(({ projects }) => projects.map(({ projectId }) => projectId))).toEqual([
    [of('Ada').id, of('Cleo').id],
    [of('Bob').id],
  ])
  expect(second.nextCursor).toBeNull()
})

test('the calibration ratings are beside the median of all, and say who has not finished', async () => {
  // No reviewer has to rate one that was withdrawn or rejected.
  const [dan, elsie] = [of('Dan'), of('Elsie')]
  const given = [
    ...['Ada', 'Bob', 'Dan', 'Elsie'].map(calibrated),
    dan.submitted(),
    dan.withdrawn(),
    elsie.submitted(),
    elsie.rejected(),
    ...ratingsOf,
    rated('Ada', 'Zoe', 3),
    conflict('Zoe', 'Bob'),
  ]
  const { calibration } = await overview('Root', given)
  expect(calibration.projects).toMatchObject([
    { projectId: of('Ada').id, day: 1, state: 'rateable', median: 3 },
    { projectId: of('Bob').id, median: 4, ratings: [{ reviewer: userIdOf('Root'), average: 4 }] },
    { state: 'gone' },
    { state: 'rejected' },
  ])
  expect(
    calibration.reviewers.map(({ reviewer, rated: done, total }) => [reviewer.name, done, total]),
  ).toEqual([
    ['Rita', 1, 2],
    ['Root', 2, 2],
    ['Zoe', 1, 1],
  ])
})

test('the calibration waits only for admins who may rate', async () => {
  const role = (name: string, from: AdminRole, to: AdminRole): GivenEvent => ({
    stream: 'admins',
    type: 'AdminRoleChanged',
    data: { user: userIdOf(name), from, to },
  })
  const names = async (...given: GivenEvent[]) =>
    (await overview('Root', [calibrated('Ada'), ...given])).calibration.reviewers.map(
      ({ reviewer }) => reviewer.name,
    )
  expect(await names()).toEqual(['Rita', 'Root', 'Zoe'])
  const invited = personEvents('Zoe').registered({ role: 'admin', adminRole: 'viewer' })
  expect(await names(invited)).toEqual(['Rita', 'Root'])
  expect(await names(invited, role('Zoe', 'viewer', 'reviewer'))).toEqual(['Rita', 'Root', 'Zoe'])
  expect(await names(role('Rita', 'owner', 'viewer'))).toEqual(['Root', 'Zoe'])
  // The ratings that they gave before stay beside those of the others.
  expect(await names(rated('Ada', 'Rita', 3), role('Rita', 'owner', 'viewer'))).toContain('Rita')
})

test('tells an admin what they need to know while they rate a project', async () => {
  const queries = await queriesAfter([
    ...ratingsOf,
    calibrated('Ada'),
    calibrated('Bob'),
    { ...conflict('Rita', 'Bob'), actor: userIdOf('Root') },
  ])
  const own = async (reader: string, project?: string) => {
    const response = await queries.own(userIdOf(reader), project)
    expect(ownJudgingResponse.parse(response)).toEqual(response)
    return response
  }
  expect(await own('Root', of('Ada').id)).toMatchObject({
    wantedRatings: 2,
    calibration: { rated: 2, total: 2, next: null },
    project: { ratingCount: 2, isRatedByMe: true, isCalibration: true, conflict: null },
  })
  expect(await own('Zoe', of('Cleo').id)).toMatchObject({
    calibration: { rated: 0, total: 2, next: of('Ada').id },
    project: { ratingCount: 0, isRatedByMe: false, isCalibration: false, conflict: null },
  })
  expect(await own('Rita', of('Bob').id)).toMatchObject({
    calibration: { rated: 1, total: 1, next: null },
    project: {
      conflict: { reason: null, at: '2026-01-05T12:00:00.000Z', by: { _id: userIdOf('Root'), name: 'Root' } },
    },
  })
  expect(await own('Root')).toMatchObject({ project: null, conflicts: [] })
  expect(await own('Root', 'unknown')).toMatchObject({ project: null })
})

test('tells an admin with which participants they have a conflict of interest, and not about those of others', async () => {
  const queries = await queriesAfter([
    { ...conflict('Rita', 'Bob'), actor: userIdOf('Root') },
    conflict('Rita', 'Cleo'),
    conflict('Zoe', 'Bob'),
    conflictEvent('Zoe', 'ConflictWithdrawn', { participant: userIdOf('Bob') }),
  ])
  const conflictsOf = async (reader: string) => {
    const { conflicts } = await queries.own(userIdOf(reader), undefined)
    return conflicts.map(({ participant, by }) => [participant, by?.name])
  }
  expect(await conflictsOf('Rita')).toEqual([
    [userIdOf('Bob'), 'Root'],
    [userIdOf('Cleo'), undefined],
  ])
  expect(await conflictsOf('Zoe')).toEqual([])
})
