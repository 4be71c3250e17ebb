import type { NotificationEvent } from '@thirty/contracts/notifications/events.ts'
import { deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { markRead, readMarkFold } from './decide.ts'

const read = (upTo: string, single?: string[]): NotificationEvent => ({
  type: 'NotificationsRead',
  data: { upTo, ...(single && { single }) },
})
const { rule } = deciderSpec(readMarkFold)
const marking = (upTo: bigint) => deciding(markRead, { read: { upTo: String(upTo) }, head: 100n })()
const opening = (...single: string[]) => deciding(markRead, { read: { single }, head: 100n })()

rule(
  'a user marks notifications up to a position as read, and those before it that were opened are part of it',
  [[], marking(0n), [read('0')]],
  [[read('10')], marking(100n), [read('100')]],
  [[read('10', ['50', '90'])], marking(60n), [read('60', ['90'])]],
  [[read('90')], marking(90n), []],
  [[read('90')], marking(9n), []],
  [[], marking(101n), refused('invalid-fields', { errors: ['upTo'] })],
)

rule(
  'a notification that was opened is read, and those before it are not',
  [[read('10')], opening('50'), [read('10', ['50'])]],
  [[read('10', ['50'])], opening('30', '70'), [read('10', ['30', '50', '70'])]],
  [[read('10', ['50'])], opening('9', '50'), []],
  [[], opening('5', '101'), refused('invalid-fields', { errors: ['single'] })],
)
