import { ownDataResponse } from '@thirty/contracts/api/accounts/own-data.ts'
import {
  discussionEvents,
  equalCriteria,
  journeyEvents,
  personEvents,
  projectEvents,
  recordedEvents,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer, type ReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect, emptyData } from './collect-own-data.ts'

const ada = personEvents('Ada')
const [ada1, bob1, bob2] = [projectEvents('Ada', 1), projectEvents('Bob', 1), projectEvents('Bob', 2)]
const question = discussionEvents('Ada')
const givenEvents = [
  personEvents('Root').registered({ role: 'admin' }),
  ada.registered(),
  personEvents('Bob').registered(),
  ada.event({ type: 'BookmarkAdded', data: { url: 'https://a.example/' } }),
  ada.event({ type: 'BookmarkAdded', data: { url: 'https://b.example/' } }),
  ada.event({ type: 'BookmarkRemoved', data: { url: 'https://a.example/' } }),
  ada1.submitted({ projectName: 'Weather' }),
  bob1.submitted(),
  bob2.submitted(),
  ada1.rated('Bob', equalCriteria(2), { official: false }),
  bob1.rated('Ada', equalCriteria(3), { official: false, feedback: 'Good' }),
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

test('a user gets everything of their own, and nothing that others wrote', async () => {
  const { text, json } = await server.request('/api/auth/export', 'Ada')
  const data = ownDataResponse.parse(json())
  expect(data).toMatchObject({
    account: { fullName: 'Ada', email: 'Ada@example.org' },
    bookmarks: ['https://b.example/'],
    projects: [{ _id: ada1.id, projectName: 'Weather' }],
    ratings: [{ projectId: bob1.id, criteria: equalCriteria(4), feedback: 'Better' }],
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

test('what a user removed or took back is not part of the data', () => {
  const data = emptyData()
  const { completed, reopened } = journeyEvents('Ada')
  const events = [question.opened(), question.removed(), completed(3), reopened(3)]
  for (const event of recordedEvents(events)) collect(data, ada.id, event)
  expect([data.discussions.size, data.completedDays.size]).toEqual([0, 0])
})

test('visitors cannot export anything', async () => {
  expect((await server.request('/api/auth/export')).status).toBe(401)
})
