/** A mail to one person. `text` and `html` say the same. */
export type EmailMessage = {
  /** What it is for, such as `password-reset`: log lines and names of files say this and nothing of its content. */
  kind: string
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  /** From when on (milliseconds since 1970) it is of no use to anybody, and is not sent any more. */
  expiresAt?: number
}

/**
 * Takes letters and delivers them later: a server that is away neither fails nor slows whoever sends. Letters wait in
 * memory, a bounded number of them, so what waits when a process dies is lost.
 * Every adapter passes `mail.port.ts`.
 */
export type Mailer = {
  /** Answers at once whether the letter was taken. Not when too many wait, or when it is none. Never throws. */
  send(letter: EmailMessage): boolean
  /** How many letters are not delivered yet. Whoever sends many keeps it small, so that others need not wait. */
  pendingCount(): number
  /** Gives what waits a few seconds to be delivered. Takes no more. */
  close(): Promise<void>
}

/** What became of a letter: `later` when it is tried again, `lost` when it is not. */
export type DeliveryOutcome = 'delivered' | 'later' | 'lost'

/**
 * A word about a letter, for the log. `reason` is a code, such as `ECONNECTION` or `550`, never what a server said, which
 * may hold the address. `file` is where a letter was written to.
 */
export type DeliveryReport = { outcome: DeliveryOutcome; kind: string; reason?: string; file?: string }
export type ReportDelivery = (news: DeliveryReport) => void

/** A letter that can never be delivered, however often it is tried. */
export class Undeliverable extends Error {
  override name = 'Undeliverable'
  /** `reason` is a code, for the log. */
  readonly reason: string
  constructor(reason: string) {
    super(`A letter cannot be delivered: ${reason}`)
    this.reason = reason
  }
}
