import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'

/** A log that can be put back to another history: one that also has the events of `hiddenStream`. */
export function putBackLog(log: EventLog, hiddenStream: string): { log: EventLog; putBack(): void } {
  let isPutBack = false
  const readAll: EventLog['readAll'] = async function* (range = {}) {
    if (isPutBack && range.seen) throw new LogReplaced(range.seen)
    for await (const events of log.readAll(range))
      yield isPutBack ? events : events.filter(({ stream }) => stream !== hiddenStream)
  }
  return { log: { ...log, readAll }, putBack: () => void (isPutBack = true) }
}
