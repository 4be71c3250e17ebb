// The port of mailers, which queue emails and deliver them later; `smtp.ts` and `outbox.ts` implement it.

import { z } from 'zod'

/** An email to one person, as it is read from JSON. `text` and `html` have the same content. */
export const emailMessage = z.object({
  /** Its purpose, such as `password-reset`: logs and file names contain this, and no content. */
  kind: z.string(),
  /** Exactly one address. */
  to: z.string(),
  /** Code of the language of subject and content. */
  language: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Time (milliseconds since 1970) from which the message is useless and no longer sent. */
  expiresAt: z.number().exactOptional(),
  /** An https address that accepts one-click requests to unsubscribe (RFC 8058). */
  unsubscribe: z
    .string()
    .transform((text) => new URL(text))
    .exactOptional(),
})
export type EmailMessage = z.infer<typeof emailMessage>

/**
 * Queues messages and delivers them later: a mail server that is down neither fails nor slows the sender. `testing/mail/mail-port.ts` tests
 * this contract for every adapter.
 */
export type Mailer = {
  /** Returns at once whether the message was queued: false when too many wait or the message is invalid. Never throws. */
  send(message: EmailMessage): boolean
  /** The number of messages that are not delivered yet. Senders of many keep it small, so that others need not wait. */
  pendingCount(): number
  /**
   * Forgets all messages to an address: waiting messages of all processes, and messages that were written to a file. A delivery that is under
   * way is stopped if it can be.
   */
  discard(to: string): Promise<void>
  /** Delivers waiting messages for a few seconds, and leaves the others to the next process. Accepts no more. */
  close(): Promise<void>
}

/** `later`: the delivery failed and will be retried. `lost`: it will not be retried. */
export type DeliveryOutcome = 'delivered' | 'later' | 'lost'

/**
 * A log entry about a message. `reason` is a code, such as `ECONNECTION` or `550`, never the server's text, which may
 * contain the address. `file` is the file that the message was written to.
 */
export type DeliveryReport = { outcome: DeliveryOutcome; kind: string; reason?: string; file?: string }
export type ReportDelivery = (report: DeliveryReport) => void

/** A message can never be delivered, however often it is retried. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
  /** `reason` is a code, for the log. */
  readonly reason: string
  constructor(reason: string) {
    super(`A message cannot be delivered: ${reason}`)
    this.reason = reason
  }
}
