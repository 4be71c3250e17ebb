import { feedItem } from '@thirty/contracts/api/community/community.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import type { AnyLiveUpdate } from '../live-update.ts'
import {
  discussionEvents,
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import type { FeedLookups } from './feed-items.ts'
import { activityUpdates, maxItemsPerMessage } from './live.ts'
import { activityProjection } from './projection.ts'

const view = activityProjection(1)
const [ada1, talk] = [projectEvents('Ada', 1), discussionEvents('Ada')]

/** Other views that have not heard of anything yet. */
const behind: FeedLookups = {
  speakersOf: async () => (id) => ({ id, name: 'Deleted participant', username: null, avatar: null }),
  projectsOf: async () => new Map(),
  discussionsOf: async () => new Map(),
}
const ahead: FeedLookups = {
  ...behind,
  speakersOf: async () => (id) => ({ id, name: 'Ada', username: 'ada', avatar: null }),
}
const withProject: FeedLookups = {
  ...ahead,
  projectsOf: async () =>
    new Map([
      [
        ada1.id,
        {
          id: ada1.id,
          owner: userIdOf('Ada'),
          title: 'Kanban',
          description: 'Cards.',
          day: 1,
          thumbnail: '/a.webp',
          isRejected: false,
          since: '1',
          likes: 0,
          comments: 0,
          views: 0,
        },
      ],
    ]),
}

function newsOf(
  story: GivenEvent[],
  next: GivenEvent[],
  mentions = ahead,
  isHeard = () => true,
): AnyLiveUpdate[] {
  const announce = activityUpdates(mentions, isHeard)
  return recordedEvents(next, story.length).flatMap((event, at) => {
    const before = documentsAfter(view, [...story, ...next.slice(0, at)])
    const after = documentsAfter(view, [...story, ...next.slice(0, at + 1)])
    return view
      .documentIds(event)
      .flatMap((id) => announce({ event, id, before: before.get(id), after: after.get(id) }))
  })
}
const frameOf = async (news: readonly AnyLiveUpdate[]) => {
  const [one] = news
  return one && 'build' in one ? one.build() : undefined
}

test('the community hears what happens, before other views have heard of it', async () => {
  for (const [next, expected] of [
    [ada1.submitted(), { what: 'submitted', project: { id: ada1.id, title: 'Kanban', day: 1, likes: 0 } }],
    [talk.opened(), { what: 'discussed', discussion: { id: talk.id, replies: 0 } }],
    [personEvents('Ada').registered(), { what: 'joined', person: { name: 'Ada', username: 'ada' } }],
  ] as const) {
    const news = newsOf([], [next], behind)
    expect(news).toMatchObject([{ room: rooms.community, message: 'activity' }])
    const frame = await frameOf(news)
    expect(frame).toMatchObject({ items: [{ position: '10', ...expected }], skipped: 0 })
    const { items } = frame as { items: unknown[] }
    expect(items.map((item) => feedItem.parse(item))).toEqual(items)
  }
})

test('what happens within a moment is told in one frame, newest first, and once', async () => {
  const news = newsOf([], [ada1.submitted(), talk.opened(), personEvents('Bob').registered()])
  expect(await frameOf(news)).toMatchObject({
    items: [{ what: 'joined' }, { what: 'discussed' }, { what: 'submitted' }],
  })
  expect(await frameOf(news)).toBeUndefined()
})

test('a crowd is told by its latest, and how many more there were', async () => {
  const crowd = Array.from({ length: maxItemsPerMessage + 7 }, (_, day) =>
    projectEvents(`P${day}`, 1).submitted(),
  )
  expect(await frameOf(newsOf([], crowd))).toMatchObject({
    skipped: 7,
    items: Array.from({ length: maxItemsPerMessage }, (_, at) => ({
      position: String((maxItemsPerMessage + 7 - at) * 10),
      person: { id: userIdOf(`P${maxItemsPerMessage + 6 - at}`) },
    })),
  })
})

test('of several ratings by one rater within a moment the latest is told, and the others are not counted', async () => {
  const again = Array.from({ length: maxItemsPerMessage + 7 }, (_, at) =>
    ada1.rated('Root', equalCriteria(1 + (at % 5))),
  )
  const story = [ada1.rated('Rita', equalCriteria(3)), ...again, ada1.rated('Root', equalCriteria(5))]
  expect(await frameOf(newsOf([ada1.submitted()], story, withProject))).toMatchObject({
    items: [
      { what: 'rated', average: 5 },
      { what: 'rated', average: 3 },
    ],
    skipped: 0,
  })
})

test('what is taken back is no news', () => {
  const story = [ada1.submitted(), talk.opened(), ada1.commented('Bob', 1)]
  expect(newsOf(story, [ada1.commentRemoved('Bob', 1)])).toEqual([])
  expect(newsOf(story, [talk.removed()])).toEqual([])
  expect(newsOf(story, [ada1.withdrawn()])).toEqual([])
})

test('what is taken back before its frame leaves is not told', async () => {
  const kept = personEvents('Bob').registered()
  for (const [next, undone, mentions] of [
    [ada1.submitted(), ada1.withdrawn(), behind],
    [talk.opened(), talk.removed(), behind],
    [ada1.commented('Cleo', 1), ada1.commentRemoved('Cleo', 1), withProject],
  ] as const)
    expect(await frameOf(newsOf([], [kept, next, undone], mentions))).toMatchObject({
      items: [{ what: 'joined' }],
    })
  expect(await frameOf(newsOf([], [ada1.submitted(), ada1.withdrawn()]))).toBeUndefined()
})

test('nothing is told in an empty room', () => {
  expect(newsOf([], [ada1.submitted()], ahead, () => false)).toEqual([])
})

test('what cannot be shown any more when the frame leaves makes no frame', async () => {
  expect(await frameOf(newsOf([ada1.submitted()], [ada1.approved()], behind))).toBeUndefined()
})
