import { notificationsResponse } from '@thirty/contracts/notifications/api.ts'
import { notificationsStream } from '@thirty/contracts/events/stream-names.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  journeyEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer, type ReadModelServer } from '@thirty/projections/testing/read-model-server.ts'

const [ada1, ada2, bob1] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Bob', 1)]
const read = (name: string, upTo: number): GivenEvent => ({
  stream: notificationsStream(userIdOf(name)),
  type: 'NotificationsRead',
  data: { upTo: String(upTo) },
})
/** The events have the positions 10, 20, 30, … */
const givenEvents = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Bob').registered({ fullName: 'Bob Noyce' }),
  ada1.submitted({ projectName: 'Weather' }),
  ada2.submitted({ projectName: 'Chess' }),
  bob1.submitted(),
  ada1.rated('Root', equalCriteria(4)),
  ada1.approved(),
  ada1.liked('Bob'),
  journeyEvents('Ada').completed(1),
  read('Ada', 80),
  read('Root', 50),
]

let server: ReadModelServer
beforeAll(async () => {
  server = await startReadModelServer(givenEvents)
})
afterAll(() => server.close())

test('admins get pending submissions, the oldest first, with the unread ones marked', async () => {
  const { json } = await server.request('/api/notifications', 'Root')
  expect(notificationsResponse.parse(json())).toMatchObject({
    unread: 1,
    waiting: 2,
    notifications: [
      { kind: 'waiting', text: 'Ada submitted Chess (day 2)', isUnread: false },
      { kind: 'waiting', text: 'Bob Noyce submitted Kanban (day 1)', isUnread: true },
    ],
    nextCursor: null,
  })
})
