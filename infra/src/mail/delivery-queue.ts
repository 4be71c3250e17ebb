import type { Scheduler } from '../scheduler.ts'
import {
  Undeliverable,
  type EmailMessage,
  type Mailer,
  type DeliveryOutcome,
  type ReportDelivery,
} from './mail.ts'

export type DeliveryQueueOptions<Message> = {
  /** Makes a letter ready, once. Throws `Undeliverable`. */
  compose: (letter: EmailMessage) => Message
  /** Delivers it, or throws: `Undeliverable` where another try would change nothing. Answers a file, if it is in one. */
  deliver: (message: Message, signal: AbortSignal) => Promise<{ file?: string } | void>
  reportDelivery: ReportDelivery
  scheduler: Scheduler
  /** Most letters that wait; 1,000 when missing. */
  capacity?: number
  /** Most that are on their way at once; 2 when missing. */
  concurrency?: number
  /** Milliseconds that one try may take; a minute when missing. */
  timeoutMs?: number
  /** Milliseconds after which what waits at the end is given up. */
  shutdownTimeoutMs?: number
}

/** Milliseconds after which a letter is tried again, and again: a quarter of an hour in all. */
const waits = [1_000, 10_000, 60_000, 240_000, 600_000]

class Stopped extends Error {
  readonly code = 'ETIMEDOUT'
}

type Waiting<Message> = { letter: EmailMessage; message: Message; tries: number; since: number; due: number }

/** A line in which letters wait for their delivery: bounded, a few at once, each tried again for a quarter of an hour. */
export function deliveryQueue<Message>(options: DeliveryQueueOptions<Message>): Mailer {
  const { compose: write, deliver, reportDelivery: tell, scheduler } = options
  const {
    capacity: most = 1_000,
    concurrency: atOnce = 2,
    timeoutMs: patience = 60_000,
    shutdownTimeoutMs: endWithin = 5_000,
  } = options
  const waiting: Waiting<Message>[] = []
  const ended = new AbortController()
  let underWay = 0
  let isClosed = false
  let callOff: () => void = () => undefined
  let onIdle: () => void = () => undefined

  const say = (outcome: DeliveryOutcome, { kind }: EmailMessage, reason?: string, file?: string) =>
    tell({ outcome, kind, ...(reason !== undefined && { reason }), ...(file !== undefined && { file }) })

  const goOn = (): void => {
    callOff()
    const now = scheduler.now()
    while (underWay < atOnce) {
      // A clock that shows less than when the wait began was set back: nobody knows for how long.
      const next = waiting.findIndex(({ since, due }) => due <= now || now < since)
      const [one] = next === -1 ? [] : waiting.splice(next, 1)
      if (one === undefined) break
      underWay += 1
      void attempt(one)
    }
    if (underWay === 0 && (isClosed || waiting.length === 0)) onIdle()
    if (underWay < atOnce && waiting.length > 0) {
      const soonest = Math.min(...waiting.map(({ due }) => due))
      callOff = scheduler.after(Math.max(1, soonest - now), goOn)
    }
  }

  const attempt = async (one: Waiting<Message>): Promise<void> => {
    const { letter, message } = one
    try {
      if (scheduler.now() >= (letter.expiresAt ?? Infinity)) throw new Undeliverable('late')
      const { file } = (await within(patience, (signal) => deliver(message, signal))) ?? {}
      say('delivered', letter, undefined, file)
    } catch (problem) {
      tryLater(one, problem)
    }
    underWay -= 1
    goOn()
  }

  /** A server that says a word now and then would be waited for without end, so a try has an end of its own. */
  const within = async <Done>(milliseconds: number, work: (signal: AbortSignal) => Promise<Done>) => {
    const late = new AbortController()
    const calledOff = scheduler.after(milliseconds, () => late.abort())
    const signal = AbortSignal.any([late.signal, ended.signal])
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(new Stopped())
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      return await Promise.race([stopped.promise, work(signal)])
    } finally {
      calledOff()
      signal.removeEventListener('abort', stop)
    }
  }

  const tryLater = (one: Waiting<Message>, problem: unknown): void => {
    const wait = waits[one.tries]
    const reason = reasonOf(problem)
    if (wait === undefined || isClosed || problem instanceof Undeliverable)
      return say('lost', one.letter, reason)
    const since = scheduler.now()
    waiting.push({ ...one, tries: one.tries + 1, since, due: since + wait })
    say('later', one.letter, reason)
  }

  const take = (letter: EmailMessage): void => {
    if (isClosed) throw new Undeliverable('closed')
    if (waiting.length + underWay >= most) throw new Undeliverable('full')
    const now = scheduler.now()
    waiting.push({ letter, message: write(letter), tries: 0, since: now, due: now })
  }

  return {
    send: (letter) => {
      try {
        take(letter)
      } catch (problem) {
        say('lost', letter, reasonOf(problem))
        return false
      }
      // Not before whoever sends has gone on: nobody waits for a delivery to begin.
      setImmediate(goOn)
      return true
    },
    pendingCount: () => waiting.length + underWay,
    close: async () => {
      isClosed = true
      const idle = new Promise<void>((resolve) => (onIdle = resolve))
      const stop = scheduler.after(endWithin, () => ended.abort())
      goOn()
      await idle
      stop()
      callOff()
      for (const { letter } of waiting.splice(0)) say('lost', letter, 'closed')
    },
  }
}

/** A code that says what happened, and nothing that a letter or a server said. */
function reasonOf(problem: unknown): string {
  if (problem instanceof Undeliverable) return problem.reason
  if (!(problem instanceof Error)) return 'unknown'
  if ('responseCode' in problem && typeof problem.responseCode === 'number')
    return String(problem.responseCode)
  return 'code' in problem && typeof problem.code === 'string' ? problem.code : problem.name
}
