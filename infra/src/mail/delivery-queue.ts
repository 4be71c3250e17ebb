import { canonicalEmail } from '@thirty/contracts/rules/text/names.ts'
import type { Scheduler } from '../scheduler.ts'
import {
  Undeliverable,
  type EmailMessage,
  type Mailer,
  type DeliveryOutcome,
  type ReportDelivery,
} from './mail.ts'

export type DeliveryQueueOptions<Message> = {
  /** Composes a message, once. Throws `Undeliverable`. */
  compose: (email: EmailMessage) => Message
  /**
   * Delivers a message, or throws: `Undeliverable` when a retry would change nothing. Returns the file if it was
   * written to one.
   */
  deliver: (message: Message, signal: AbortSignal) => Promise<{ file?: string } | void>
  reportDelivery: ReportDelivery
  scheduler: Scheduler
  /** Maximum number of waiting messages; 1,000 when missing. */
  capacity?: number
  /** Maximum number of concurrent deliveries; 2 when missing. */
  concurrency?: number
  /** Milliseconds for one attempt; a minute when missing. */
  timeoutMs?: number
  /** Milliseconds after which `close` gives up waiting messages; 5,000 when missing. */
  shutdownTimeoutMs?: number
}

/** Milliseconds before each retry: a quarter of an hour in all. */
const retryDelaysMs = [1_000, 10_000, 60_000, 240_000, 600_000]

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** A delivery that is under way; `isDiscarded` once nobody may receive the message any more. */
type Attempt = { to: string; isDiscarded: boolean; stop: AbortController; ended: Promise<void> }

type Pending<Message> = {
  email: EmailMessage
  message: Message
  tries: number
  queuedAt: number
  dueAt: number
}

/** A bounded queue of messages, with a few concurrent deliveries, each retried for a quarter of an hour. */
export function deliveryQueue<Message>(options: DeliveryQueueOptions<Message>): Mailer {
  const { compose, deliver, reportDelivery, scheduler } = options
  const { capacity = 1_000, concurrency = 2, timeoutMs = 60_000, shutdownTimeoutMs = 5_000 } = options
  const waiting: Pending<Message>[] = []
  const shutdown = new AbortController()
  const attempts = new Set<Attempt>()
  let inFlight = 0
  let isClosed = false
  let cancelTimer: () => void = () => undefined
  let onIdle: () => void = () => undefined

  const report = (outcome: DeliveryOutcome, { kind }: EmailMessage, reason?: string, file?: string) =>
    reportDelivery({
      outcome,
      kind,
      ...(reason !== undefined && { reason }),
      ...(file !== undefined && { file }),
    })

  const processNext = (): void => {
    cancelTimer()
    const now = scheduler.now()
    while (inFlight < concurrency) {
      // A clock that shows an earlier time than `queuedAt` was set back, by an unknown amount.
      const next = waiting.findIndex(({ queuedAt, dueAt }) => dueAt <= now || now < queuedAt)
      const [pending] = next === -1 ? [] : waiting.splice(next, 1)
      if (pending === undefined) break
      inFlight += 1
      void startAttempt(pending)
    }
    if (inFlight === 0 && (isClosed || waiting.length === 0)) onIdle()
    if (inFlight < concurrency && waiting.length > 0) {
      const soonest = Math.min(...waiting.map(({ dueAt }) => dueAt))
      cancelTimer = scheduler.after(Math.max(1, soonest - now), processNext)
    }
  }

  const startAttempt = async (pending: Pending<Message>): Promise<void> => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const current = { to: pending.email.to, isDiscarded: false, stop: new AbortController(), ended }
    attempts.add(current)
    await attempt(pending, current)
    attempts.delete(current)
    end()
    inFlight -= 1
    processNext()
  }

  const attempt = async (pending: Pending<Message>, current: Attempt): Promise<void> => {
    const { email, message } = pending
    try {
      if (scheduler.now() >= (email.expiresAt ?? Infinity)) throw new Undeliverable('late')
      const deliverNow = (signal: AbortSignal) => deliver(message, signal)
      const { file } = (await withTimeout(timeoutMs, current.stop.signal, deliverNow)) ?? {}
      report('delivered', email, undefined, file)
    } catch (error) {
      if (!current.isDiscarded) retryLater(pending, error)
    }
  }

  /** Limits the duration of one attempt, because a server may respond slowly without end. */
  const withTimeout = async <Result>(
    milliseconds: number,
    stopSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ) => {
    const timeout = new AbortController()
    const cancelTimeout = scheduler.after(milliseconds, () => timeout.abort())
    const signal = AbortSignal.any([timeout.signal, shutdown.signal, stopSignal])
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(new TimeoutError())
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      return await Promise.race([stopped.promise, work(signal)])
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', stop)
    }
  }

  const retryLater = (pending: Pending<Message>, error: unknown): void => {
    const wait = retryDelaysMs[pending.tries]
    const reason = reasonOf(error)
    if (wait === undefined || isClosed || error instanceof Undeliverable)
      return report('lost', pending.email, reason)
    const queuedAt = scheduler.now()
    waiting.push({ ...pending, tries: pending.tries + 1, queuedAt, dueAt: queuedAt + wait })
    report('later', pending.email, reason)
  }

  const enqueue = (email: EmailMessage): void => {
    if (isClosed) throw new Undeliverable('closed')
    if (waiting.length + inFlight >= capacity) throw new Undeliverable('full')
    const now = scheduler.now()
    waiting.push({ email, message: compose(email), tries: 0, queuedAt: now, dueAt: now })
  }

  return {
    send: (email) => {
      try {
        enqueue(email)
      } catch (error) {
        report('lost', email, reasonOf(error))
        return false
      }
      // In a later turn, so that `send` returns before a delivery begins.
      setImmediate(processNext)
      return true
    },
    pendingCount: () => waiting.length + inFlight,
    discard: async (to) => {
      const kept = waiting.filter(({ email }) => !isSameAddress(email.to, to))
      waiting.splice(0, waiting.length, ...kept)
      const stopped = [...attempts].filter((one) => isSameAddress(one.to, to))
      for (const one of stopped) {
        one.isDiscarded = true
        one.stop.abort()
      }
      await Promise.all(stopped.map(({ ended }) => ended))
    },
    close: async () => {
      isClosed = true
      const idle = new Promise<void>((resolve) => (onIdle = resolve))
      const stop = scheduler.after(shutdownTimeoutMs, () => shutdown.abort())
      processNext()
      await idle
      stop()
      cancelTimer()
      for (const { email } of waiting.splice(0)) report('lost', email, 'closed')
    },
  }
}

/** Whether two spellings are the address of one account. */
const isSameAddress = (one: string, other: string): boolean => canonicalEmail(one) === canonicalEmail(other)

/** Returns a code for the error, without any text of the message or of the server. */
function reasonOf(error: unknown): string {
  if (error instanceof Undeliverable) return error.reason
  if (!(error instanceof Error)) return 'unknown'
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
