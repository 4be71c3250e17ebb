import { notificationEndpoints } from '@thirty/contracts/notifications/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { day1, day2, read, switched, setUpNotifications } from '@thirty/projections/testing/notifications.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { notificationUpdates, readMarksProjection } from './read-model.ts'

test.each([
  ['up to a mark are read, and later ones unread', [read(1), read(0, 'Bob')], '1', [true, false]],
  ['that were opened are read, and earlier ones stay unread', [read(-1, 'Ada', [2])], null, [false, true]],
])('notifications %s', async (_, marks, readUpTo, unread) => {
  const { ask } = await setUpNotifications([day1.submitted(), day1.approved(), day1.liked('Bob'), ...marks])
  const notifications = ['liked', 'approved'].map((kind, index) => ({ kind, isUnread: unread[index] }))
  expect(await ask()).toMatchObject({ unread: 1, readUpTo, notifications })
})

test('pages have no gaps, even if a notification moves up between two pages', async () => {
  const { ask, append } = await setUpNotifications([
    day1.submitted(),
    day2.submitted(),
    day1.liked('Bob'),
    day1.approved(),
    day2.liked('Bob'),
    day2.approved(),
  ])
  const first = await ask({ limit: 2 })
  expect(first.notifications.map(({ id }) => id)).toEqual([`${day2.id}:review:5`, `${day2.id}:likes`])
  await append(day1.liked('Eve'))
  const second = await ask({ limit: 2, cursor: first.nextCursor })
  expect(second.notifications.map(({ id }) => id)).toEqual([`${day1.id}:review:3`])
  expect(second.nextCursor).toBeNull()
  await expect(ask({ cursor: 'bm9uc2Vuc2U' })).rejects.toThrow('The request is malformed.')
})

const projectsAt = (position: string) => async () => ({
  projects: [{ _id: day1.id, day: 1 }],
  position,
  epoch: 'e1',
})

test('a failed request does not affect the next one', async () => {
  let isFailing = true
  const log = fakeEventLog(day1.submitted(), day1.liked('Bob'))
  const read = async function* (...args: Parameters<typeof log.read>) {
    for await (const event of log.read(...args)) {
      yield event
      if (isFailing) throw new Error('The log is unavailable.')
    }
  }
  const { ask, shown } = await setUpNotifications([], { log: { read }, projectsOf: projectsAt('1') })
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('unavailable')
  isFailing = false
  expect(await shown()).toMatchObject([{ text: 'Bob liked Kanban (day 1)', others: 0 }])
})

test('leaves out events after the position of the response', async () => {
  const given = [day1.submitted(), day1.approved(), day1.liked('Bob')]
  const { ask } = await setUpNotifications(given, { projectsOf: projectsAt('1') })
  expect(await ask()).toMatchObject({ position: '1', notifications: [{ kind: 'approved' }] })
})

test('forgets what it has read from a log that was put back', async () => {
  let epoch = 'e1'
  const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T00:00:00.000Z' })
  const given = [day1.submitted(), started, day1.liked('Bob'), day1.liked('Eve')]
  const projectsOf = async () => ({ ...(await projectsAt('9')()), epoch })
  const { texts, log, append } = await setUpNotifications(given, { projectsOf })
  const liked = 'Eve and Bob liked Kanban (day 1)'
  expect(await texts()).toEqual([liked, 'The challenge has started'])
  log.putBack(0n)
  await append(day1.approved())
  expect(await texts()).toEqual([liked])
  epoch = 'e2'
  expect(await texts()).toEqual(['Kanban (day 1) was approved'])
})

test('stores the read mark of each user and sends it to the other tabs', () => {
  const given = [read(3), read(9), read(4, 'Bob'), { ...read(1), type: 'Muted' }]
  expect(documentsAfter(readMarksProjection, given).get(userIdOf('Ada'))).toEqual({ upTo: '9' })
  const changes = documentChanges(readMarksProjection, given.slice(0, 1), [read(9, 'Ada', [12])])
  const [update] = changes.flatMap(notificationUpdates)
  expect(update).toMatchObject({ room: rooms.user(userIdOf('Ada')), message: 'notifications.changed' })
  expect(update && 'build' in update && update.build([], 0)).toEqual({ readUpTo: '9', readSingle: ['12'] })
})

test('an open list follows a switch: nothing new while it is off, new ones once it is on again', async () => {
  const { ask, append } = await setUpNotifications([day1.submitted(), day1.liked('Bob')])
  expect(await ask()).toMatchObject({ unread: 1 })
  await append(switched(false), day1.approved())
  expect(await ask()).toMatchObject({ unread: 1 })
  await append(switched(true), day1.rated('Root', equalCriteria(4)))
  expect(await ask()).toMatchObject({ unread: 2 })
})

test('an admin hears how many submissions wait, and how many of them are new', async () => {
  const given = [
    personEvents('Root').registered({ role: 'admin' }),
    day1.submitted(),
    read(20, 'Root'),
    day2.submitted(),
    projectEvents('Bob', 1).submitted(),
  ]
  const ask = await askAfter(given)
  const { unread, waiting, notifications } = await ask(notificationEndpoints.list, 'Root')
  expect([unread, waiting, notifications.map(({ isUnread }) => isUnread)]).toEqual([
    2,
    3,
    [false, true, true],
  ])
})
