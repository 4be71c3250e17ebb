import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  projectResponse,
  projectsResponse,
  projectsQuery,
  userProjectsResponse,
} from '@thirty/contracts/projects/api.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { projectQueries } from './query.ts'
import { projectsProjection } from './projection.ts'

const projection = projectsProjection(firstHistory)
const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`
const [ada1, ada2, bob1] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Bob', 1)]
const given = [
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  ada1.submitted({ projectName: 'Kanban', languages: ' TypeScript ,,CSS, CSS' }, at(1)),
  bob1.submitted({ projectName: 'Chess', description: 'Moves', languages: 'Rust' }, at(2)),
  ada2.submitted({ projectName: 'Poll', description: 'Votes on a board', languages: 'Rust' }, at(3)),
  ada2.rejected('Broken link'),
  ada1.rated('Root', equalCriteria(4)),
  ada1.rated('Bob', equalCriteria(3), { official: false }),
]
const ada = { id: userIdOf('Ada'), isAdmin: false }
const bob = { id: userIdOf('Bob'), isAdmin: false }
const admin = { id: userIdOf('Root'), isAdmin: true }

const queries = async () =>
  projectQueries({
    store: await storeAfter([projection], given),
    readModel: projection,
    history: firstHistory,
  })
const all = async (query: Record<string, unknown> = {}) =>
  projectsResponse.parse(await (await queries()).all(projectsQuery.parse(query), admin))
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('a card contains all fields of a project', async () => {
  const response = await (await queries()).project(ada1.id, bob)
  const card = projectResponse.parse(response).project
  expect(card).toMatchObject({
    projectName: 'Kanban',
    name: 'Kanban',
    day: 1,
    frameworks: '',
    imageUrl: `/uploads/${imageName(1)}`,
    thumbnailUrl: `/uploads/${imageName(1).replace('.webp', '-small.webp')}`,
    averageRating: 3.5,
    currentRating: 3.5,
    ratingCount: 2,
    submissionDate: at(1),
    submittedBy: 'Ada',
    user: { _id: ada.id, fullName: 'Ada', username: 'ada', profileImage: null },
  })
})

test('shows email addresses to admins only', async () => {
  expect((await (await queries()).project(ada1.id, admin))?.project.user.email).toBe('Ada@example.org')
  expect(JSON.stringify(await (await queries()).project(ada1.id, bob))).not.toContain('@')
  expect(JSON.stringify(await (await queries()).project(ada1.id, ada))).not.toContain('@')
})

test('says since when a pending project waits for review, to admins only', async () => {
  const { projects } = await all({ limit: 100 })
  for (const { status, submissionDate, waitingSince } of projects)
    expect(waitingSince).toBe(status === 'submitted' ? submissionDate : undefined)
  expect(new Set(projects.map(({ status }) => status)).size).toBeGreaterThan(1)
  const pending = projects.find(({ status }) => status === 'submitted')
  expect((await (await queries()).project(pending?._id ?? '', bob))?.project).not.toHaveProperty(
    'waitingSince',
  )
})

test('shows the reason of a rejection to the owner and to admins only', async () => {
  const reasonFor = async (reader: typeof ada) =>
    (await (await queries()).project(ada2.id, reader))?.project.rejectionReason
  expect(await reasonFor(ada)).toBe('Broken link')
  expect(await reasonFor(admin)).toBe('Broken link')
  expect(await reasonFor(bob)).toBeNull()
})

test('finds nothing for an id that is not a project', async () => {
  for (const id of ['all', `user:${ada.id}`, projectEvents('Ghost', 1).id, '__proto__'])
    expect(await (await queries()).project(id, admin)).toBeUndefined()
})

test('lists projects newest first, combines all filters, and counts every status', async () => {
  const every = await all()
  expect([idsOf(every), every.counts]).toEqual([
    [ada2.id, bob1.id, ada1.id],
    { all: 3, submitted: 2, approved: 0, rejected: 1 },
  ])
  expect(idsOf(await all({ day: 1 }))).toEqual([bob1.id, ada1.id])
  expect(idsOf(await all({ status: 'rejected' }))).toEqual([ada2.id])
  expect(await all({ day: 1, status: 'rejected' })).toMatchObject({ projects: [], counts: { all: 2 } })
  expect(idsOf(await all({ language: 'rust' }))).toEqual([ada2.id, bob1.id])
  expect(idsOf(await all({ search: 'BOARD' }))).toEqual([ada2.id, ada1.id])
  expect(await all({ search: 'board', language: 'rust', status: 'submitted' })).toMatchObject({
    projects: [],
    counts: { all: 1, submitted: 0, rejected: 1 },
  })
})

test('lists the projects of a user, newest first', async () => {
  const mine = async (query: Record<string, unknown> = {}) =>
    (await queries()).ofUser(ada.id, projectsQuery.parse(query), ada)
  expect(idsOf(await mine())).toEqual([ada2.id, ada1.id])
  expect(await mine({ status: 'submitted' })).toMatchObject({
    projects: [{ _id: ada1.id }],
    counts: { all: 2 },
  })
  const first = await mine({ limit: 1 })
  expect(idsOf(first)).toEqual([ada2.id])
  expect(idsOf(await mine({ limit: 1, cursor: first.nextCursor }))).toEqual([ada1.id])
})

test('returns the filter options of all projects of a user, regardless of the filter', async () => {
  const mine = async (query: Record<string, unknown> = {}) =>
    userProjectsResponse.parse(await (await queries()).ofUser(ada.id, projectsQuery.parse(query), ada))
  for (const query of [{}, { day: 2 }, { search: 'nothing like it' }, { limit: 1 }])
    expect(await mine(query)).toMatchObject({ languages: ['CSS', 'Rust', 'TypeScript'], days: [1, 2] })
  const projects = await queries()
  const none = await projects.ofUser(admin.id, projectsQuery.parse({}), admin)
  expect(none).toMatchObject({ languages: [], days: [] })
  expect([await projects.count(), await projects.countOfUser(ada.id)]).toEqual([3, 2])
})

test('still knows the user of a deleted account who left projects', async () => {
  const store = await storeAfter([projection], [projectEvents('Ghost', 3).submitted()])
  const projects = projectQueries({ store, readModel: projection, history: firstHistory })
  expect(await projects.isKnownUser(userIdOf('Ghost'))).toBe(true)
  expect(await projects.isKnownUser(userIdOf('Nobody'))).toBe(false)
  const { projects: left } = await projects.ofUser(userIdOf('Ghost'), projectsQuery.parse({}), admin)
  expect(left).toMatchObject([{ day: 3, submittedBy: 'Deleted participant' }])
})

test('a card contains the reaction counts, and whether its reader likes the project', async () => {
  const reactions = [ada1.liked('Bob'), ada1.viewed('Bob'), bob1.viewed('Ada'), bob1.commented('Ada', 1)]
  const store = await storeAfter([projection], [...given, ...reactions])
  const projects = projectQueries({ store, readModel: projection, history: firstHistory })
  const figures = { likes: 1, comments: 0, views: 1 }
  expect(await projects.project(ada1.id, bob)).toMatchObject({ project: { ...figures, likedByMe: true } })
  expect(await projects.project(ada1.id, ada)).toMatchObject({ project: { ...figures, likedByMe: false } })
  const { projects: listed } = await projects.all(projectsQuery.parse({}), bob)
  expect(listed).toMatchObject([
    { _id: ada2.id, likes: 0, comments: 0, views: 0, likedByMe: false },
    { _id: bob1.id, likes: 0, comments: 1, views: 1, likedByMe: false },
    { _id: ada1.id, ...figures, likedByMe: true },
  ])
})
