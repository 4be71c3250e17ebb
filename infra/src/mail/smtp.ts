// Sends emails over SMTP. Senders never wait for the server.

import { createTransport } from 'nodemailer'
import {
  concurrency,
  contentRestrictions,
  deliveryQueue,
  type ComposedEmail,
  type DeliveryQueueOptions,
} from './delivery-queue.ts'
import type { SmtpAddress } from './mail-addresses.ts'
import { Undeliverable, type Mailer } from './mail.ts'

export type SmtpOptions = Omit<DeliveryQueueOptions, 'deliver'> & {
  server: SmtpAddress
  /** Whether messages and the password may only be sent over an encrypted connection. */
  requireTls: boolean
  /** Milliseconds without a response after which the connection is closed; 10 seconds when missing. */
  timeoutMs?: number
}

export function smtpMailer({ server, requireTls, timeoutMs = 10_000, ...options }: SmtpOptions): Mailer {
  const { host, port, isEncrypted, user, password } = server
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: isEncrypted,
    requireTLS: requireTls,
    // Without required encryption, certificates are not checked either: most local servers have a self-signed one.
    ...(!requireTls && !isEncrypted && { tls: { rejectUnauthorized: false } }),
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    maxConnections: concurrency,
    // The queue retries messages after a broken connection, because it counts the attempts.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...contentRestrictions,
  })
  // An error of an idle connection will be seen again by the next message.
  transport.on('error', () => undefined)

  const deliver = async ({ message }: ComposedEmail, signal: AbortSignal): Promise<void> => {
    try {
      await transport.sendMail({ ...message, signal })
    } catch (error) {
      throw isPermanentRejection(error) ? new Undeliverable(String(error.responseCode)) : error
    }
  }
  const queue = deliveryQueue({ ...options, deliver })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      transport.close()
    },
  }
}

/**
 * True when the server will never accept this message: a 5xx answer about its recipient or its content. A rejection of
 * the sender, such as a wrong password, can be fixed by an operator, so the message is retried.
 */
function isPermanentRejection(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  const { command, responseCode } = error
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return typeof responseCode === 'number' && responseCode >= 500 && isAboutMessage
}
