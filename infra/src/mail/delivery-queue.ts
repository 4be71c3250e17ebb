// A bounded queue of emails, with a few concurrent deliveries, each retried for a quarter of an hour.
//
// No request waits for an email or fails because of one. Emails carry links that open accounts: a queue in the log
// would keep tokens and addresses forever. The process log has kind, outcome and a code, never an address, a token or
// the answer of a server. A permanent refusal (5xx) is not retried; a refusal of our password is. An email may arrive
// twice when the answer of the mail server was lost; both have the same `Message-ID`.

import { randomUUID } from 'node:crypto'
import pTimeout from 'p-timeout'
import { repeat, type Scheduler } from '../scheduler.ts'
import { isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import type { StoredEmail, StoredEmails } from './stored-emails.ts'
import {
  Undeliverable,
  type EmailMessage,
  type Mailer,
  type DeliveryOutcome,
  type ReportDelivery,
} from './mail.ts'

export type DeliveryQueueOptions<Message> = {
  /** Composes a message, in the same form each time. Throws `Undeliverable`. */
  compose: (stored: StoredEmail) => Message
  /**
   * Delivers a message, or throws: `Undeliverable` when a retry would change nothing. Returns the file if it was
   * written to one.
   */
  deliver: (message: Message, signal: AbortSignal) => Promise<{ file?: string } | void>
  emails: StoredEmails
  /** Which emails of other processes the queue delivers: all when no other process runs, or emails whose process stopped holding them. */
  takesOver: 'all' | 'abandoned' | 'none'
  reportDelivery: ReportDelivery
  scheduler: Scheduler
}

/** Maximum number of waiting messages. */
const capacity = 1_000
/** Maximum number of concurrent deliveries. */
export const concurrency = 2
/** Milliseconds for one attempt. */
const timeoutMs = 60_000
/** Milliseconds after which `close` leaves waiting messages to the next process. */
const shutdownTimeoutMs = 5_000

/** Milliseconds before each retry: a quarter of an hour in all. */
const retryDelaysMs = [1_000, 10_000, 60_000, 240_000, 600_000]
/** Milliseconds for which a process holds an email after the time of a try. Then another process takes the email over. */
const holdMs = 120_000
/** Milliseconds between two searches for emails that another process left. */
const takeOverMs = 30_000
/** Age after which an email is of no use, such as an email in a restored copy of the store. */
const maxAgeMs = 24 * 60 * 60_000

class TimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** A delivery that is under way. `discarded` is aborted once nobody may receive the message any more. */
type Attempt = { id: string; to: string; discarded: AbortController; ended: Promise<void> }

type Pending<Message> = StoredEmail & { message: Message; tries: number; queuedAt: number; dueAt: number }

export function deliveryQueue<Message>(options: DeliveryQueueOptions<Message>): Mailer {
  const { compose, deliver, emails, reportDelivery, scheduler } = options
  const waiting: Pending<Message>[] = []
  const shutdown = new AbortController()
  const attempts = new Set<Attempt>()
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
    while (attempts.size < concurrency) {
      // A clock that shows an earlier time than `queuedAt` was set back, by an unknown amount.
      const next = waiting.findIndex(({ queuedAt, dueAt }) => dueAt <= now || now < queuedAt)
      const [pending] = next === -1 ? [] : waiting.splice(next, 1)
      if (pending === undefined) break
      startAttempt(pending)
    }
    if (attempts.size === 0 && (isClosed || waiting.length === 0)) onIdle()
    if (attempts.size < concurrency && waiting.length > 0) {
      const soonest = Math.min(...waiting.map(({ dueAt }) => dueAt))
      cancelTimer = scheduler.after(Math.max(1, soonest - now), processNext)
    }
  }

  const startAttempt = (pending: Pending<Message>): void => {
    const { id, email } = pending
    const discarded = new AbortController()
    const ended = attempt(pending, discarded.signal).then(() => {
      attempts.delete(current)
      processNext()
    })
    const current: Attempt = { id, to: email.to, discarded, ended }
    attempts.add(current)
  }

  const attempt = async (pending: Pending<Message>, discarded: AbortSignal): Promise<void> => {
    const { email, message } = pending
    // Otherwise another process has taken the email over, or has discarded it.
    if (!(await hold(pending, scheduler.now())) || discarded.aborted) return
    try {
      if (scheduler.now() >= Math.min(email.expiresAt ?? Infinity, pending.at + maxAgeMs))
        throw new Undeliverable('late')
      const { file } = (await deliverInTime(message, discarded)) ?? {}
      report('delivered', email, undefined, file)
      await forget(pending)
    } catch (error) {
      if (!discarded.aborted) await retryLater(pending, discarded, error)
    }
  }

  /** This process delivers an email even if the store cannot hold it. The store reports its outages itself. */
  const hold = (stored: StoredEmail, dueAt: number): Promise<boolean> =>
    emails.hold(stored, dueAt + holdMs).catch(() => true)

  const forget = ({ id }: StoredEmail): Promise<void> => emails.remove(id).catch(() => undefined)

  /** Limits the duration of one attempt, because a server may respond slowly without end. */
  const deliverInTime = async (message: Message, discarded: AbortSignal) => {
    const timeout = new AbortController()
    const cancelTimeout = scheduler.after(timeoutMs, () => timeout.abort(new TimeoutError()))
    const signal = AbortSignal.any([timeout.signal, shutdown.signal, discarded])
    try {
      return await pTimeout(deliver(message, signal), { milliseconds: Infinity, signal })
    } finally {
      cancelTimeout()
    }
  }

  const retryLater = async (
    pending: Pending<Message>,
    discarded: AbortSignal,
    error: unknown,
  ): Promise<void> => {
    const wait = retryDelaysMs[pending.tries]
    const reason = reasonOf(error)
    if (wait === undefined || error instanceof Undeliverable) {
      report('lost', pending.email, reason)
      return forget(pending)
    }
    if (isClosed) return handOver(pending, reason)
    const queuedAt = scheduler.now()
    const dueAt = queuedAt + wait
    report('later', pending.email, reason)
    if ((await hold(pending, dueAt)) && !discarded.aborted)
      waiting.push({ ...pending, tries: pending.tries + 1, queuedAt, dueAt })
  }

  /** Leaves an email to the next process. It is lost only if the store never got it. */
  const handOver = async (pending: Pending<Message>, reason: string): Promise<void> => {
    await emails.hold(pending, 0).then(
      () => report('later', pending.email, reason),
      () => report(emails.isStored(pending.id) ? 'later' : 'lost', pending.email, reason),
    )
  }

  /** Returns whether the email can be composed, and waits now. */
  const enqueue = (stored: StoredEmail): boolean => {
    const now = scheduler.now()
    try {
      waiting.push({ ...stored, message: compose(stored), tries: 0, queuedAt: now, dueAt: now })
    } catch (error) {
      report('lost', stored.email, reasonOf(error))
      void forget(stored)
      return false
    }
    // In a later turn, so that `send` returns before a delivery begins.
    setImmediate(processNext)
    return true
  }

  let isFirst = true
  const takeOver = async () => {
    const now = scheduler.now()
    const heldUntil = isFirst && options.takesOver === 'all' ? Infinity : now
    isFirst = false
    try {
      for await (const stored of emails.takeOver(heldUntil, now + holdMs, now - maxAgeMs)) {
        if (stored === undefined) reportDelivery({ outcome: 'lost', kind: 'unknown', reason: 'unreadable' })
        else enqueue(stored)
      }
    } catch {
      // The store reports its outages itself, and the next round continues.
    }
    return takeOverMs
  }
  const stopTakeOver = options.takesOver === 'none' ? async () => undefined : repeat(scheduler, takeOver)

  return {
    send: (email) => {
      const isFull = waiting.length + attempts.size >= capacity
      if (isClosed || isFull) {
        report('lost', email, isClosed ? 'closed' : 'full')
        return false
      }
      const stored = { id: randomUUID(), at: scheduler.now(), email }
      if (!enqueue(stored)) return false
      void hold(stored, stored.at)
      return true
    },
    pendingCount: () => waiting.length + attempts.size,
    discard: async (to) => {
      const isOther = ({ email }: StoredEmail) => !isSameEmail(email.to, to)
      const dropped = waiting.filter((pending) => !isOther(pending))
      waiting.splice(0, waiting.length, ...waiting.filter(isOther))
      const stopped = [...attempts].filter((one) => isSameEmail(one.to, to))
      for (const { discarded } of stopped) discarded.abort()
      await Promise.all(stopped.map(({ ended }) => ended))
      await emails.discard(to)
      for (const { id } of [...dropped, ...stopped]) emails.forget(id)
    },
    close: async () => {
      isClosed = true
      await stopTakeOver()
      const idle = new Promise<void>((resolve) => (onIdle = resolve))
      const stop = scheduler.after(shutdownTimeoutMs, () => shutdown.abort(new TimeoutError()))
      processNext()
      await idle
      stop()
      cancelTimer()
      await Promise.all(waiting.splice(0).map((pending) => handOver(pending, 'closed')))
    },
  }
}

/** Returns a code for the error, without any text of the message or of the server. */
function reasonOf(error: unknown): string {
  if (error instanceof Undeliverable) return error.reason
  if (!(error instanceof Error)) return 'unknown'
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
