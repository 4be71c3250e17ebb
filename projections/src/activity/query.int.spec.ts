import { feedAnswer } from '@thirty/contracts/api/community.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import { expect, test } from 'vitest'
import type { MentionedProject } from '../mentions.ts'
import { discussionOf, idOf, person, projectOf, stars, storeAfter, type Told } from '../story.ts'
import type { Mentions } from './items.ts'
import { activityQueries } from './query.ts'
import { activityView } from './view.ts'

const view = activityView(1)
const [ada1, bob1, talk] = [projectOf('Ada', 1), projectOf('Bob', 1), discussionOf('Ada')]
const names = new Map(['Ada', 'Bob'].map((name) => [idOf(name), name]))

const mentioned = (id: string, but: Partial<MentionedProject> = {}): MentionedProject => ({
  id,
  owner: idOf('Ada'),
  title: 'Kanban',
  description: 'A board of cards',
  day: 1,
  thumbnail: '/uploads/1-small.webp',
  isRejected: false,
  since: sortable(0n),
  likes: 3,
  comments: 2,
  views: 9,
  ...but,
})
/** What other slices know, unless said otherwise: both projects and the discussion. */
const mentions = (but: { projects?: MentionedProject[]; isTalking?: boolean } = {}): Mentions => {
  const { projects = [mentioned(ada1.id), mentioned(bob1.id)], isTalking = true } = but
  const discussion = { id: talk.id, title: 'Drag and drop?', excerpt: 'By hand.', replies: 4 }
  return {
    speakersOf: async () => (id) => ({
      id,
      name: names.get(id) ?? 'Deleted participant',
      username: null,
      avatar: null,
    }),
    projectsOf: async () => new Map(projects.map((project) => [project.id, project])),
    discussionsOf: async () => new Map(isTalking ? [[talk.id, discussion]] : []),
  }
}
type Query = { limit: number; cursor?: string }
const feedAfter = async (story: Told[], known = mentions(), query: Query = { limit: 100 }) =>
  activityQueries({ store: await storeAfter([view], story), view, mentions: known }).feed(query)
const told = async (story: Told[], known = mentions()) =>
  (await feedAfter(story, known)).items.map(({ what }) => what)

test('what happened is told newest first, with names and figures as they are now', async () => {
  const story = [
    person('Ada').registered(),
    ada1.submitted(),
    ada1.approved(),
    ada1.rated('Root', stars(4)),
    ada1.commented('Bob', 1),
    talk.opened(),
  ]
  const answer = await feedAfter(story)
  expect(feedAnswer.parse(answer)).toEqual(answer)
  const [at, nobody] = ['2026-01-05T12:00:00.000Z', { username: null, avatar: null }]
  const [ada, bob] = [
    { id: idOf('Ada'), name: 'Ada', ...nobody },
    { id: idOf('Bob'), name: 'Bob', ...nobody },
  ]
  const { id, title, description, day, thumbnail, likes, comments } = mentioned(ada1.id)
  const project = { id, title, description, day, thumbnail, likes, comments }
  const discussion = { id: talk.id, title: 'Drag and drop?', excerpt: 'By hand.', replies: 4 }
  expect(answer).toEqual({
    success: true,
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
  })
})

test('of the ratings of one rater the latest is told, on every page', async () => {
  const story = [
    ada1.submitted(),
    ada1.rated('Root', stars(2)),
    ada1.rated('Rita', stars(3)),
    ada1.rated('Root', stars(5)),
  ]
  const first = await feedAfter(story, mentions(), { limit: 1 })
  expect(first.items).toMatchObject([{ what: 'rated', average: 5, position: '40' }])
  const cursor = first.nextCursor ?? ''
  expect((await feedAfter(story, mentions(), { limit: 9, cursor })).items).toMatchObject([
    { what: 'rated', average: 3 },
    { what: 'submitted' },
  ])
})

test('who is gone has no name', async () => {
  const { items } = await feedAfter([projectOf('Ghost', 1).submitted()], {
    ...mentions({ projects: [mentioned(projectOf('Ghost', 1).id)] }),
  })
  expect(items).toMatchObject([{ person: { id: idOf('Ghost'), name: 'Deleted participant' } }])
})

test('what was rejected is not told', async () => {
  const story = [ada1.submitted(), ada1.commented('Bob', 1), bob1.submitted()]
  const projects = [mentioned(ada1.id, { isRejected: true }), mentioned(bob1.id)]
  expect(await told(story, mentions({ projects }))).toEqual(['submitted'])
})

test('what is gone is not told', async () => {
  const story = [ada1.submitted(), talk.opened(), person('Ada').registered()]
  expect(await told(story, mentions({ projects: [], isTalking: false }))).toEqual(['joined'])
})

test('what happened to an earlier hand-in of the same day is not told of the later one', async () => {
  const story = [ada1.submitted(), ada1.commented('Bob', 1), ada1.approved()]
  const projects = [mentioned(ada1.id, { since: sortable(20n) })]
  expect(await told(story, mentions({ projects }))).toEqual(['approved', 'commented'])
})

test('a page ends where the next one begins, whatever happens meanwhile and whatever is left out', async () => {
  const story = [
    person('Ada').registered(),
    bob1.submitted(),
    ada1.submitted(),
    person('Bob').registered(),
    ada1.approved(),
    talk.opened(),
  ]
  const known = mentions({ projects: [mentioned(ada1.id, { isRejected: true }), mentioned(bob1.id)] })
  const places = async (happened: Told[], cursor?: string) => {
    const { items, nextCursor } = await feedAfter(happened, known, {
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    })
    return { at: items.map(({ position }) => position), nextCursor }
  }
  const first = await places(story)
  expect(first.at).toEqual(['60', '40'])
  const cursor = first.nextCursor ?? ''
  expect(await places([...story, person('Cleo').registered()], cursor)).toEqual({
    at: ['20', '10'],
    nextCursor: null,
  })
})

test('a feed in which nothing happened is empty, and a cursor of another list is refused', async () => {
  expect(await feedAfter([])).toMatchObject({ items: [], nextCursor: null })
  await expect(feedAfter([], mentions(), { limit: 2, cursor: 'bm90aGluZw' })).rejects.toMatchObject({
    code: 'malformed',
  })
})
