import { randomUUID } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Scheduler } from '../scheduler.ts'
import { makeFolder, writeWhole } from '../whole-file.ts'
import { line } from './line.ts'
import type { Mail, Tell } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import { outboxSweep } from './outbox-sweep.ts'
import { asWritten, written, type Written } from './written.ts'

export type OutboxOptions = {
  /** Made when the first letter is written. */
  folder: string
  from: Mailbox
  tell: Tell
  scheduler: Scheduler
}

type File = { name: string; message: Written }

/**
 * Mail into a folder, as files that any mail program opens (`.eml`), readable for their owner only: letters hold links
 * that open accounts. Names begin with the time, so the newest stands last; after a week they are removed.
 */
export function outboxMail({ folder, from, tell, scheduler }: OutboxOptions): Mail {
  const sweep = outboxSweep(folder, scheduler)
  const queue = line<File>({
    write: (letter) => {
      const now = scheduler.now()
      const time = new Date(now).toISOString().replaceAll(':', '-')
      const kind = letter.kind.replaceAll(/[^a-z-]/g, '')
      return { name: `${time}-${kind}-${randomUUID().slice(0, 8)}.eml`, message: written(letter, from, now) }
    },
    deliver: async ({ name, message }) => {
      const composer = new MailComposer({ ...message, ...asWritten, newline: 'win' })
      await makeFolder(folder)
      const file = await writeWhole(folder, name, await composer.compile().build())
      sweep.begin()
      return { file }
    },
    tell,
    scheduler,
  })
  return {
    ...queue,
    close: async () => {
      await queue.close()
      await sweep.done()
    },
  }
}
