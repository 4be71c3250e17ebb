import { judgingEndpoints } from '@thirty/contracts/judging/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import {
  calibrationEvent,
  challengeEvent,
  conflictEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { expect, test } from 'vitest'

const of = (name: string) => projectEvents(name, 1)
const rated = (name: string, rater: string, stars: number) => of(name).rated(rater, equalCriteria(stars))
const names = ['Ada', 'Bob', 'Cleo']
const admin = (name: string, adminRole: AdminRole = 'reviewer') =>
  personEvents(name).registered({ role: 'admin', adminRole })
const submitted = [
  ...['Root', 'Rita', 'Zoe'].map((name) => admin(name)),
  ...names.flatMap((name) => [personEvents(name).registered(), of(name).submitted()]),
]
const wanted = (wantedRatings: number) => challengeEvent('ChallengeOptionsChanged', { wantedRatings })
const conflict = (name: string, participant: string) =>
  conflictEvent(name, 'ConflictDeclared', { participant: userIdOf(participant) })
const calibrated = (name: string) => calibrationEvent('CalibrationProjectAdded', { project: of(name).id })
const role = (name: string, from: AdminRole, to: AdminRole): GivenEvent => ({
  stream: 'admins',
  type: 'AdminRoleChanged',
  data: { user: userIdOf(name), from, to },
})
const ratingsOf = [rated('Ada', 'Root', 5), rated('Ada', 'Rita', 2), rated('Bob', 'Root', 4)]

/** Three projects are submitted, and two ratings of each are wanted. */
const after = (given: readonly GivenEvent[]) => askAfter([...submitted, wanted(2), ...given])
const overview = async (reader: string, given: readonly GivenEvent[]) =>
  (await after(given))(judgingEndpoints.overview, reader)

