import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { expect, onTestFinished, test } from 'vitest'
import { userIdOf, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { read } from '@thirty/projections/testing/notifications.ts'
import { askAfter, startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'

const [ada1, bob2] = [projectEvents('Ada', 1), projectEvents('Bob', 2)]
const given = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Bob').registered(),
  personEvents('Ida').registered(),
  ada1.submitted(),
  projectEvents('Bob', 1).submitted(),
  bob2.submitted(),
  bob2.withdrawn(),
  read(50, 'Root'),
]

async function start() {
  const server = await startReadModelServer(given)
  onTestFinished(server.close)
  return server
}

test('my projects are the projects of the caller, even if the query names another user', async () => {
  const { request } = await start()
  const { json } = await request(`/api/projects/my-projects?userId=${userIdOf('Bob')}`, 'Ada')
  expect(json()).toMatchObject({ success: true, projects: [{ _id: ada1.id }], nextCursor: null })
})

test('admins get pending submissions, the oldest first, with the unread ones marked', async () => {
  expect(await (await askAfter(given))(notificationEndpoints.list, 'Root')).toMatchObject({
    unread: 1,
    waiting: 2,
    notifications: [
      { kind: 'waiting', text: 'Ada submitted Kanban (day 1)', isUnread: false },
      { kind: 'waiting', text: 'Bob submitted Kanban (day 1)', isUnread: true },
    ],
    nextCursor: null,
  })
})

test.each([
  `projects/${bob2.id}`,
  'projects/nonsense',
  'ratings/project/nonsense',
  `ratings/project/${bob2.id}`,
  `projects/user/${userIdOf('Ghost')}`,
  `leaderboard/${userIdOf('Ghost')}/points`,
  `leaderboard/${userIdOf('Root')}/points`,
])('returns 404 for unknown and deleted resources: %s', async (path) => {
  const { request } = await start()
  expect((await request(`/api/${path}`, 'Root')).status).toBe(404)
})

test('the list of users has its next cursor in a header', async () => {
  const { request } = await start()
  const first = await request('/api/auth/users?limit=3', 'Root')
  const cursor = String(first.headers['x-next-cursor'])
  const second = await request(`/api/auth/users?limit=3&cursor=${cursor}`, 'Root')
  expect(second.json()).toMatchObject([{ fullName: 'Root' }])
  expect(second.headers['x-next-cursor']).toBeUndefined()
})
