import { notificationsQuery, notificationsResponse } from '@thirty/contracts/notifications/api.ts'
import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { notificationsStream } from '@thirty/contracts/events/stream-names.ts'
import { readMarksProjection } from '../src/notifications/read-model.ts'
import { notificationQuery } from '../src/notifications/query.ts'
import { challengeEvent, projectEvents, userIdOf, type GivenEvent } from './event-builders.ts'
import { storeAfter } from './fold-events.ts'
import { fakeEventLog } from './fake-event-log.ts'
import { nameIn } from './named.ts'
import { contextWith } from './run-context.ts'

const ada = { id: userIdOf('Ada'), isAdmin: false }
export const [day1, day2] = [projectEvents('Ada', 1), projectEvents('Ada', 2)]
/** Marks what a user has in the log up to a position as read. */
export const read = (upTo: number, name = 'Ada', single?: number[]): GivenEvent => ({
  stream: notificationsStream(userIdOf(name)),
  type: 'NotificationsRead',
  data: { upTo: String(upTo), ...(single && { single: single.map(String) }) },
})
/** The switch of notifications for everybody. */
export const switched = (notifications: boolean) =>
  challengeEvent('ChallengeOptionsChanged', { notifications })
const projects = [
  { _id: day1.id, day: 1 },
  { _id: day2.id, day: 2 },
]
const known = new Map(['Bob', 'Eve', 'Cy', 'Dan', 'Fay', 'Root'].map((name) => [userIdOf(name), name]))
/** Sets up the notifications of Ada. Positions in the log count from 0. */
export async function setUpNotifications(
  given: GivenEvent[],
  overrides: Parameters<typeof contextWith>[0] = {},
) {
  const log = fakeEventLog(...given)
  const context = contextWith({
    history: firstHistory,
    log,
    clock: () => Date.parse('2026-01-05T18:00:00.000Z'),
    store: await storeAfter([readMarksProjection], given),
    projectsOf: async () => ({ projects, position: String(await log.head()), epoch: 'e1' }),
    members: { joinedAt: async () => undefined },
    personSummaries: async () => (id: string) => {
      const name = known.get(id)
      return { id, ...nameIn(known, id), username: name?.toLowerCase() ?? null, avatar: null }
    },
    ...overrides,
  })
  const notifications = notificationQuery(context)
  const ask = async (query: Record<string, unknown> = {}) =>
    notificationsResponse
      .omit({ success: true })
      .parse(await notifications(notificationsQuery.parse(query), ada))
  return {
    append: async (...events: GivenEvent[]) => log.give(...events),
    log,
    ask,
    shown: async () => (await ask()).notifications,
    texts: async () => (await ask()).notifications.map(({ text }) => text),
  }
}

/** The texts of the notifications of Ada in a history, the latest first. */
export const textsIn = async (history: History, given: GivenEvent[]) =>
  (await setUpNotifications(given, { history })).texts()
