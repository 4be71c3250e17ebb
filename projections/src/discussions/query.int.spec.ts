import { nameIn } from '@thirty/projections/testing/named.ts'
import { discussionResponse, discussionsResponse } from '@thirty/contracts/community/discussions-api.ts'
import { expect, test } from 'vitest'
import type { PersonSummaryLookup } from '../summaries.ts'
import { discussionEvents, userIdOf, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { discussionQueries } from './query.ts'
import { discussionsProjection } from './projection.ts'

const [ada, bob, cleo] = [discussionEvents('Ada'), discussionEvents('Bob'), discussionEvents('Cleo')]
const names = new Map(['Ada', 'Bob', 'Cleo'].map((name) => [userIdOf(name), name]))
const personSummaries: PersonSummaryLookup = async () => (id) => ({
  id,
  ...nameIn(names, id),
  username: null,
  avatar: null,
})
const reader = { id: userIdOf('Reader'), role: null }
const queriesAfter = async (...given: GivenEvent[]) =>
  discussionQueries({ store: await storeAfter([discussionsProjection], given), personSummaries })
const listed = async (given: GivenEvent[], limit: number, cursor?: string | null) => {
  const answer = await (await queriesAfter(...given)).list({ limit, ...(cursor && { cursor }) }, reader)
  return { ids: answer.discussions.map(({ id }) => id), cursor: answer.nextCursor, count: answer.count }
}
const three = [ada.opened(), bob.opened(), cleo.opened()]

test('lists discussions with the newest activity first', async () => {
  expect((await listed(three, 10)).ids).toEqual([cleo.id, bob.id, ada.id])
  const active = await listed([...three, ada.replied('Cleo', 'r1')], 10)
  expect(active).toEqual({ ids: [ada.id, cleo.id, bob.id], cursor: null, count: 3 })
})

test('lists author, times, number of replies and an excerpt', async () => {
  const late = '2026-01-06T12:00:00.000Z'
  const given = [ada.opened({ text: 'x'.repeat(5_000) }), ada.replied('Bob', 'r1', 'Hm.', late)]
  const answer = await (await queriesAfter(...given)).list({ limit: 10 }, reader)
  expect(discussionsResponse.omit({ success: true }).parse(answer)).toEqual(answer)
  expect(answer.discussions).toEqual([
    {
      id: ada.id,
      title: 'How do you test drag and drop?',
      excerpt: `${'x'.repeat(280)}…`,
      author: { id: userIdOf('Ada'), name: 'Ada', username: null, avatar: null },
      createdAt: '2026-01-05T12:00:00.000Z',
      editedAt: null,
      replies: 1,
      latestAt: late,
    },
  ])
  expect(answer.position).toBe('20')
})

test('a discussion that becomes active between two pages neither hides nor repeats others', async () => {
  const first = await listed(three, 1)
  expect(first.ids).toEqual([cleo.id])
  // A discussion below the first page becomes the newest.
  const second = await listed([...three, ada.replied('Bob', 'r1')], 1, first.cursor)
  expect(second).toEqual({ ids: [bob.id], cursor: null, count: 3 })
  // A discussion of the first page becomes the newest, and a new one is opened.
  const others = [...three, cleo.replied('Bob', 'r1'), discussionEvents('Ada', 2).opened()]
  expect(await listed(others, 2, first.cursor)).toMatchObject({ ids: [bob.id, ada.id], cursor: null })
})

test('returns a discussion with its replies, oldest first, page by page', async () => {
  const given = [
    ada.opened(),
    ada.replied('Bob', 'r1', 'One'),
    bob.opened(),
    bob.replied('Ada', 'elsewhere'),
    ada.replied('Ghost', 'r2', 'Two'),
    ada.replied('Ada', 'r3', 'Three'),
  ]
  const queries = await queriesAfter(...given)
  const first = await queries.one(ada.id, { limit: 2 }, reader)
  expect(discussionResponse.omit({ success: true }).parse(first)).toEqual(first)
  expect(first).toMatchObject({
    discussion: { id: ada.id, text: 'My board works by hand.', replies: 3, author: { name: 'Ada' } },
    replies: [
      { id: 'r1', text: 'One', author: { name: 'Bob' } },
      { id: 'r2', text: 'Two', author: { name: 'Deleted participant' } },
    ],
  })
  const cursor = first?.nextCursor ?? ''
  const second = await queries.one(ada.id, { limit: 2, cursor }, reader)
  expect(second).toMatchObject({ replies: [{ id: 'r3' }], nextCursor: null })
  // The next page starts after the last reply, even if that one was removed and others were posted.
  const later = await queriesAfter(...given, ada.replyRemoved('Ghost', 'r2'), ada.replied('Bob', 'r4'))
  expect(await later.one(ada.id, { limit: 9, cursor }, reader)).toMatchObject({
    replies: [{ id: 'r3' }, { id: 'r4' }],
    nextCursor: null,
  })
})

test('returns nothing for a removed or unknown discussion, the id of a reply or an invalid id', async () => {
  const queries = await queriesAfter(ada.opened(), ada.replied('Bob', bob.id), cleo.opened(), cleo.removed())
  for (const id of [cleo.id, bob.id, userIdOf('Ghost'), 'nonsense'])
    expect(await queries.one(id, { limit: 10 }, reader)).toBeUndefined()
})

test('returns title, excerpt and number of replies for other slices', async () => {
  const { byIds } = await queriesAfter(ada.opened(), ada.replied('Bob', 'r1'), bob.opened(), bob.removed())
  const summaries = await byIds([ada.id, bob.id, ada.id])
  const title = 'How do you test drag and drop?'
  expect([...summaries.values()]).toEqual([
    { id: ada.id, title, excerpt: 'My board works by hand.', replies: 1 },
  ])
})
