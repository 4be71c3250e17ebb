// A bounded queue of emails, with a few concurrent deliveries, each retried for a quarter of an hour. Composes their messages for nodemailer.
//
// No request waits for an email or fails because of one. Emails carry links that open accounts: a queue in the log
// would keep tokens and addresses forever. The process log has kind, outcome and a code, never an address, a token or
// the answer of a server. A permanent refusal (5xx) is not retried; a refusal of our password is. An email may arrive
// twice when the answer of the mail server was lost; both have the same `Message-ID`.

import { randomUUID } from 'node:crypto'
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import pTimeout from 'p-timeout'
import { isSameEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { isEmailAddress } from '@thirty/contracts/accounts/email-address.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'
import { pause, repeat, type Scheduler } from '../scheduler.ts'
import { errorCode } from '../system-errors.ts'
import type { Mailbox } from './mail-addresses.ts'
import { Undeliverable, type DeliveryOutcome, type Mailer, type ReportDelivery } from './mail.ts'
import type { StoredEmail, StoredEmails } from './stored-emails.ts'

/** An email and its message, which is the same at every attempt. */
export type ComposedEmail = { stored: StoredEmail; message: ComposedMessage }

export type DeliveryQueueOptions = {
  /** The sender of all emails. */
  from: Mailbox
  /** Throws `Undeliverable` when a retry would change nothing. Returns the file if the message was written to one. */
  deliver: (email: ComposedEmail, signal: AbortSignal) => Promise<{ file?: string } | void>
  emails: StoredEmails
  /** Which emails of other processes the queue delivers: all when no other process runs, or emails whose process stopped holding them. */
  takesOver: 'all' | 'abandoned' | 'none'
  reportDelivery: ReportDelivery
  scheduler: Scheduler
}

/** Maximum number of pending messages. */
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

/**
 * An email that is not delivered yet. `discarded` is aborted once nobody may receive it any more. `step` is what is under way: a change of
 * the store, or a try.
 */
type Pending = ComposedEmail & {
  discarded: AbortController
  step: Promise<unknown>
  ended: Promise<void>
}

export function deliveryQueue(options: DeliveryQueueOptions): Mailer {
  const { from, deliver, emails, reportDelivery, scheduler } = options
  const pending = new Map<string, Pending>()
  const inTurn = concurrencyLimit({ maxConcurrent: concurrency, maxQueued: Infinity })
  /** Aborted when the queue closes: no email waits for a retry any more. */
  const closing = new AbortController()
  /** Aborted when deliveries have had their time after that. */
  const shutdown = new AbortController()

  const report = (outcome: DeliveryOutcome, { email: { kind } }: StoredEmail, reason?: string) =>
    reportDelivery({ outcome, kind, ...(reason !== undefined && { reason }) })

  /** This process delivers an email even if the store cannot hold it. The store reports its outages itself. */
  const hold = (stored: StoredEmail, dueAt: number): Promise<boolean> =>
    emails.hold(stored, dueAt + holdMs).catch(() => true)

  const giveUp = async (stored: StoredEmail, reason: string): Promise<void> => {
    report('lost', stored, reason)
    await remove(stored)
  }
  const remove = ({ id }: StoredEmail): Promise<void> => emails.remove(id).catch(() => undefined)

  /** Leaves an email to the next process. It is lost only if the store never got it. */
  const handOver = (stored: StoredEmail, reason: string): Promise<void> =>
    emails.hold(stored, 0).then(
      () => report('later', stored, reason),
      () => report(emails.isStored(stored.id) ? 'later' : 'lost', stored, reason),
    )

  const run = async (one: Pending): Promise<void> => {
    const { stored, discarded } = one
    const interrupted = AbortSignal.any([closing.signal, discarded.signal])
    // In a later turn, so that `send` returns before a delivery begins.
    await new Promise(setImmediate)
    for (const wait of [...retryDelaysMs, undefined]) {
      const isToBeRepeated = await inTurn(() => {
        const tried = attempt(one, wait)
        one.step = tried
        return tried
      })
      if (!isToBeRepeated || wait === undefined) return
      await pause(scheduler, wait, interrupted)
      if (closing.signal.aborted && !discarded.signal.aborted) return handOver(stored, 'closed')
    }
  }

  /** Tries to deliver an email. Returns whether it is to be tried again after `wait` milliseconds; without them it is given up. */
  const attempt = async (one: Pending, wait: number | undefined): Promise<boolean> => {
    const { stored } = one
    const { signal: discarded } = one.discarded
    // Otherwise another process has taken the email over, or has discarded it.
    if (discarded.aborted || !(await hold(stored, scheduler.now())) || discarded.aborted) return false
    const { kind, expiresAt = Infinity } = stored.email
    try {
      if (scheduler.now() >= Math.min(expiresAt, stored.at + maxAgeMs)) throw new Undeliverable('late')
      const { file } = (await deliverInTime(one)) ?? {}
      reportDelivery({ outcome: 'delivered', kind, ...(file !== undefined && { file }) })
      await remove(stored)
    } catch (error) {
      if (discarded.aborted) return false
      const reason = reasonOf(error)
      if (wait === undefined || error instanceof Undeliverable) await giveUp(stored, reason)
      else if (closing.signal.aborted) await handOver(stored, reason)
      else {
        report('later', stored, reason)
        return hold(stored, scheduler.now() + wait)
      }
    }
    return false
  }

  /** Limits the duration of one attempt, because a server may respond slowly without end. */
  const deliverInTime = async (one: Pending) => {
    const timeout = new AbortController()
    const cancelTimeout = scheduler.after(timeoutMs, () => timeout.abort(new TimeoutError()))
    const signal = AbortSignal.any([timeout.signal, shutdown.signal, one.discarded.signal])
    try {
      return await pTimeout(deliver(one, signal), { milliseconds: Infinity, signal })
    } finally {
      cancelTimeout()
    }
  }

  /** Begins to deliver an email; `undefined` if it cannot be composed. */
  const enqueue = (stored: StoredEmail): Pending | undefined => {
    try {
      const discarded = new AbortController()
      const one = { stored, message: composeMessage(stored, from), discarded, step: nothing, ended: nothing }
      one.ended = run(one).finally(() => pending.delete(stored.id))
      pending.set(stored.id, one)
      return one
    } catch (error) {
      void giveUp(stored, reasonOf(error))
      return undefined
    }
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
      const stored = { id: randomUUID(), at: scheduler.now(), email }
      if (closing.signal.aborted || pending.size >= capacity) {
        report('lost', stored, closing.signal.aborted ? 'closed' : 'full')
        return false
      }
      const one = enqueue(stored)
      if (one) one.step = hold(stored, stored.at)
      return one !== undefined
    },
    pendingCount: () => pending.size,
    discard: async (to) => {
      const dropped = [...pending.values()].filter(({ stored }) => isSameEmail(stored.email.to, to))
      for (const { stored, discarded } of dropped) {
        discarded.abort()
        pending.delete(stored.id)
      }
      await Promise.all(dropped.map(({ step }) => step))
      await emails.discard(to)
      for (const { stored } of dropped) emails.forget(stored.id)
    },
    close: async () => {
      closing.abort()
      await stopTakeOver()
      const stop = scheduler.after(shutdownTimeoutMs, () => shutdown.abort(new TimeoutError()))
      await Promise.all([...pending.values()].map(({ ended }) => ended))
      stop()
    },
  }
}

