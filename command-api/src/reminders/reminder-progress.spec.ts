import type { ReminderEvent } from '@thirty/contracts/notifications/events.ts'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { claimBatch, reminderProgressFold, type ReminderProgress } from './send-reminders.ts'

const ana = { at: '2026-03-01T08:00:00.000Z', position: '0007' }
const ben = { at: '2026-03-01T08:00:00.000Z', position: '0008' }
const claimed = (upTo: typeof ana): ReminderEvent => ({ type: 'RemindersTaken', data: { upTo } })
const { rule } = recordedDeciderSpec(reminderProgressFold)
const claiming = (after: ReminderProgress, upTo: typeof ana) => (state: ReminderProgress) =>
  claimBatch(state, { after, upTo })

rule(
  'a batch follows the one before it, and is claimed by one process',
  [[], claiming(undefined, ana), [claimed(ana)]],
  [[claimed(ana)], claiming(ana, ben), [claimed(ben)]],
  [[claimed(ana)], claiming(undefined, ana), []],
  [[claimed(ana), claimed(ben)], claiming(ana, ben), []],
)
