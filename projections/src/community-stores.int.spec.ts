import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { activityQueries } from './activity/query.ts'
import { activityProjection } from './activity/projection.ts'
import { discussionQueries } from './discussions/query.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { contributions } from './leaderboard/contributions.ts'
import { rankChanges } from './leaderboard/history/rank-changes.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { standings } from './leaderboard/standings.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { members } from './people/members.ts'
import { peopleProjection } from './people/projection.ts'
import { projectSummaries } from './projects/lookups.ts'
import { projectsProjection } from './projects/projection.ts'
import { startProjections } from './runner/start-projections.ts'
import {
  discussionEvents,
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
} from '@thirty/projections/testing/event-builders.ts'

const readModels = {
  activity: activityProjection(firstHistory),
  board: leaderboardProjection(firstHistory),
  people: peopleProjection,
  projects: projectsProjection(firstHistory),
  discussions: discussionsProjection,
}
const reader = { id: userIdOf('Reader'), role: null }
const names = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil']
const talks = names.map((name) => discussionEvents(name))
const first = discussionEvents('Ada')
const givenEvents = [
  ...names.map((name) => personEvents(name).registered()),
  ...names.flatMap((name, index) => [
    projectEvents(name, 1).submitted(),
    projectEvents(name, 1).rated('Root', equalCriteria(index + 1)),
    projectEvents(name, 1).liked('Ada'),
    projectEvents(name, 1).commented('Bob', 1),
  ]),
  ...talks.map((talk) => talk.opened()),
  ...Array.from({ length: 7 }, (_, index) => first.replied('Bob', userIdOf(`r${index}`), `Reply ${index}`)),
  first.replyRemoved('Bob', userIdOf('r3')),
  discussionEvents('Cleo').removed(),
  discussionEvents('Bob').replied('Ada', userIdOf('s')),
  ...[2, 3].map((day) => projectEvents('Ada', day).submitted({}, '2026-01-06T12:00:00.000Z')),
  projectEvents('Ada', 2).rated('Root', equalCriteria(5), { at: '2026-01-06T12:00:00.000Z' }),
]

/** Returns all pages of all community queries. */
async function queryAll(store: ReadModelStore) {
  const log = fakeEventLog()
  for (const event of recordedEvents(givenEvents)) await appendToEnd(log, event.stream, [event])
  const runner = startProjections({
    log,
    store,
    projections: Object.values(readModels).map((projection) => ({ projection })),
    onFailure: ({ error }) => expect.unreachable(String(error)),
  })
  onTestFinished(() => runner.stop())
  await runner.ready
  const memberQueries = members({ store, readModel: readModels.people })
  const projects = projectSummaries({ store, readModel: readModels.projects })
  const { personSummaries } = memberQueries
  const discussions = discussionQueries({ store, readModel: readModels.discussions, personSummaries })
  const lookups = {
    personSummaries,
    projectSummaries: projects.byIds,
    discussionSummaries: discussions.byIds,
    submittedDays: contributions({ store, readModel: readModels.board }).submittedDays,
  }
  const clock = () => Date.parse('2026-01-07T12:00:00.000Z')
  const leaderboard = standings({ store, readModel: readModels.board, clock, timeZone: 'UTC' })
  const activity = activityQueries({
    store,
    readModel: readModels.activity,
    lookups,
    rankChanges: rankChanges(leaderboard),
  })
  const board = contributions(leaderboard)
  return {
    discussions: await pages((cursor) => discussions.list({ limit: 2, cursor }, reader)),
    replies: await pages(async (cursor) => {
      const page = await discussions.one(first.id, { limit: 2, cursor }, reader)
      if (page === undefined) throw new Error('The discussion was not found.')
      return page
    }),
    feed: await pages((cursor) => activity.feed({ limit: 3, cursor })),
    members: await pages((cursor) => memberQueries.page({ limit: 2, cursor })),
    first: await board.first(3),
    popular: await projects.popular(3),
  }
}

async function pages<Page extends { nextCursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const all: Page[] = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = all.at(-1)?.nextCursor ?? null)
    // Each store has epochs of its own.
    all.push({ ...(await ask(cursor)), epoch: 'e1' })
  return all
}

test('all community queries return the same pages with the store in memory and in Redis', async () => {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const redisStore = await openRedisReadModelStore({ url: redis.url })
  onTestFinished(() => redisStore.close())
  const [inRedis, inMemory] = [
    await queryAll(redisStore),
    await queryAll(memoryReadModelStore({ live: { publish: () => undefined } })),
  ]
  expect(inRedis).toEqual(inMemory)
  expect(inMemory.discussions.flatMap((page) => page.discussions.map(({ id }) => id))).toEqual(
    ['Bob', 'Ada', 'Emil', 'Dora'].map((name) => discussionEvents(name).id),
  )
  expect(inMemory.replies.flatMap((page) => page.replies.map(({ text }) => text))).toEqual(
    [0, 1, 2, 4, 5, 6].map((number) => `Reply ${number}`),
  )
  const feed = inMemory.feed.flatMap(({ items }) => items)
  expect(feed).toHaveLength(29)
  expect(feed).toContainEqual(expect.objectContaining({ what: 'submitted', streak: expect.anything() }))
  expect(feed.filter(({ what }) => what === 'took-the-lead' || what === 'moved-up')).toMatchObject([
    { what: 'moved-up', person: { name: 'Ada' }, rank: 3, places: 2 },
    { what: 'took-the-lead', person: { name: 'Emil' } },
  ])
})