const nothing = Promise.resolve()

/** Returns a code for the error, without any text of the message or of the server. */
function reasonOf(error: unknown): string {
  if (error instanceof Undeliverable) return error.reason
  if (!(error instanceof Error)) return 'unknown'
  if ('responseCode' in error && typeof error.responseCode === 'number') return String(error.responseCode)
  return errorCode(error) || error.name
}

/** A message for nodemailer: headers and both forms of the content, as in RFC 5322. */
type ComposedMessage = Pick<
  MailComposerOptions,
  'from' | 'to' | 'subject' | 'text' | 'html' | 'messageId' | 'date' | 'headers'
>

const maxSubjectLength = 200

/**
 * Composes a message; every attempt sends it with the id of its email, also in another process. Throws `Undeliverable` unless the message
 * has exactly one address, a valid subject and a code of a language, so that no field can add headers.
 */
function composeMessage({ id, at, email }: StoredEmail, from: Mailbox): ComposedMessage {
  const { to, language, subject, text, html, unsubscribe } = email
  if (!isEmailAddress(to)) throw new Undeliverable('address')
  if (!/^[\w-]+$/.test(language)) throw new Undeliverable('language')
  if (/\p{C}/u.test(subject) || subject.length > maxSubjectLength) throw new Undeliverable('subject')
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(at),
    // Tells automatic responders not to reply (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe && unsubscribeHeaders(unsubscribe)),
    },
  }
}

/** Returns the headers of one-click unsubscription (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ href }: URL): Record<string, { prepared: true; value: string }> => ({
  // Prepared, so that the long address is neither encoded nor folded: mail programs would not recognize it.
  'List-Unsubscribe': { prepared: true, value: `<${href}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

/** The content of a message must not make nodemailer read a file or fetch a URL. */
export const contentRestrictions = { disableFileAccess: true, disableUrlAccess: true } as const
