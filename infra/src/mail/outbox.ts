import { randomUUID } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Scheduler } from '../scheduler.ts'
import { createFolder, writeFileAtomically } from '../files/atomic-file.ts'
import { deliveryQueue } from './delivery-queue.ts'
import type { Mailer, ReportDelivery } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import { outboxCleanup } from './outbox-cleanup.ts'
import { contentRestrictions, composeMessage, type ComposedMessage } from './composed-message.ts'

export type OutboxOptions = {
  /** Created with the first message. */
  folder: string
  from: Mailbox
  reportDelivery: ReportDelivery
  scheduler: Scheduler
}

type OutboxFile = { name: string; message: ComposedMessage }

/**
 * Writes mail into a folder, as `.eml` files that any mail program opens. Only their owner can read them, because
 * messages contain links that open accounts. Names begin with the time, so the newest is last; files are deleted
 * after a week.
 */
export function outboxMailer({ folder, from, reportDelivery, scheduler }: OutboxOptions): Mailer {
  const cleanup = outboxCleanup(folder, scheduler)
  const queue = deliveryQueue<OutboxFile>({
    compose: (email) => {
      const now = scheduler.now()
      const time = new Date(now).toISOString().replaceAll(':', '-')
      const kind = email.kind.replaceAll(/[^a-z-]/g, '')
      return {
        name: `${time}-${kind}-${randomUUID().slice(0, 8)}.eml`,
        message: composeMessage(email, from, now),
      }
    },
    deliver: async ({ name, message }) => {
      const composer = new MailComposer({ ...message, ...contentRestrictions, newline: 'win' })
      await createFolder(folder)
      const file = await writeFileAtomically(folder, name, await composer.compile().build())
      cleanup.start()
      return { file }
    },
    reportDelivery,
    scheduler,
  })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      await cleanup.finished()
    },
  }
}
