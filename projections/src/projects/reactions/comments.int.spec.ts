import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { commentsResponse } from '@thirty/contracts/community/reactions-api.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { commentsOn } from './comments.ts'
import { projectsProjection } from '../projection.ts'

const projection = projectsProjection(firstHistory)
const ada1 = projectEvents('Ada', 1)
const at = '2026-01-06T12:00:00.000Z'
const reader = (name: string, role: AdminRole | null = null) => ({
  id: userIdOf(name),
  ...privilegesFor(role),
})
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function read(
  given: GivenEvent[],
  page: { limit?: number; cursor?: string | null } = {},
  caller = reader('Ada'),
) {
  const people = [personEvents('Ada').registered(), personEvents('Bob').registered()]
  const store = await storeAfter([projection], [...people, ...given])
  const { limit = 100, cursor } = page
  const source = { store, readModel: projection }
  const answer = await commentsOn(source, ada1.id, { limit, cursor: cursor ?? undefined }, caller)
  return answer && commentsResponse.omit({ success: true }).parse(answer)
}
const ids = (answer: Awaited<ReturnType<typeof read>>) => answer?.comments.map(({ id }) => id)

test('lists comments newest first, with author and time', async () => {
  const given = [
    personEvents('Bob').event('ProfileImageChanged', { image: imageName(2) }),
    ada1.submitted(),
    ada1.commented('Bob', 1, '<img src=x onerror=alert(1)>\n[a](javascript:x)', at),
    ada1.commented('Ada', 2, 'Thanks', at),
  ]
  const answer = await read(given)
  expect(answer?.comments).toEqual([
    {
      id: 'c2',
      text: 'Thanks',
      createdAt: at,
      author: { _id: userIdOf('Ada'), name: 'Ada', username: 'ada', avatar: null },
      mine: true,
      mayRemove: true,
    },
    {
      id: 'c1',
      text: '<img src=x onerror=alert(1)>\n[a](javascript:x)',
      createdAt: at,
      author: { _id: userIdOf('Bob'), name: 'Bob', username: 'bob', avatar: `/uploads/${imageName(2)}` },
      mine: false,
      mayRemove: false,
    },
  ])
  expect(answer).toMatchObject({ count: 2, nextCursor: null })
  const forAdmin = await read(given, {}, reader('Root', 'reviewer'))
  expect(forAdmin?.comments).toMatchObject([1, 2].map(() => ({ mine: false, mayRemove: true })))
})

test('keeps the comments of a deleted account, without its name', async () => {
  const image = personEvents('Bob').event('ProfileImageChanged', { image: imageName(2) })
  const events = [image, ada1.submitted(), ada1.commented('Bob', 1, 'Neat'), ada1.liked('Bob')]
  // The account is deleted while the read model exists, or the read model is rebuilt from a log without the account.
  for (const given of [
    [...events, personEvents('Bob').deleted()],
    [ada1.submitted(), ada1.commented('Ghost', 1, 'Neat')],
  ]) {
    const answer = await read(given)
    expect(answer).toMatchObject({ count: 1 })
    expect(answer?.comments).toMatchObject([
      { text: 'Neat', author: { name: 'Deleted participant', avatar: null } },
    ])
  }
})

test('pages to the end of the list, even if comments were removed', async () => {
  const removed = (number: number) => number % 3 === 0 || (number > 20 && number < 150)
  const given = [
    ada1.submitted(),
    ...numbers(200).map((number) => ada1.commented('Bob', number)),
    ...numbers(200)
      .filter(removed)
      .map((number) => ada1.commentRemoved('Bob', number)),
  ]
  const remaining = numbers(200)
    .filter((number) => !removed(number))
    .map((number) => `c${number}`)
    .reverse()
  for (const limit of [1, 7, 31, 32, 33, 200]) {
    const pages = await allPages(async (from) => ({ ...(await read(given, { limit, ...from })) }))
    for (const { count, comments } of pages) {
      expect(count).toBe(remaining.length)
      expect(comments?.length).toBeLessThanOrEqual(limit)
    }
    expect(pages.flatMap(({ comments = [] }) => comments.map(({ id }) => id))).toEqual(remaining)
  }
})

test('leaves out comments of an earlier submission of the same day', async () => {
  const given = [ada1.submitted(), ada1.commented('Bob', 1), ada1.withdrawn(), ada1.submitted()]
  expect(await read(given)).toMatchObject({ comments: [], count: 0 })
  expect(await read([...given, ada1.commented('Bob', 2)])).toMatchObject({
    comments: [{ id: 'c2' }],
    count: 1,
  })
})

test('returns the comments of a rejected project, not of a withdrawn one', async () => {
  const given = [ada1.submitted(), ada1.commented('Bob', 1)]
  expect(ids(await read([...given, ada1.rejected()]))).toEqual(['c1'])
  expect(await read([...given, ada1.withdrawn()])).toBeUndefined()
  expect(await read([])).toBeUndefined()
})
