import { reminderEvents, type ReminderEvent } from '@thirty/contracts/events/reminders.ts'
import type { Fold } from '../fold.ts'

/** A position in the order of registration. */
export type RegistrationPosition = { at: string; position: string }

/** The last participant who was handled on a date; `undefined` before the first batch. */
export type ReminderProgress = RegistrationPosition | undefined

/** Stream of a calendar date, such as `2026-03-08`. Each way to remind has its own progress. */
export const remindersStream = (prefix: 'reminders' | 'push-reminders', date: string): string =>
  `${prefix}-${date}`

export const reminderProgressFold: Fold<ReminderProgress, ReminderEvent> = {
  events: reminderEvents,
  initial: undefined,
  evolve: (progress, event) => (event.type === 'RemindersTaken' ? event.data.upTo : progress),
}

/**
 * Claims the participants from one registration position to the next, so that this process sends their emails. Changes
 * nothing if another process has claimed them.
 */
export function claimBatch(
  progress: ReminderProgress,
  { after, upTo }: { after: ReminderProgress; upTo: RegistrationPosition },
): ReminderEvent[] {
  const isUnclaimed = progress?.at === after?.at && progress?.position === after?.position
  return isUnclaimed ? [{ type: 'RemindersTaken', data: { upTo } }] : []
}
