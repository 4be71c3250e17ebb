import { createTransport } from 'nodemailer'
import { deliveryQueue } from './delivery-queue.ts'
import { Undeliverable, type Mailer, type ReportDelivery } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { contentRestrictions, composeMessage, type ComposedMessage } from './composed-message.ts'

export type SmtpOptions = {
  server: SmtpAddress
  from: Mailbox
  /** Whether letters and password go to a server only that encrypts the way there. */
  requireTls: boolean
  reportDelivery: ReportDelivery
  scheduler: Scheduler
  /** Milliseconds of silence after which a server is given up; 10 seconds when missing. */
  timeoutMs?: number
}

const connections = 2

/** Mail over SMTP. Whatever the server does, nobody but the line waits for it. */
export function smtpMailer({
  server,
  from,
  requireTls,
  reportDelivery: tell,
  scheduler,
  timeoutMs: silence = 10_000,
}: SmtpOptions): Mailer {
  const { host, port, isEncrypted, user, password } = server
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: isEncrypted,
    requireTLS: requireTls,
    // Where letters may go in the open, they may go to a server that nobody vouches for, as most on this machine are.
    ...(!requireTls && !isEncrypted && { tls: { rejectUnauthorized: false } }),
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    maxConnections: connections,
    // A letter whose connection broke is tried again by the line, which counts the tries.
    maxRequeues: 0,
    connectionTimeout: silence,
    greetingTimeout: silence,
    dnsTimeout: silence,
    socketTimeout: silence,
    ...contentRestrictions,
  })
  // What breaks while nothing is sent is met again by the next letter.
  transport.on('error', () => undefined)

  const deliver = async (message: ComposedMessage, signal: AbortSignal): Promise<void> => {
    try {
      await transport.sendMail({ ...message, signal })
    } catch (problem) {
      throw isPermanentRejection(problem) ? new Undeliverable(String(problem.responseCode)) : problem
    }
  }
  const queue = deliveryQueue({
    compose: (letter) => composeMessage(letter, from, scheduler.now()),
    deliver,
    reportDelivery: tell,
    scheduler,
    concurrency: connections,
  })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      transport.close()
    },
  }
}

/**
 * True when the server will never accept this message: a 5xx answer about its recipient or its content. An answer about
 * us, such as a wrong password, can be fixed by an operator, so the message is tried again.
 */
function isPermanentRejection(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  const { command, responseCode } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return typeof responseCode === 'number' && responseCode >= 500 && isAboutMessage
}
