import { notificationsResponse } from '@thirty/contracts/notifications/api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
} from '@thirty/projections/testing/event-builders.ts'
import { read } from '@thirty/projections/testing/notifications.ts'
import { startReadModelServer, type ReadModelServer } from '@thirty/projections/testing/read-model-server.ts'

const [ada1, bob1] = [projectEvents('Ada', 1), projectEvents('Bob', 1)]
const givenEvents = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Ida').registered(),
  personEvents('Ida').status('inactive'),
  ada1.submitted(),
  ada1.rated('Root', equalCriteria(4), { feedback: 'Neat' }),
  bob1.submitted(),
  projectEvents('Bob', 2).submitted(),
  projectEvents('Bob', 2).withdrawn(),
  read(60, 'Root'),
]

let server: ReadModelServer
beforeAll(async () => {
  server = await startReadModelServer(givenEvents)
})
afterAll(() => server.close())

test('my projects are the projects of the caller, even if the query names another user', async () => {
  const { json } = await server.request(`/api/projects/my-projects?userId=${userIdOf('Bob')}`, 'Ada')
  expect(json()).toMatchObject({ success: true, projects: [{ _id: ada1.id }], nextCursor: null })
})

test('admins get pending submissions, the oldest first, with the unread ones marked', async () => {
  const { json } = await server.request('/api/notifications', 'Root')
  expect(notificationsResponse.parse(json())).toMatchObject({
    unread: 1,
    waiting: 2,
    notifications: [
      { kind: 'waiting', text: 'Ada submitted Kanban (day 1)', isUnread: false },
      { kind: 'waiting', text: 'Bob submitted Kanban (day 1)', isUnread: true },
    ],
    nextCursor: null,
  })
})

test('returns 404 for unknown and deleted resources', async () => {
  for (const path of [
    `/api/projects/${projectEvents('Bob', 2).id}`,
    '/api/projects/nonsense',
    '/api/ratings/project/nonsense',
    `/api/ratings/project/${projectEvents('Bob', 2).id}`,
    `/api/projects/user/${userIdOf('Ghost')}`,
    `/api/leaderboard/${userIdOf('Ghost')}/points`,
    `/api/leaderboard/${userIdOf('Root')}/points`,
  ])
    expect([path, (await server.request(path, 'Root')).status]).toEqual([path, 404])
})

test('the list of users has its next cursor in a header', async () => {
  const first = await server.request('/api/auth/users?limit=3', 'Root')
  const cursor = String(first.headers['x-next-cursor'])
  const second = await server.request(`/api/auth/users?limit=3&cursor=${cursor}`, 'Root')
  expect(second.json()).toMatchObject([{ fullName: 'Root' }])
  expect(second.headers['x-next-cursor']).toBeUndefined()
})
