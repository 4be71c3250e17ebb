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
  /** Made when the first letter is written. */
  folder: string
  from: Mailbox
  reportDelivery: ReportDelivery
  scheduler: Scheduler
}

type File = { name: string; message: ComposedMessage }

/**
 * Mail into a folder, as files that any mail program opens (`.eml`), readable for their owner only: letters hold links
 * that open accounts. Names begin with the time, so the newest stands last; after a week they are removed.
 */
export function outboxMailer({ folder, from, reportDelivery: tell, scheduler }: OutboxOptions): Mailer {
  const sweep = outboxCleanup(folder, scheduler)
  const queue = deliveryQueue<File>({
    compose: (letter) => {
      const now = scheduler.now()
      const time = new Date(now).toISOString().replaceAll(':', '-')
      const kind = letter.kind.replaceAll(/[^a-z-]/g, '')
      return {
        name: `${time}-${kind}-${randomUUID().slice(0, 8)}.eml`,
        message: composeMessage(letter, from, now),
      }
    },
    deliver: async ({ name, message }) => {
      const composer = new MailComposer({ ...message, ...contentRestrictions, newline: 'win' })
      await createFolder(folder)
      const file = await writeFileAtomically(folder, name, await composer.compile().build())
      sweep.start()
      return { file }
    },
    reportDelivery: tell,
    scheduler,
  })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      await sweep.finished()
    },
  }
}
