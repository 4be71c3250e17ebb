import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { reminderWindowAt } from './reminder-window.ts'
import { currentReminderWindow, sendNextReminders, type ReminderDeps } from './send-reminders.ts'

export type ReminderScheduleOptions = Omit<ReminderDeps, 'clock'> & {
  scheduler: Scheduler
  /** Hears why reminders wait. */
  onError: (error: unknown) => void
}

/** Milliseconds after which the clock is looked at again in any case: clocks are set, and machines sleep. */
const lookAgainAfter = 60_000

/** Sends the reminders of every day when they are due, until the answer is called, which waits for what is under way. */
export function startReminderSchedule({
  scheduler,
  onError: onTrouble,
  ...given
}: ReminderScheduleOptions): () => Promise<void> {
  const deps = { ...given, clock: scheduler.now }
  let doneFor = ''
  let isOver = false
  let callOff: () => void = () => undefined
  let underWay = Promise.resolve()

  /** Answers after how many milliseconds to look again. */
  const look = async (): Promise<number> => {
    const due = currentReminderWindow(deps)
    if (due === undefined || due.date === doneFor) return untilDue()
    const step = await sendNextReminders(deps, due)
    if (!step.isDone) return step.wait
    doneFor = due.date
    return untilDue()
  }
  const untilDue = (): number => {
    const now = scheduler.now()
    const { from } = reminderWindowAt(now, given.timeZone)
    return Math.min(from > now ? from - now : lookAgainAfter, lookAgainAfter)
  }
  const goOn = async (): Promise<void> => {
    let wait = lookAgainAfter
    try {
      wait = await look()
    } catch (error) {
      onTrouble(error)
    }
    if (!isOver) callOff = scheduler.after(wait, begin)
  }
  const begin = (): void => {
    underWay = goOn()
  }
  callOff = scheduler.after(0, begin)
  return async () => {
    isOver = true
    callOff()
    await underWay
  }
}
