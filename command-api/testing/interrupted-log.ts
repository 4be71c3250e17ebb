import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'

type Appendable = Pick<EventLog, 'append'>

/** Returns the log of a process that ends at its n-th append, before or after the append is stored. */
export function logEndingAt<Log extends Appendable>(log: Log, append: number, isStored: boolean): Log {
  let remaining = append
  const appendOrEnd: EventLog['append'] = async (...args) => {
    remaining -= 1
    if (remaining > 0) return log.append(...args)
    if (remaining === 0 && isStored) await log.append(...args)
    throw new Error('The process has ended.')
  }
  return { ...log, append: appendOrEnd }
}

/** Returns all interruptions of a task with this many appends, as arguments of `logEndingAt`. */
export const interruptionsOf = (appends: number): (readonly [append: number, isStored: boolean])[] =>
  Array.from({ length: appends }, (_, index) => index + 1).flatMap((append) => [
    [append, false] as const,
    [append, true] as const,
  ])

/** Returns a log that runs `interrupt` once, right before it appends the first event that matches. */
export function logInterruptedBefore<Log extends Appendable>(
  log: Log,
  isMatch: (event: NewEvent, stream: string) => boolean,
  interrupt: () => Promise<unknown>,
): Log {
  let isInterrupted = false
  const append: EventLog['append'] = async (stream, events, expected) => {
    if (!isInterrupted && events.some((event) => isMatch(event, stream))) {
      isInterrupted = true
      await interrupt()
    }
    return log.append(stream, events, expected)
  }
  return { ...log, append }
}

/** Returns the log of a process that ends before it appends an event of this type. */
export const logEndingBefore = <Log extends Appendable>(log: Log, type: string): Log =>
  logInterruptedBefore(
    log,
    (event) => event.type === type,
    () => Promise.reject(new Error('The process has ended.')),
  )

/** Returns the log of a process that ends before it removes a stream. */
export const logEndingAtRemoval = <Log extends Pick<EventLog, 'remove'>>(log: Log): Log => ({
  ...log,
  remove: () => Promise.reject(new Error('The process has ended.')),
})
