import { createTransport } from 'nodemailer'
import { isRefusedForGood } from './smtp-refusal.ts'
import { line } from './line.ts'
import { Undeliverable, type Mail, type Tell } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { asWritten, written, type Written } from './written.ts'

export type SmtpOptions = {
  server: SmtpAddress
  from: Mailbox
  /** Whether letters and password go to a server only that encrypts the way there. */
  needsEncryption: boolean
  tell: Tell
  scheduler: Scheduler
  /** Milliseconds of silence after which a server is given up; 10 seconds when missing. */
  silence?: number
}

const connections = 2

/** Mail over SMTP. Whatever the server does, nobody but the line waits for it. */
export function smtpMail({
  server,
  from,
  needsEncryption,
  tell,
  scheduler,
  silence = 10_000,
}: SmtpOptions): Mail {
  const { host, port, isEncrypted, user, password } = server
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: isEncrypted,
    requireTLS: needsEncryption,
    // Where letters may go in the open, they may go to a server that nobody vouches for, as most on this machine are.
    ...(!needsEncryption && !isEncrypted && { tls: { rejectUnauthorized: false } }),
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    maxConnections: connections,
    // A letter whose connection broke is tried again by the line, which counts the tries.
    maxRequeues: 0,
    connectionTimeout: silence,
    greetingTimeout: silence,
    dnsTimeout: silence,
    socketTimeout: silence,
    ...asWritten,
  })
  // What breaks while nothing is sent is met again by the next letter.
  transport.on('error', () => undefined)

  const deliver = async (message: Written, signal: AbortSignal): Promise<void> => {
    try {
      await transport.sendMail({ ...message, signal })
    } catch (problem) {
      throw isRefusedForGood(problem) ? new Undeliverable(String(problem.responseCode)) : problem
    }
  }
  const queue = line({
    write: (letter) => written(letter, from, scheduler.now()),
    deliver,
    tell,
    scheduler,
    atOnce: connections,
  })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      transport.close()
    },
  }
}
