import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { feedResponse } from '@thirty/contracts/community/api.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { feedLookups, projectSummary } from '@thirty/projections/testing/feed-lookups.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { expect, test } from 'vitest'
import type { ProjectSummary, RankChange } from '../summaries.ts'
import {
  discussionEvents,
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { livePosition } from '../read-model-state.ts'
import { activityQueries } from './query.ts'
import { activityProjection } from './projection.ts'

const projection = activityProjection(firstHistory)
const [ada1, bob1, talk] = [projectEvents('Ada', 1), projectEvents('Bob', 1), discussionEvents('Ada')]

/** Lookups of other slices. By default they find both projects; they find the discussion. */
const lookups = (projects = [projectSummary(ada1.id), projectSummary(bob1.id)]) => {
  const discussion = { id: talk.id, title: 'Drag and drop?', excerpt: 'By hand.', replies: 4 }
  return feedLookups({
    people: ['Ada', 'Bob'],
    projects,
    discussions: [discussion],
    submittedDays: [{ day: 1, status: 'approved', score: 4 }],
  })
}
const feedIn = (store: ReadModelStore, known = lookups(), ranks: readonly RankChange[] = []) =>
  activityQueries({
    ...known,
    ...contextWith({
      store,
      readModels: { activity: projection },
      rankChanges: async () => ranks,
      positionOf: () => livePosition(store, projection),
    }),
  }).feed
const feedAfter = async (
  given: GivenEvent[],
  known = lookups(),
  query: { limit: number; cursor?: string } = { limit: 100 },
) => feedIn(await storeAfter([projection], given), known)(query)
const kindsOf = async (given: GivenEvent[], known = lookups()) =>
  (await feedAfter(given, known)).items.map(({ what }) => what)

test('lists activities newest first, with current names and figures', async () => {
  const given = [
    personEvents('Ada').registered(),
    ada1.submitted(),
    ada1.approved(),
    ada1.rated('Root', equalCriteria(4)),
    ada1.commented('Bob', 1),
    talk.opened(),
  ]
  const answer = await feedAfter(given)
  expect(feedResponse.omit({ success: true }).parse(answer)).toEqual(answer)
  const at = '2026-01-05T12:00:00.000Z'
  const personNamed = (name: string) => ({ id: userIdOf(name), name, username: null, avatar: null })
  const [ada, bob] = [personNamed('Ada'), personNamed('Bob')]
  const { id, title, description, day, thumbnail, likes, comments } = projectSummary(ada1.id)
  const project = { id, title, description, day, thumbnail, likes, comments }
  const discussion = { id: talk.id, title: 'Drag and drop?', excerpt: 'By hand.', replies: 4 }
  expect(answer).toEqual({
    items: [
      { what: 'discussed', position: '60', at, person: ada, discussion },
      { what: 'commented', position: '50', at, person: bob, project, comment: 'c1', text: 'Neat' },
      { what: 'rated', position: '40', at, person: ada, project, average: 4 },
      { what: 'approved', position: '30', at, person: ada, project },
      { what: 'submitted', position: '20', at, person: ada, project },
      { what: 'joined', position: '10', at, person: ada },
    ],
    nextCursor: null,
    position: '60',
    epoch: expect.any(String),
  })
})

test('lists only the latest rating of each rater, across all pages', async () => {
  const given = [
    ada1.submitted(),
    ada1.rated('Root', equalCriteria(2)),
    ada1.rated('Rita', equalCriteria(3)),
    ada1.rated('Root', equalCriteria(5)),
  ]
  const pages = await allPages((from) => feedAfter(given, lookups(), { limit: 1, ...from }))
  expect(pages.flatMap(({ items }) => items)).toMatchObject([
    { what: 'rated', average: 5, position: '40' },
    { what: 'rated', average: 3 },
    { what: 'submitted' },
  ])
})

test('leaves out activities of a rejected project, and of an earlier submission of the same day', async () => {
  const given = [ada1.submitted(), ada1.commented('Bob', 1), ada1.approved(), bob1.submitted()]
  const kinds = (ada: Partial<ProjectSummary>) =>
    kindsOf(given, lookups([projectSummary(ada1.id, ada), projectSummary(bob1.id)]))
  expect(await kinds({ status: 'rejected' })).toEqual(['submitted'])
  expect(await kinds({ since: sortablePosition(20n) })).toEqual(['submitted', 'approved', 'commented'])
})

test('pages have no gaps and no repeats, even if activities are added between two pages or left out', async () => {
  const given = [
    personEvents('Ada').registered(),
    bob1.submitted(),
    ada1.submitted(),
    personEvents('Bob').registered(),
    ada1.approved(),
    talk.opened(),
  ]
  const known = lookups([projectSummary(ada1.id, { status: 'rejected' }), projectSummary(bob1.id)])
  const page = async (given: GivenEvent[], cursor?: string) => {
    const query = { limit: 2, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await feedAfter(given, known, query)
    return { at: items.map(({ position }) => position), nextCursor }
  }
  const first = await page(given)
  expect(first.at).toEqual(['60', '40'])
  const second = await page([...given, personEvents('Cleo').registered()], first.nextCursor ?? '')
  expect(second).toEqual({ at: ['20', '10'], nextCursor: null })
})

test('lists the activities of very many people in order, and ends with the latest of them', async () => {
  const people = Array.from({ length: 700 }, (_, at) => personEvents(`P${at}`).registered())
  const comments = Array.from({ length: 30 }, (_, at) => ada1.commented('Bob', at + 1))
  const [before, after] = [people.slice(0, 650), people.slice(650)]
  const given = [...before, ada1.submitted(), ...comments, ...after]
  const feed = feedIn(await storeAfter([projection], given))
  const pages = await allPages((from) => feed({ limit: 90, ...from }))
  const shown = pages.flatMap(({ items }) => items.map(({ position }) => Number(position) / 10))
  // The project, at positions 651 to 681, has only its latest sixteen activities.
  const expected = given.map((_, at) => given.length - at).filter((at) => at < 651 || at > 681 - 16)
  expect(shown).toEqual(expected.slice(0, 512))
})

test('the feed leaves no person out when a document that was read disappears before the next documents are read', async () => {
  const people = Array.from({ length: 200 }, (_, at) => personEvents(`P${at}`).registered())
  const store = await storeAfter([projection], people)
  const live = await store.liveBuild(projection)
  if (!live) throw new Error('It is not built.')
  let reads = 0
  const deleteNewest = async () => {
    if (++reads !== 2) return
    const { build, checkpoint: from } = live
    const change = { upserts: [], deletes: [userIdOf('P199')], messages: [] }
    await store.commit({ build, stepId: 'deletion', from, to: from + 1n, ...change })
  }
  const moving: ReadModelStore = {
    ...store,
    range: async (...args) => deleteNewest().then(() => store.range(...args)),
    entries: async (...args) => deleteNewest().then(() => store.entries(...args)),
  }
  const { items } = await feedIn(moving)({ limit: 200 })
  expect(reads).toBeGreaterThan(2)
  expect(items.map(({ position }) => Number(position) / 10)).toEqual(people.map((_, at) => 200 - at))
})

test('a submission that completes a streak has its length and the days, also before the leaderboard has the day', async () => {
  const [second, third] = [projectEvents('Ada', 2), projectEvents('Ada', 3)]
  const known = lookups([projectSummary(third.id, { day: 3 })])
  const answer = await feedAfter([ada1.submitted(), second.submitted(), third.submitted()], known)
  expect(feedResponse.omit({ success: true }).parse(answer)).toEqual(answer)
  expect(answer.items).toMatchObject([
    {
      what: 'submitted',
      streak: {
        length: 3,
        days: [
          { day: 1, status: 'approved', score: 4 },
          { day: 3, status: 'submitted', score: null },
        ],
      },
    },
  ])
})

test('lists the changes of rank of a date after its last event, the new leader first, on pages of any size', async () => {
  const at = '2026-01-06T00:00:00.000Z'
  const moved = (person: string, rank: number) =>
    ({ what: 'moved-up', at, position: 20, person: userIdOf(person), places: 2, rank }) as const
  const ranks: RankChange[] = [
    moved('Ada', 3),
    moved('Bob', 2),
    { what: 'took-the-lead', at, position: 20, person: userIdOf('Ada') },
    moved('Ghost', 4),
  ]
  const given = [personEvents('Ada').registered(), ada1.submitted(), bob1.submitted()]
  const moves = ['20 took-the-lead', '20 moved-up 2', '20 moved-up 3']
  const expected = ['30 submitted', ...moves, '20 submitted', '10 joined']
  const feed = feedIn(await storeAfter([projection], given), lookups(), ranks)
  for (const limit of [1, 2, 3, 10]) {
    const pages = await allPages((from) => feed({ limit, ...from }))
    for (const page of pages) expect(feedResponse.omit({ success: true }).parse(page)).toEqual(page)
    const shown = pages
      .flatMap(({ items }) => items)
      .map((item) => [item.position, item.what, ...(item.what === 'moved-up' ? [item.rank] : [])].join(' '))
    // The account of the fourth was deleted.
    expect([limit, shown]).toEqual([limit, expected])
  }
})
