import type { ReminderEvent } from '@thirty/contracts/events/reminders.ts'
import type { Fold } from '../fold.ts'

/** A place in the order of registration. */
export type RegistrationPosition = { at: string; position: string }

/** How far participants were looked at on a date; `undefined` before the first. */
export type ReminderProgress = RegistrationPosition | undefined

/** Stream of a calendar date, such as `2026-03-08`. */
export const remindersStream = (date: string): string => `reminders-${date}`

export const reminderProgressFold: Fold<ReminderProgress, ReminderEvent> = {
  initial: undefined,
  evolve: (taken, event) => (event.type === 'RemindersTaken' ? event.data.upTo : taken),
}

/**
 * Takes the part of the participants from one place to the next: whoever does sends their mails. Nothing when somebody
 * else took it meanwhile.
 */
export function claimBatch(
  taken: ReminderProgress,
  { after, upTo }: { after: ReminderProgress; upTo: RegistrationPosition },
): ReminderEvent[] {
  const isStillThere = taken?.at === after?.at && taken?.position === after?.position
  return isStillThere ? [{ type: 'RemindersTaken', data: { upTo } }] : []
}
