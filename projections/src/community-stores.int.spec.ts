import { memoryViews } from '@thirty/infra/views/memory.ts'
import { openRedisViews } from '@thirty/infra/views/redis.ts'
import { startRedis } from '@thirty/infra/views/redis/spec-redis.ts'
import type { ViewStore } from '@thirty/infra/views/views.ts'
import { expect, onTestFinished, test } from 'vitest'
import { activityQueries } from './activity/query.ts'
import { activityView } from './activity/view.ts'
import { discussionQueries } from './discussions/query.ts'
import { discussionsView } from './discussions/view.ts'
import { contributions } from './leaderboard/contributions.ts'
import { leaderboardView } from './leaderboard/view.ts'
import { logDouble } from './log-double.ts'
import { members } from './people/members.ts'
import { peopleView } from './people/view.ts'
import { mentionedProjects } from './projects/mentioned.ts'
import { projectsView } from './projects/view.ts'
import { startProjections } from './runner/runner.ts'
import { discussionOf, idOf, person, projectOf, recorded, stars } from './story.ts'

const views = {
  activity: activityView(1),
  board: leaderboardView(1),
  people: peopleView,
  projects: projectsView(1),
  discussions: discussionsView,
}
const names = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil']
const talks = names.map((name) => discussionOf(name))
const first = discussionOf('Ada')
const story = [
  ...names.map((name) => person(name).registered()),
  ...names.flatMap((name, at) => [
    projectOf(name, 1).submitted(),
    projectOf(name, 1).rated('Root', stars(at + 1)),
    projectOf(name, 1).liked('Ada'),
    projectOf(name, 1).commented('Bob', 1),
  ]),
  ...talks.map((talk) => talk.opened()),
  ...Array.from({ length: 7 }, (_, at) => first.replied('Bob', idOf(`r${at}`), `Reply ${at}`)),
  first.replyRemoved('Bob', idOf('r3')),
  discussionOf('Cleo').removed(),
  discussionOf('Bob').replied('Ada', idOf('s')),
]

/** Everything that is asked of a store, page by page. */
async function asked(store: ViewStore) {
  const log = logDouble()
  for (const event of recorded(story)) await log.append(event.stream, [event], 'any')
  const projections = startProjections({
    log,
    store,
    projections: Object.values(views).map((view) => ({ view })),
    onFailure: ({ error }) => expect.unreachable(String(error)),
  })
  onTestFinished(() => projections.stop())
  await projections.ready
  const known = members({ store, view: views.people })
  const projects = mentionedProjects({ store, view: views.projects })
  const { speakersOf } = known
  const discussions = discussionQueries({ store, view: views.discussions, speakersOf })
  const mentions = { speakersOf, projectsOf: projects.of, discussionsOf: discussions.mentioned }
  const activity = activityQueries({ store, view: views.activity, mentions })
  const board = contributions({ store, view: views.board })
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
  const redis = await startRedis()
  onTestFinished(() => redis.close())
  const shared = await openRedisViews({ url: redis.url })
  onTestFinished(() => shared.close())
  const [there, here] = [
    await asked(shared),
    await asked(memoryViews({ live: { publish: () => undefined } })),
  ]
  expect(there).toEqual(here)
  expect(here.discussions.flatMap((page) => page.discussions.map(({ id }) => id))).toEqual(
    ['Bob', 'Ada', 'Emil', 'Dora'].map((name) => discussionOf(name).id),
  )
  expect(here.replies.flatMap((page) => page.replies.map(({ text }) => text))).toEqual(
    [0, 1, 2, 4, 5, 6].map((number) => `Reply ${number}`),
  )
  expect(here.feed.flatMap(({ items }) => items)).toHaveLength(24)
})
