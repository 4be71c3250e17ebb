import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import {
  challengeEvent,
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModels } from '@thirty/projections/testing/start-read-models.ts'

const read = (upTo: string): GivenEvent => ({
  stream: `notifications-${userIdOf('Ada')}`,
  type: 'NotificationsRead',
  data: { upTo },
})

test('notifications that were read in one tab are sent to the user’s other tabs only', async () => {
  const { addEvents, sent } = await startReadModels([
    personEvents('Ada').registered(),
    projectEvents('Ada', 1).submitted(),
  ])
  await addEvents(read('1'))
  expect(sent).toMatchObject([
    {
      room: rooms.user(userIdOf('Ada')),
      message: 'notifications.changed',
      payload: { readUpTo: '1', position: '2' },
    },
  ])
})

test('a schedule and its cancellation are sent to all users', async () => {
  const { addEvents, sent } = await startReadModels([])
  const startsAt = '2026-02-01T00:00:00.000Z'
  const sentChanges = () =>
    sent.filter(({ message }) => message === 'challenge.changed').map(({ room, payload }) => [room, payload])
  await addEvents(challengeEvent({ type: 'ChallengeScheduled', data: { run: 1, startsAt } }))
  expect(sentChanges()).toMatchObject([
    [rooms.showcase, { startsAt, day: 1 }],
    [rooms.leaderboard, { startsAt, day: 1 }],
  ])
  await addEvents(challengeEvent({ type: 'ScheduleCancelled', data: { run: 1 } }))
  expect(sentChanges().slice(2)).toMatchObject([
    [rooms.showcase, { startsAt: null, day: 1 }],
    [rooms.leaderboard, { startsAt: null, day: 1 }],
  ])
})
