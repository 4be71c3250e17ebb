import type { NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { expect, test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { markRead } from './decide.ts'
import { evolve, nothingRead, type ReadMark } from './evolve.ts'

const read = (upTo: string): NotificationEvent => ({ type: 'NotificationsRead', data: { upTo } })
const { given } = deciderSpec(nothingRead, evolve)
const marking =
  (upTo: bigint, head = 100n) =>
  (mark: ReadMark) =>
    markRead(mark, { upTo, head })

test('a user marks notifications up to a position as read', () => {
  given().when(marking(0n)).then(read('0'))
  given(read('10')).when(marking(100n)).then(read('100'))
})

test('the same mark again, or an earlier one, changes nothing', () => {
  given(read('90')).when(marking(90n)).thenNothing()
  given(read('90')).when(marking(9n)).thenNothing()
})

test('refuses a position that has no event yet', () => {
  given()
    .when(marking(101n))
    .thenRefused('invalid-fields', { errors: ['upTo'] })
})

test('ignores events of a later release', () => {
  // Only a newer release knows this event.
  expect(evolve(5n, { type: 'NotificationsMuted', data: {} } as unknown as NotificationEvent)).toBe(5n)
})
