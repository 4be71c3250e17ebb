// The timer of the reminders: has `send-reminders.ts` send a batch whenever one is due (`reminder-window.ts`).

import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { reminderWindowAt } from './reminder-window.ts'
import { sendNextReminders, type ReminderDeps } from './send-reminders.ts'

export type ReminderScheduleOptions = ReminderDeps & {
  scheduler: Scheduler
  /** Called with the error when reminders are delayed. */
  onError: (error: unknown) => void
}

/** The clock is checked at least this often, because clocks are set and machines sleep. */
const maxPollMs = 60_000

/** The returned function stops the reminders and waits for the step in flight. */
export function startReminderSchedule(options: ReminderScheduleOptions): () => Promise<void> {
  const { scheduler, onError, timeZone } = options
  let completedDate = ''

  /** Sends reminders if they are due. Returns the milliseconds until the next check. */
  const check = async (): Promise<number> => {
    const now = scheduler.now()
    const window = reminderWindowAt(now, timeZone)
    if (now < window.from) return Math.min(window.from - now, maxPollMs)
    if (window.date === completedDate) return maxPollMs
    const waitMs = await sendNextReminders(options, window, now)
    if (waitMs === undefined) completedDate = window.date
    return waitMs ?? maxPollMs
  }
  const checkOrReport = () =>
    check().catch((error: unknown) => {
      onError(error)
      return maxPollMs
    })
  return repeat(scheduler, checkOrReport, 0)
}
