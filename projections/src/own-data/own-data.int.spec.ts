import { meResponse, type MeResponse } from '@thirty/contracts/accounts/api.ts'
import { ownDataResponse } from '@thirty/contracts/accounts/own-data-api.ts'
import {
  discussionEvents,
  equalCriteria,
  imageName,
  journeyEvents,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { startReadModelServer, type ReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect, emptyData, ownDataQuery } from './query.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'

const ada = personEvents('Ada')
const [ada1, bob1, bob2] = [projectEvents('Ada', 1), projectEvents('Bob', 1), projectEvents('Bob', 2)]
const question = discussionEvents('Ada')
const givenEvents = [
  personEvents('Root').registered({ role: 'admin' }),
  ada.registered(),
  personEvents('Bob').registered(),
  ada.event('PreferencesChanged', { language: 'de' }),
  ada.event('BookmarkAdded', { url: 'https://a.example/' }),
  ada.event('BookmarkAdded', { url: 'https://b.example/' }),
  ada.event('BookmarkRemoved', { url: 'https://a.example/' }),
  ada1.submitted({ projectName: 'Weather' }),
  bob1.submitted(),
  bob2.submitted(),
  ada1.rated('Bob', equalCriteria(2), { official: false }),
  bob1.rated('Ada', equalCriteria(3), { official: false, feedback: 'Good' }),
  bob2.rated('Ada', equalCriteria(1), { official: false }),
  bob1.rated('Ada', equalCriteria(4), { official: false, feedback: 'Better' }),
  bob1.liked('Ada'),
  bob2.liked('Ada'),
  bob2.unliked('Ada'),
  bob1.commented('Ada', 1, 'Neat'),
  bob1.commented('Bob', 2, 'Of Bob'),
  bob1.commented('Ada', 3, 'Removed by an admin'),
  bob1.commentRemoved('Root', 3),
  question.opened(),
  journeyEvents('Ada').completed(1),
  journeyEvents('Bob').completed(2),
]

let server: ReadModelServer
beforeAll(async () => {
  server = await startReadModelServer(givenEvents)
})
afterAll(() => server.close())

test('a user gets all their own data, and nothing that others wrote', async () => {
  const { text, json } = await server.request('/api/auth/export', 'Ada')
  const data = ownDataResponse.parse(json())
  expect(data).toMatchObject({
    account: { fullName: 'Ada', email: 'Ada@example.org', language: 'de' },
    bookmarks: ['https://b.example/'],
    projects: [{ _id: ada1.id, projectName: 'Weather' }],
    submissions: [{ projectId: ada1.id, run: 1, day: 1, status: 'submitted', projectName: 'Weather' }],
    ratings: [{ projectId: bob2.id }, { projectId: bob1.id, criteria: equalCriteria(4), feedback: 'Better' }],
    likes: [{ projectId: bob1.id }],
    comments: [{ projectId: bob1.id, text: 'Neat' }],
    discussions: [{ id: question.id }],
    replies: [],
    completedDays: [{ run: 1, day: 1 }],
    truncated: false,
  })
  expect(data.likes).toHaveLength(1)
  expect(data.notifications.map(({ kind }) => kind)).toEqual(['rated'])
  expect(text).not.toContain('Of Bob')
  expect(text).not.toContain('Bob@example.org')
})

const collected = (...given: GivenEvent[]) => {
  const data = emptyData()
  for (const event of recordedEvents(given)) collect(data, ada.id, event)
  return data
}

test("a user's projects of all runs are part of the data, with their last content and status", () => {
  const inRun2 = projectEvents('Ada', 1, 2)
  const { submissions } = collected(
    ada1.submitted({ frameworks: 'React' }, '2026-01-05T10:00:00.000Z'),
    ada1.approved(),
    ada1.revised({ projectName: 'Weather 2' }),
    ada1.rejected('Too small'),
    bob1.submitted(),
    projectEvents('Ada', 2).submitted(),
    projectEvents('Ada', 2).withdrawn(),
    inRun2.submitted(),
    inRun2.approved(),
  )
  const content = { liveLink: 'https://kanban.example.org', frameworks: '', projectName: 'Weather 2' }
  const shown = { ...content, imageUrl: `/uploads/${imageName(1)}`, at: '2026-01-05T10:00:00.000Z' }
  expect([...submissions.values()]).toMatchObject([
    { projectId: ada1.id, run: 1, day: 1, status: 'rejected', ...shown },
    { projectId: inRun2.id, run: 2, status: 'approved' },
  ])
})

test('what was taken back, or removed with its project or discussion, is not part of the data', () => {
  const gaveTo = (project: ReturnType<typeof projectEvents>) => [
    project.rated('Ada', equalCriteria(3)),
    project.liked('Ada'),
    project.commented('Ada', 1),
  ]
  expect(collected(...gaveTo(bob1), ...gaveTo(bob2)).comments.size).toBe(2)
  const { ratings, likes, comments } = collected(...gaveTo(bob1), ...gaveTo(bob2), bob1.withdrawn())
  for (const given of [ratings, likes, comments])
    expect([...given.values()].map(({ projectId }) => projectId)).toEqual([bob2.id])

  const [kept, journey] = [discussionEvents('Bob', 2), journeyEvents('Ada')]
  const talked = [question.opened(), question.replied('Ada', 'r1'), kept.opened(), kept.replied('Ada', 'r2')]
  const data = collected(...talked, question.removed('Root'), journey.completed(3), journey.reopened(3))
  expect([data.discussions.size, [...data.replies.keys()], data.completedDays.size]).toEqual([0, ['r2'], 0])
})

test('what was written is part of the data as it is now: revised, hidden, shown again or removed', () => {
  const others = discussionEvents('Bob', 2)
  const { comments, discussions, replies } = collected(
    ...[1, 2].flatMap((number) => [bob1.commented('Ada', number), bob1.commentHidden('Root', number)]),
    bob1.commentShown('Root', 2),
    question.opened(),
    question.revised({ title: 'Solved' }),
    others.opened(),
    ...['r1', 'r2', 'r3'].map((reply) => others.replied('Ada', reply)),
    others.replyRevised('Ada', 'r1', 'With a mouse.'),
    others.replyHidden('Root', 'r2'),
    others.replyRemoved('Root', 'r3'),
  )
  expect([...comments.values()].map(({ hidden }) => hidden?.reason)).toEqual(['Rude', undefined])
  expect([...discussions.values()].map(({ title }) => title)).toEqual(['Solved'])
  expect([...replies.values()].map(({ text, hidden }) => [text, hidden?.reason])).toEqual([
    ['With a mouse.', undefined],
    ['With a keyboard.', 'Rude'],
  ])
})

/** The query over a log, of an account without anything else. */
const queryOver = (
  given: readonly GivenEvent[],
  ownUser: () => Promise<MeResponse['user'] | undefined>,
  { nextCursor = null, maxEntries }: { nextCursor?: string | null; maxEntries?: number } = {},
) =>
  ownDataQuery(
    contextWith({
      log: fakeEventLog(...given),
      clock: () => 0,
      people: { ownUser, openSessions: async () => [] },
      projectsOf: async () => ({ projects: [] }),
      personSummaries: async () => (id: string) => ({ id, name: 'Bob', username: null, avatar: null }),
    }),
    async () => ({ notifications: [], nextCursor }),
    maxEntries,
  )

test.each([
  ['has all notifications', null, 2, false],
  ['has only the newest notifications', 'cursor', 2, true],
  ['has only the newest entries of a list', null, 1, true],
])('data that %s says whether it is cut', async (_, nextCursor, maxEntries, truncated) => {
  const { json } = await server.request('/api/auth/me', 'Ada')
  const given = [bob1.liked('Ada'), bob2.liked('Ada')]
  const ownData = queryOver(given, async () => meResponse.parse(json()).user, { nextCursor, maxEntries })
  const likes = [bob1, bob2].map(({ id }) => ({ projectId: id })).slice(-maxEntries)
  expect(await ownData(ada.id)).toMatchObject({ likes, truncated })
})

test('one export runs at a time, four wait, and further ones are told to come back', async () => {
  const held = Promise.withResolvers<undefined>()
  let started = 0
  const ownUser = () => {
    started += 1
    return held.promise
  }
  const exportData = queryOver(givenEvents, ownUser)
  const accepted = Array.from({ length: 5 }, () => exportData(ada.id))
  await expect(exportData(ada.id)).rejects.toMatchObject({ code: 'busy' })
  expect(started).toBe(1)
  held.resolve(undefined)
  await Promise.allSettled(accepted)
  expect(started).toBe(5)
})
