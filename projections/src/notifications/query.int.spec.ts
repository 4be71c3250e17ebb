import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { ada, day1, day2, read, setUpNotifications } from '@thirty/projections/testing/notifications.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  challengeEvent,
  documentChanges,
  documentsAfter,
  userIdOf,
  equalCriteria,
  inRun,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { notificationUpdates } from './live.ts'
import { readMarksProjection } from './projection.ts'

const commented = (by: string, text: string, comment = 'c1'): GivenEvent => ({
  ...day1.submitted(),
  type: 'CommentPosted',
  data: { comment, by: userIdOf(by), text },
})
const other = (type: string, data: object): GivenEvent => ({ ...day1.submitted(), type, data })

const textsIn = async (history: History, given: GivenEvent[]) => {
  const { ask } = await setUpNotifications(given, { history })
  return (await ask()).notifications.map(({ text }) => text)
}

const later = '2026-02-01T00:00:00.000Z'
const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt: later })
const cancelled = challengeEvent('ScheduleCancelled', { run: 1 })
const startOf = (run: number) => challengeEvent('ChallengeStarted', { run, startsAt: later })
const switched = (notifications: boolean) => challengeEvent('ChallengeOptionsChanged', { notifications })

test.each<[string, GivenEvent[], string[]]>([
  [
    'of reviews, and of a rejection with its reason',
    [
      day1.submitted(),
      day1.rejected('Broken link'),
      day1.revised({ projectName: 'Chess' }),
      day1.approved(),
      day2.submitted(),
      day2.rejected(),
    ],
    ['Kanban (day 2) was rejected', 'Chess (day 1) was approved', 'Chess (day 1) was rejected: Broken link'],
  ],
  ['of no own actions', [day1.submitted(), day1.liked('Ada'), commented('Ada', 'Mine'), day1.revised()], []],
  [
    'of nothing about a project that was withdrawn',
    [day1.submitted(), day1.liked('Bob'), day1.approved(), day1.withdrawn()],
    [],
  ],
  [
    'of what happened since the project was submitted again',
    [day1.submitted(), day1.liked('Bob'), day1.withdrawn(), day1.submitted(), day1.liked('Eve')],
    ['Eve liked Kanban (day 1)'],
  ],
  ['of a scheduled start', [scheduled], ['The start of the challenge is scheduled']],
  [
    'of the latest news about the start: canceled',
    [scheduled, cancelled],
    ['The scheduled start of the challenge was canceled'],
  ],
  [
    'of the latest news about the start: started',
    [scheduled, cancelled, startOf(1)],
    ['The challenge has started'],
  ],
  [
    'of the own run, however many were imported',
    [startOf(1), ...Array.from({ length: 30 }, (_, index) => startOf(index + 2))],
    ['The challenge has started'],
  ],
  [
    'of nothing that happens while notifications are switched off, but of the challenge',
    [
      day1.submitted(),
      day1.liked('Bob'),
      day1.rated('Bob', equalCriteria(3), { official: false }),
      switched(false),
      startOf(1),
      day1.approved(),
      day1.rated('Root', equalCriteria(5)),
      day1.liked('Eve'),
      commented('Cy', 'Neat'),
      switched(true),
      commented('Dan', 'Late', 'c2'),
    ],
    [
      'Dan commented on Kanban (day 1)',
      'The challenge has started',
      'Bob rated Kanban (day 1): 3.0 of 5 (1 rating)',
      'Bob liked Kanban (day 1)',
    ],
  ],
])('notifies %s', async (_, given, texts) => {
  expect(await textsIn(firstHistory, given)).toEqual(texts)
})

test('groups official and community ratings separately, each with its figures', async () => {
  const { ask } = await setUpNotifications([
    day1.submitted(),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.rated('Root', equalCriteria(2)),
    day1.rated('Eve', equalCriteria(4), { official: false }),
    day1.rated('Root', equalCriteria(5)),
  ])
  const { notifications } = await ask()
  expect(notifications).toMatchObject([
    { kind: 'rated', official: true, average: 5, count: 1, position: '4', project: { _id: day1.id, day: 1 } },
    { kind: 'rated', official: false, average: 3.5, count: 2, position: '3', others: 0 },
  ])
  expect(notifications.map(({ text }) => text)).toEqual([
    'Root rated Kanban (day 1): 5.0 of 5 (official)',
    'Eve and Bob rated Kanban (day 1): 3.5 of 5 (2 ratings)',
  ])
})