test('says how each reviewer rates, how they differ from the others, and which projects need another look', async () => {
  const { reviewers, scales, disagreements } = await overview('Root', [...ratingsOf, rated('Bob', 'Zoe', 3)])
  const [root, rita] = ['Root', 'Rita'].map((name) => ({
    _id: userIdOf(name),
    name,
    username: name.toLowerCase(),
  }))
  expect(reviewers).toMatchObject([
    {
      reviewer: root,
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
    { reviewer: rita, bias: { stars: -3, projects: 1 }, distribution: [0, 1, 0, 0, 0], outliers: 1 },
  ])
  expect(scales.all).toMatchObject({ ratings: 4, mean: 3.5 })
  const ratings = [
    { reviewer: root, average: 5 },
    { reviewer: rita, average: 2 },
  ]
  expect(disagreements).toMatchObject({
    count: 1,
    projects: [{ projectId: of('Ada').id, projectName: 'Kanban', average: 3.5, spread: 3, ratings }],
  })
})

const blind = { average: null, normalised: null, spread: null, ratings: null }
test.each<[what: string, reader: string, given: GivenEvent[], project: object, median: number | null]>([
  ['hidden from an admin who has not rated the project', 'Zoe', [], blind, null],
  ['shown when one rating is enough: there are no others', 'Zoe', [wanted(1)], { average: 3.5 }, 3.5],
  ['shown to an admin who can never rate it', 'Zoe', [conflict('Zoe', 'Ada')], { average: 3.5 }, 3.5],
  ...(['owner', 'organiser', 'viewer'] as const).map(
    (adminRole): [string, string, GivenEvent[], object, number] => [
      `shown to an admin with the role ${adminRole}`,
      'Eve',
      [admin('Eve', adminRole)],
      { average: 3.5, spread: 3 },
      3.5,
    ],
  ),
])('the ratings of others are %s', async (_what, reader, given, project, median) => {
  const { disagreements, calibration } = await overview(reader, [...ratingsOf, calibrated('Ada'), ...given])
  expect(disagreements.projects).toMatchObject([{ ratingCount: 2, ...project }])
  expect(calibration.projects).toMatchObject([{ median, ...(median === null && { ratings: null }) }])
})

test('ratings before a conflict of interest are listed, and left out of the figures', async () => {
  const response = await overview('Root', [...ratingsOf, conflict('Rita', 'Ada')])
  const excluded = { average: 3.5, spread: null, ratings: [{ excluded: false }, { excluded: true }] }
  expect(response).toMatchObject({
    reviewers: [{ reviewer: { name: 'Root' }, bias: null, ratings: 2 }],
    disagreements: { count: 0 },
    excluded: { count: 1, projects: [excluded] },
    conflicts: [{ admin: { name: 'Rita' }, participant: { name: 'Ada' }, reason: null, by: null }],
  })
})

test('lists the rated projects in pages, the widest spread first', async () => {
  const ask = await after([...ratingsOf, rated('Cleo', 'Root', 4), rated('Cleo', 'Rita', 3)])
  const page = (reader: string, cursor?: string | null) =>
    ask(judgingEndpoints.projects, reader, { limit: 2, cursor })
  const first = await page('Rita')
  const second = await page('Rita', first.nextCursor)
  expect([first, second].map(({ projects }) => projects.map(({ projectId }) => projectId))).toEqual([
    [of('Ada').id, of('Cleo').id],
    [of('Bob').id],
  ])
  expect(second).toMatchObject({ projects: [blind], nextCursor: null })
})

test('the calibration ratings are beside the median of all, and say who has not finished', async () => {
  // No reviewer has to rate one that was withdrawn or rejected.
  const gone = [of('Dan').submitted(), of('Dan').withdrawn()]
  const rejected = [of('Elsie').submitted(), of('Elsie').rejected()]
  const given = [
    ...['Ada', 'Bob', 'Dan', 'Elsie'].map(calibrated),
    ...gone,
    ...rejected,
    ...ratingsOf,
    rated('Ada', 'Zoe', 3),
    conflict('Zoe', 'Bob'),
  ]
  const { calibration } = await overview('Root', given)
  expect(calibration).toMatchObject({
    projects: [
      { projectId: of('Ada').id, day: 1, state: 'rateable', median: 3 },
      { projectId: of('Bob').id, median: 4, ratings: [{ reviewer: userIdOf('Root'), average: 4 }] },
      { state: 'gone' },
      { state: 'rejected' },
    ],
    reviewers: [
      { reviewer: { name: 'Rita' }, rated: 1, total: 2 },
      { reviewer: { name: 'Root' }, rated: 2, total: 2 },
      { reviewer: { name: 'Zoe' }, rated: 1, total: 1 },
    ],
  })
})

test.each<[what: string, given: GivenEvent[], names: string[]]>([
  ['all reviewers', [], ['Rita', 'Root', 'Zoe']],
  ['no viewer', [admin('Zoe', 'viewer')], ['Rita', 'Root']],
  [
    'a viewer who became a reviewer',
    [admin('Zoe', 'viewer'), role('Zoe', 'viewer', 'reviewer')],
    ['Rita', 'Root', 'Zoe'],
  ],
  ['no reviewer who became a viewer', [role('Rita', 'reviewer', 'viewer')], ['Root', 'Zoe']],
  [
    'a viewer who has rated before: the ratings stay beside the ratings of the others',
    [rated('Ada', 'Rita', 3), role('Rita', 'reviewer', 'viewer')],
    ['Rita', 'Root', 'Zoe'],
  ],
])('the calibration names %s', async (_what, given, expected) => {
  const { calibration } = await overview('Root', [calibrated('Ada'), ...given])
  expect(calibration.reviewers.map(({ reviewer }) => reviewer.name)).toEqual(expected)
})

const byRoot = (event: GivenEvent) => ({ ...event, actor: userIdOf('Root') })

test('tells an admin what they need to know while they rate a project', async () => {
  const chosen = ['Ada', 'Bob'].map(calibrated)
  const ask = await after([...ratingsOf, ...chosen, byRoot(conflict('Rita', 'Bob'))])
  const own = (reader: string, project?: string) => ask(judgingEndpoints.mine, reader, { project })
  expect(await own('Root', of('Ada').id)).toMatchObject({
    wantedRatings: 2,
    calibration: { rated: 2, total: 2, next: null },
    project: { ratingCount: 2, isRatedByMe: true, isCalibration: true, conflict: null },
  })
  expect(await own('Zoe', of('Cleo').id)).toMatchObject({
    calibration: { rated: 0, total: 2, next: of('Ada').id },
    project: { ratingCount: 0, isRatedByMe: false, isCalibration: false, conflict: null },
  })
  const by = { _id: userIdOf('Root'), name: 'Root' }
  expect(await own('Rita', of('Bob').id)).toMatchObject({
    calibration: { rated: 1, total: 1, next: null },
    project: { conflict: { reason: null, at: '2026-01-05T12:00:00.000Z', by } },
  })
  expect(await own('Root')).toMatchObject({ project: null, conflicts: [] })
  expect(await own('Root', 'unknown')).toMatchObject({ project: null })
})

test('tells an admin about their own conflicts of interest, and not about conflicts of other admins', async () => {
  const ask = await after([
    byRoot(conflict('Rita', 'Bob')),
    conflict('Rita', 'Cleo'),
    conflict('Zoe', 'Bob'),
    conflictEvent('Zoe', 'ConflictWithdrawn', { participant: userIdOf('Bob') }),
  ])
  expect(await ask(judgingEndpoints.mine, 'Rita')).toMatchObject({
    conflicts: [
      { participant: userIdOf('Bob'), by: { name: 'Root' } },
      { participant: userIdOf('Cleo'), by: null },
    ],
  })
  expect(await ask(judgingEndpoints.mine, 'Zoe')).toMatchObject({ conflicts: [] })
})

test('a participant who met the strict reviewer changes places with one who met the lenient reviewer', async () => {
  const ofDan = (
    [
      [1, 'Rita'],
      [2, 'Rita'],
      [4, 'Root'],
      [5, 'Root'],
    ] as const
  ).flatMap(([stars, rater]) => {
    const project = projectEvents('Dan', stars)
    return [project.submitted(), project.rated(rater, equalCriteria(stars))]
  })
  const ask = await after([rated('Ada', 'Rita', 3), rated('Bob', 'Root', 4), ...ofDan])
  const { standings, moved, compared } = await ask(judgingEndpoints.standings, 'Root')
  const ranks = standings.map(({ participant, rank, normalisedRank }) => [
    participant.name,
    rank,
    normalisedRank,
  ])
  expect(ranks).toEqual([
    ['Participant elsewhere', 1, 1],
    ['Ada', 3, 2],
    ['Bob', 2, 3],
    ['Cleo', 4, 4],
  ])
  expect({ moved, compared }).toEqual({ moved: 2, compared: 4 })
  expect(standings[1]?.participant).toEqual({ _id: userIdOf('Ada'), name: 'Ada', username: 'ada' })
})

test('with one reviewer no participant moves, and the points equal the leaderboard', async () => {
  const ask = await after([rated('Ada', 'Root', 5), rated('Bob', 'Root', 3), rated('Cleo', 'Root', 3)])
  const { standings, moved } = await ask(judgingEndpoints.standings, 'Root')
  expect([standings.length, moved]).toEqual([3, 0])
  for (const { points, normalisedPoints } of standings) expect(normalisedPoints).toBe(points)
})
