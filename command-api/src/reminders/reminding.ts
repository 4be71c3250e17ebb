import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { dueAt } from './due.ts'
import { dueNow, remind, type RemindDeps } from './remind.ts'

export type RemindingOptions = Omit<RemindDeps, 'clock'> & {
  scheduler: Scheduler
  /** Hears why reminders wait. */
  onTrouble: (error: unknown) => void
}

/** Milliseconds after which the clock is looked at again in any case: clocks are set, and machines sleep. */
const lookAgainAfter = 60_000

/** Sends the reminders of every day when they are due, until the answer is called, which waits for what is under way. */
export function startReminding({ scheduler, onTrouble, ...given }: RemindingOptions): () => Promise<void> {
  const deps = { ...given, clock: scheduler.now }
  let doneFor = ''
  let isOver = false
  let callOff: () => void = () => undefined
  let underWay = Promise.resolve()

  /** Answers after how many milliseconds to look again. */
  const look = async (): Promise<number> => {
    const due = dueNow(deps)
    if (due === undefined || due.date === doneFor) return untilDue()
    const step = await remind(deps, due)
    if (!step.isDone) return step.wait
    doneFor = due.date
    return untilDue()
  }
  const untilDue = (): number => {
    const now = scheduler.now()
    const { from } = dueAt(now, given.timeZone)
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
