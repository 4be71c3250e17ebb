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
import { leaderboardProjection } from './leaderboard/projection.ts'
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

const views = {
  activity: activityProjection(1),
  board: leaderboardProjection(1),
  people: peopleProjection,
  projects: projectsProjection(1),
  discussions: discussionsProjection,
}
const names = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil']
const talks = names.map((name) => discussionEvents(name))
const first = discussionEvents('Ada')
const story = [
  ...names.map((name) => personEvents(name).registered()),
  ...names.flatMap((name, at) => [
    projectEvents(name, 1).submitted(),
    projectEvents(name, 1).rated('Root', equalCriteria(at + 1)),
    projectEvents(name, 1).liked('Ada'),
    projectEvents(name, 1).commented('Bob', 1),
  ]),
  ...talks.map((talk) => talk.opened()),
  ...Array.from({ length: 7 }, (_, at) => first.replied('Bob', userIdOf(`r${at}`), `Reply ${at}`)),
  first.replyRemoved('Bob', userIdOf('r3')),
  discussionEvents('Cleo').removed(),
  discussionEvents('Bob').replied('Ada', userIdOf('s')),
]

/** Everything that is asked of a store, page by page. */
async function asked(store: ReadModelStore) {
  const log = fakeEventLog()
  for (const event of recordedEvents(story)) await log.append(event.stream, [event], 'any')
  const projections = startProjections({
    log,
    store,
    projections: Object.values(views).map((projection) => ({ projection })),
    onFailure: ({ error }) => expect.unreachable(String(error)),
  })
  onTestFinished(() => projections.stop())
  await projections.ready
  const known = members({ store, readModel: views.people })
  const projects = projectSummaries({ store, readModel: views.projects })
  const { personSummaries } = known
  const discussions = discussionQueries({ store, readModel: views.discussions, personSummaries })
  const mentions = {
    personSummaries,
    projectSummaries: projects.byIds,
    discussionSummaries: discussions.byIds,
  }
  const activity = activityQueries({ store, readModel: views.activity, lookups: mentions })
  const board = contributions({ store, readModel: views.board })
  return {
    discussions: await pages((cursor) => discussions.list({ limit: 2, cursor })),
    replies: await pages(async (cursor) => {
      const page = await discussions.one(first.id, { limit: 2, cursor })
      if (page === undefined) throw new Error('The discussion is not there.')
      return page
    }),
    feed: await pages((cursor) => activity.feed({ limit: 3, cursor })),
    members: await pages((cursor) => known.page({ limit: 2, cursor })),
    first: await board.first(3),
    popular: await projects.popular(3),
  }
}

async function pages<Page extends { nextCursor: string | null }>(
  ask: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const all: Page[] = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = all.at(-1)?.nextCursor ?? null)
    all.push(await ask(cursor))
  return all
}

test('the community is the same in memory and in Redis, page by page', async () => {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const shared = await openRedisReadModelStore({ url: redis.url })
  onTestFinished(() => shared.close())
  const [there, here] = [
    await asked(shared),
    await asked(memoryReadModelStore({ live: { publish: () => undefined } })),
  ]
  expect(there).toEqual(here)
  expect(here.discussions.flatMap((page) => page.discussions.map(({ id }) => id))).toEqual(
    ['Bob', 'Ada', 'Emil', 'Dora'].map((name) => discussionEvents(name).id),
  )
  expect(here.replies.flatMap((page) => page.replies.map(({ text }) => text))).toEqual(
    [0, 1, 2, 4, 5, 6].map((number) => `Reply ${number}`),
  )
  expect(here.feed.flatMap(({ items }) => items)).toHaveLength(24)
})
