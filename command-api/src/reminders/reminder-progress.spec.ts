import type { ReminderEvent } from '@thirty/contracts/events/reminders.ts'
import { test } from 'vitest'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { claimBatch, reminderProgressFold, type ReminderProgress } from './reminder-progress.ts'

const ana = { at: '2026-03-01T08:00:00.000Z', position: '0007' }
const ben = { at: '2026-03-01T08:00:00.000Z', position: '0008' }
const claimed = (upTo: typeof ana): ReminderEvent => ({ type: 'RemindersTaken', data: { upTo } })
const { given } = recordedDeciderSpec(reminderProgressFold.initial, reminderProgressFold.evolve)
const claiming = (after: ReminderProgress, upTo: typeof ana) => (state: ReminderProgress) =>
  claimBatch(state, { after, upTo })

test('the first batch of a date is claimed', () => {
  given().when(claiming(undefined, ana)).then(claimed(ana))
})

test('the next batch follows', () => {
  given(claimed(ana)).when(claiming(ana, ben)).then(claimed(ben))
})

test('a batch that another process claimed is not claimed again', () => {
  given(claimed(ana)).when(claiming(undefined, ana)).thenNothing()
  given(claimed(ana), claimed(ben)).when(claiming(ana, ben)).thenNothing()
})
