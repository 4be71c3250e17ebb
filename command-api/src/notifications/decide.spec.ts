import type { NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { test } from 'vitest'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { markRead } from './decide.ts'
import { nothingRead, type ReadMark } from '@thirty/contracts/rules/read-mark.ts'
import { evolve } from './evolve.ts'

const read = (upTo: string, single?: string[]): NotificationEvent => ({
  type: 'NotificationsRead',
  data: { upTo, ...(single && { single }) },
})
const { given, rule } = deciderSpec(nothingRead, evolve)
const marking =
  (upTo: bigint, head = 100n) =>
  (mark: ReadMark) =>
    markRead(mark, { read: { upTo: String(upTo) }, head })
const opening =
  (...single: string[]) =>
  (mark: ReadMark) =>
    markRead(mark, { read: { single }, head: 100n })

test('a user marks notifications up to a position as read', () => {
  given().when(marking(0n)).then(read('0'))
  given(read('10')).when(marking(100n)).then(read('100'))
})

test('the same mark again, or an earlier one, changes nothing', () => {
  given(read('90')).when(marking(90n)).thenNothing()
  given(read('90')).when(marking(9n)).thenNothing()
})

rule('refuses a position that has no event yet', [
  [],
  marking(101n),
  refused('invalid-fields', { errors: ['upTo'] }),
])

rule(
  'a notification that was opened is read, and those before it are not',
  [[read('10')], opening('50'), [read('10', ['50'])]],
  [[read('10', ['50'])], opening('30', '70'), [read('10', ['30', '50', '70'])]],
)

rule('one that was read already changes nothing', [[read('10', ['50'])], opening('9', '50'), []])

rule('refuses to open a notification at a position that has no event yet', [
  [],
  opening('5', '101'),
  refused('invalid-fields', { errors: ['single'] }),
])

rule('everything up to a position includes what was opened before it', [
  [read('10', ['50', '90'])],
  marking(60n),
  [read('60', ['90'])],
])
