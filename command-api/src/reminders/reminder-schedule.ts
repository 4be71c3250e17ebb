// Sends the reminders of every day when they are due.

import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { currentReminderWindow, reminderWindowAt } from './reminder-window.ts'
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
    const window = currentReminderWindow(now, timeZone)
    if (window === undefined || window.date === completedDate) return msUntilDue()
    const step = await sendNextReminders(options, window, now)
    if (!step.isDone) return step.waitMs
    completedDate = window.date
    return msUntilDue()
  }
  const msUntilDue = (): number => {
    const now = scheduler.now()
    const { from } = reminderWindowAt(now, timeZone)
    return Math.min(from > now ? from - now : maxPollMs, maxPollMs)
  }
  return repeat(
    scheduler,
    async () => {
      try {
        return await check()
      } catch (error) {
        onError(error)
        return maxPollMs
      }
    },
    0,
  )
}
