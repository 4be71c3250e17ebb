import { projectEndpoints } from '@thirty/contracts/projects/api.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'

const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`
const [ada1, ada2, bob1] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Bob', 1)]
const given = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Ada').event('ProfileChanged', { fullName: 'Ada King', username: '' }),
  personEvents('Ada').event('ProfileImageChanged', { image: imageName(2) }),
  personEvents('Bob').registered(),
  ada1.submitted({ projectName: 'Kanban', languages: ' TypeScript ,,CSS, CSS' }, at(1)),
  bob1.submitted({ projectName: 'Chess', description: 'Moves', languages: 'Rust' }, at(2)),
  ada2.submitted({ projectName: 'Poll', description: 'Votes on a board', languages: 'Rust' }, at(3)),
  ada2.rejected('Broken link'),
  ada1.rated('Root', equalCriteria(4)),
  ada1.rated('Bob', equalCriteria(3), { official: false }),
]
type Query = Record<string, string | number | null>

/** Returns requests after these events and some more. */
async function after(...more: GivenEvent[]) {
  const ask = await askAfter([...given, ...more])
  return {
    card: async (projectId: string, reader: string) =>
      (await ask(projectEndpoints.one, reader, { projectId })).project,
    all: (query: Query = {}) => ask(projectEndpoints.all, 'Root', query),
    ofUser: (user: string, query: Query = {}) =>
      ask(projectEndpoints.ofUser, 'Root', { userId: userIdOf(user), ...query }),
    mine: (query: Query = {}) => ask(projectEndpoints.mine, 'Ada', query),
    counts: async (user: string) => [
      (await ask(projectEndpoints.count, 'Root')).count,
      (await ask(projectEndpoints.countOfUser, 'Root', { userId: userIdOf(user) })).count,
    ],
  }
}
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('a card contains all fields of a project', async () => {
  const { card } = await after()
  expect(await card(ada1.id, 'Bob')).toMatchObject({
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
    submittedBy: 'Ada King',
    user: {
      _id: userIdOf('Ada'),
      fullName: 'Ada King',
      username: null,
      profileImage: `/uploads/${imageName(2)}`,
    },
  })
})

test('shows email addresses to admins only', async () => {
  const { card } = await after()
  expect((await card(ada1.id, 'Root')).user.email).toBe('Ada@example.org')
  for (const reader of ['Ada', 'Bob']) expect(JSON.stringify(await card(ada1.id, reader))).not.toContain('@')
})

test('says since when a pending project waits for review, and its version, to admins only', async () => {
  const { all, card } = await after()
  const waiting = (await all()).projects.map(({ _id, waitingSince }) => [_id, waitingSince])
  expect(waiting).toEqual([
    [ada2.id, undefined],
    [bob1.id, at(2)],
    [ada1.id, at(1)],
  ])
  const shown = (fields: object) =>
    ['waitingSince', 'version', 'officialRatings'].filter((field) => Object.hasOwn(fields, field))
  expect(shown(await card(bob1.id, 'Root'))).toHaveLength(3)
  expect(shown(await card(bob1.id, 'Bob'))).toEqual([])
})

test('shows the reason of a rejection to the owner and to admins only', async () => {
  const { card } = await after()
  const reasons = ['Ada', 'Root', 'Bob'].map(async (reader) => (await card(ada2.id, reader)).rejectionReason)
  expect(await Promise.all(reasons)).toEqual(['Broken link', 'Broken link', null])
})

test('no reason has the name of somebody who deleted the account: one that may have it is empty', async () => {
  const data = { by: userIdOf('Root'), reason: 'Hi {name}', nameOpen: true }
  const { card } = await after({ ...ada1.rejected(), data }, personEvents('Ada').deleted())
  const reasons = [ada1, ada2].map(async ({ id }) => (await card(id, 'Root')).rejectionReason)
  expect(await Promise.all(reasons)).toEqual(['Hi Deleted participant', null])
})

test('finds nothing for an id that is not a project', async () => {
  const { card } = await after()
  for (const id of ['nonsense', `user:${userIdOf('Ada')}`, projectEvents('Ghost', 1).id, '__proto__'])
    await expect(card(id, 'Root')).rejects.toThrow('404')
})

test.each<[query: Query, ids: string[], counts: object]>([
  [{}, [ada2.id, bob1.id, ada1.id], { all: 3, submitted: 2, approved: 0, rejected: 1 }],
  [{ day: 1 }, [bob1.id, ada1.id], { all: 2 }],
  [{ status: 'rejected' }, [ada2.id], { all: 3 }],
  [{ day: 1, status: 'rejected' }, [], { all: 2 }],
  [{ language: 'rust' }, [ada2.id, bob1.id], { all: 2 }],
  [{ search: 'BOARD' }, [ada2.id, ada1.id], { all: 2 }],
  [
    { search: 'board', language: 'rust', status: 'submitted' },
    [],
    { all: 1, submitted: 0, approved: 0, rejected: 1 },
  ],
])('lists the projects that match %j newest first, and counts every status', async (query, ids, counts) => {
  const { all } = await after()
  const found = await all(query)
  expect([idsOf(found), found.counts]).toEqual([ids, expect.objectContaining(counts)])
})

test('lists the projects of a user, newest first', async () => {
  const { mine } = await after()
  expect(idsOf(await mine())).toEqual([ada2.id, ada1.id])
  const submitted = { projects: [{ _id: ada1.id }], counts: { all: 2 } }
  expect(await mine({ status: 'submitted' })).toMatchObject(submitted)
  const first = await mine({ limit: 1 })
  expect(idsOf(first)).toEqual([ada2.id])
  expect(idsOf(await mine({ limit: 1, cursor: first.nextCursor }))).toEqual([ada1.id])
})

test('returns the filter options of all projects of a user, regardless of the filter', async () => {
  const { mine, ofUser, counts } = await after()
  for (const query of [{}, { day: 2 }, { search: 'nothing like it' }, { limit: 1 }])
    expect(await mine(query)).toMatchObject({ languages: ['CSS', 'Rust', 'TypeScript'], days: [1, 2] })
  expect(await ofUser('Root')).toMatchObject({ languages: [], days: [] })
  expect(await counts('Ada')).toEqual([3, 2])
})

test('still knows the user of a deleted account who left projects', async () => {
  const { ofUser } = await after(projectEvents('Ghost', 3).submitted(), personEvents('Ghost').deleted())
  const { projects } = await ofUser('Ghost')
  expect(projects).toMatchObject([{ day: 3, submittedBy: 'Deleted participant' }])
  await expect(ofUser('Nobody')).rejects.toThrow('404')
})

test('a card contains the reaction counts, and whether its reader likes the project', async () => {
  const reactions = [ada1.liked('Root'), ada1.viewed('Bob'), bob1.viewed('Ada'), bob1.commented('Ada', 1)]
  const { card, all } = await after(...reactions)
  const figures = { likes: 1, comments: 0, views: 1 }
  expect(await card(ada1.id, 'Ada')).toMatchObject({ ...figures, likedByMe: false })
  expect((await all()).projects).toMatchObject([
    { _id: ada2.id, likes: 0, comments: 0, views: 0, likedByMe: false },
    { _id: bob1.id, likes: 0, comments: 1, views: 1, likedByMe: false },
    { _id: ada1.id, ...figures, likedByMe: true },
  ])
})