test('reviews and ratings that an unknown file tells of say so, and name nobody of this installation', async () => {
  const history: History = [{ run: 3 }, { run: 2, isImported: true }]
  const inFile = [
    day1.submitted(),
    day1.approved(),
    day1.rated('Root', equalCriteria(5)),
    day1.rated('Bob', equalCriteria(3), { official: false }),
    day1.liked('Bob'),
  ].map((event) => inRun(2, event))
  expect(await textsIn(history, inFile)).toEqual([
    'Bob liked Kanban (day 1)',
    'Bob rated Kanban (day 1): 3.0 of 5 (1 rating) (imported)',
    'Somebody elsewhere rated Kanban (day 1): 5.0 of 5 (official) (imported)',
    'Kanban (day 1) was approved (imported)',
  ])
  const here = [...inFile, inRun(3, day1.rated('Root', equalCriteria(4)))]
  const { ask } = await setUpNotifications(here, { history })
  expect((await ask()).notifications[0]).toMatchObject({
    text: 'Root rated Kanban (day 1): 4.0 of 5 (official)',
    people: [{ _id: userIdOf('Root') }],
  })
  expect((await ask()).notifications[0]).not.toHaveProperty('imported')
})

test('groups likes in one notification, the latest person first, without removed likes', async () => {
  const likes = ['Bob', 'Eve', 'Cy', 'Dan', 'Fay'].map((name) => day1.liked(name))
  const { ask, append } = await setUpNotifications([day1.submitted(), ...likes])
  expect((await ask()).notifications).toMatchObject([
    {
      kind: 'liked',
      text: 'Fay and 4 others liked Kanban (day 1)',
      said: {
        code: 'noticeLiked',
        values: {
          people: { code: 'morePeople', values: { first: 'Fay', others: 4 } },
          project: { code: 'projectOfDay', values: { project: 'Kanban', day: 1 } },
        },
      },
      people: [{ fullName: 'Fay', username: 'fay' }, { fullName: 'Dan' }, { fullName: 'Cy' }],
      others: 2,
      position: '5',
    },
  ])
  await append(...['Fay', 'Dan', 'Cy', 'Bob'].map((name) => other('ProjectUnliked', { by: userIdOf(name) })))
  expect((await ask()).notifications).toMatchObject([{ text: 'Eve liked Kanban (day 1)', position: '2' }])
  await append(other('ProjectUnliked', { by: userIdOf('Eve') }))
  expect((await ask()).notifications).toEqual([])
})

test('groups comments in one notification with the latest text, without removed comments', async () => {
  const { ask, append } = await setUpNotifications([
    day1.submitted(),
    commented('Bob', 'Nice'),
    commented('Eve', 'x'.repeat(300), 'c2'),
    commented('Bob', 'Still nice', 'c3'),
  ])
  expect((await ask()).notifications).toMatchObject([
    { kind: 'commented', comment: 'Still nice', text: 'Bob and Eve commented on Kanban (day 1)' },
  ])
  await append(other('CommentRemoved', { comment: 'c3', by: userIdOf('Bob') }))
  const [notification] = (await ask()).notifications
  expect(notification?.kind === 'commented' && notification.comment).toBe(`${'x'.repeat(200)}…`)
})

test('shows notices of its history only, and all resets and restores up to its run', async () => {
  const startsAt = '2026-01-05T00:00:00.000Z'
  const given = [
    challengeEvent('ChallengeStarted', { run: 1, startsAt }),
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
    challengeEvent('ChallengeScheduled', { run: 2, startsAt: '2026-02-01T00:00:00.000Z' }),
    challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } }),
  ]
  const textsOf = (history: History) => textsIn(history, given)
  const [started, reset, scheduled, restored] = [
    'The challenge has started',
    'The challenge was reset',
    'The start of the challenge is scheduled',
    'The challenge was restored from a backup',
  ]
  expect(await textsOf([{ run: 1 }])).toEqual([started])
  expect(await textsOf([{ run: 2 }])).toEqual([scheduled, reset])
  expect(await textsOf([{ run: 3 }, { run: 1, upTo: 0n }])).toEqual([restored, reset, started])
})

test('shows what happened to a project in its history only', async () => {
  const given = [
    day1.submitted(),
    day1.liked('Bob'),
    day1.rejected('Not yet'),
    inRun(3, day1.commented('Eve', 1)),
  ]
  const textsOf = (history: History) => textsIn(history, given)
  expect(await textsOf([{ run: 1 }])).toEqual([
    'Kanban (day 1) was rejected: Not yet',
    'Bob liked Kanban (day 1)',
  ])
  expect(await textsOf([{ run: 3 }, { run: 1, upTo: 1n }])).toEqual([
    'Eve commented on Kanban (day 1)',
    'Bob liked Kanban (day 1)',
  ])
})

test('shows a scheduled start as scheduled until it arrives', async () => {
  const startsAt = '2026-02-01T00:00:00.000Z'
  const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt })
  let now = Date.parse(startsAt) - 1
  const { ask } = await setUpNotifications([scheduled], { clock: () => now })
  const text = async () => (await ask()).notifications.map((notification) => notification.text)
  expect(await text()).toEqual(['The start of the challenge is scheduled'])
  now += 1
  expect(await text()).toEqual(['The challenge has started'])
})

test('shows only the latest notice about the end of a run, beside the one about its start', async () => {
  const endsAt = '2026-02-01T00:00:00.000Z'
  const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: endsAt })
  const endSet = challengeEvent('ChallengeEndSet', { run: 1, endsAt })
  const undone = challengeEvent('ChallengeEndUndone', { run: 1 })
  let now = Date.parse(endsAt) - 1
  const { ask, append } = await setUpNotifications([started, endSet, endSet], { clock: () => now })
  const texts = async () => (await ask()).notifications.map((line) => line.text)
  expect(await texts()).toEqual(['The end of the challenge is set', 'The challenge has started'])
  now += 1
  expect(await texts()).toEqual(['The challenge has ended', 'The challenge has started'])
  await append(undone)
  expect(await texts()).toEqual(['The challenge is open again', 'The challenge has started'])
})

test('leaves out notices from before the registration', async () => {
  const start = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T00:00:00.000Z' })
  const { ask } = await setUpNotifications([start, day1.submitted(), day1.approved()], {
    joinedAt: async () => 1n,
  })
  expect((await ask()).notifications.map(({ kind }) => kind)).toEqual(['approved'])
})

test('notifications after the read mark are unread', async () => {
  const { ask } = await setUpNotifications([
    day1.submitted(),
    day1.approved(),
    day1.liked('Bob'),
    read(1),
    read(0, 'Bob'),
  ])
  expect(await ask()).toMatchObject({
    unread: 1,
    readUpTo: '1',
    notifications: [
      { kind: 'liked', isUnread: true },
      { kind: 'approved', isUnread: false },
    ],
  })
})

test('a notification that was opened is read, and earlier ones stay unread', async () => {
  const { ask } = await setUpNotifications([
    day1.submitted(),
    day1.approved(),
    day1.liked('Bob'),
    read(-1, 'Ada', [2]),
  ])
  expect(await ask()).toMatchObject({
    unread: 1,
    readUpTo: null,
    notifications: [
      { kind: 'liked', isUnread: false },
      { kind: 'approved', isUnread: true },
    ],
  })
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

test('a failed request does not affect the next one', async () => {
  let isFailing = true
  const log = fakeEventLog(day1.submitted(), day1.liked('Bob'))
  const { ask } = await setUpNotifications([], {
    log: {
      read: async function* read(stream, from) {
        for await (const event of log.read(stream, from)) {
          yield event
          if (isFailing) throw new Error('The log is unavailable.')
        }
      },
    },
    projectsOf: async () => ({ projects: [{ _id: day1.id, day: 1 }], position: '1', epoch: 'e1' }),
  })
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('unavailable')
  isFailing = false
  expect((await ask()).notifications).toMatchObject([{ text: 'Bob liked Kanban (day 1)', others: 0 }])
})

test('leaves out events after the position of the response', async () => {
  const { ask } = await setUpNotifications([day1.submitted(), day1.approved(), day1.liked('Bob')], {
    projectsOf: async () => ({ projects: [{ _id: day1.id, day: 1 }], position: '1', epoch: 'e1' }),
  })
  expect(await ask()).toMatchObject({ position: '1', notifications: [{ kind: 'approved' }] })
})

test('forgets what it has read from a log that was put back', async () => {
  const position = { position: '9', epoch: 'e1' }
  const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T00:00:00.000Z' })
  const { ask, log, append } = await setUpNotifications(
    [day1.submitted(), started, day1.liked('Bob'), day1.liked('Eve')],
    {
      projectsOf: async () => ({ projects: [{ _id: day1.id, day: 1 }], ...position }),
    },
  )
  const kindsNow = async () => (await ask()).notifications.map(({ kind }) => kind)
  expect(await kindsNow()).toEqual(['liked', 'challenge-started'])
  log.putBack(0n)
  await append(day1.approved())
  expect(await kindsNow()).toEqual(['liked', 'challenge-started'])
  position.epoch = 'e2'
  expect(await kindsNow()).toEqual(['approved'])
})

test('stores the read mark of each user and sends it to the other tabs', () => {
  const given = [read(3), read(9), read(4, 'Bob'), { ...read(1), type: 'Muted' }]
  expect(documentsAfter(readMarksProjection, given).get(ada.id)).toEqual({ upTo: '9' })
  const changes = documentChanges(readMarksProjection, given.slice(0, 1), [read(9, 'Ada', [12])])
  const [update] = changes.flatMap(notificationUpdates)
  expect(update).toMatchObject({ room: rooms.user(ada.id), message: 'notifications.changed' })
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
