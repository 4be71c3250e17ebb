import { hash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalEmail } from '@thirty/contracts/rules/text/names.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Scheduler } from '../scheduler.ts'
import { createFolder, flushFolder, writeFileAtomically } from '../files/atomic-file.ts'
import { deliveryQueue } from './delivery-queue.ts'
import type { Letters } from './letters.ts'
import type { Mailer, ReportDelivery } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import { isOutboxFile, outboxCleanup } from './outbox-cleanup.ts'
import { contentRestrictions, composeMessage, type ComposedMessage } from './composed-message.ts'

export type OutboxOptions = {
  /** Created with the first message. */
  folder: string
  from: Mailbox
  reportDelivery: ReportDelivery
  letters: Letters
  isAlone: boolean
  scheduler: Scheduler
}

type OutboxFile = { name: string; to: string; message: ComposedMessage }

/**
 * Writes emails into a folder, as `.eml` files that any mail program opens. Only their owner can read them, because
 * messages contain links that open accounts. Names begin with the time, so the newest is last; files are deleted
 * after a week.
 */
export function outboxMailer({ folder, from, scheduler, ...options }: OutboxOptions): Mailer {
  const cleanup = outboxCleanup(folder, scheduler)
  const writes = new Set<Promise<unknown>>()

  const write = async ({ name, to, message }: OutboxFile): Promise<{ file: string }> => {
    const composer = new MailComposer({ ...message, ...contentRestrictions, newline: 'win' })
    await createFolder(folder)
    const content = [Buffer.from(recipientHeader(to)), await composer.compile().build()]
    const file = await writeFileAtomically(folder, name, Buffer.concat(content))
    cleanup.start()
    return { file }
  }

  const queue = deliveryQueue<OutboxFile>({
    compose: (letter) => {
      const { id, at, email } = letter
      const time = new Date(at).toISOString().replaceAll(':', '-')
      const kind = email.kind.replaceAll(/[^a-z-]/g, '')
      return {
        name: `${time}-${kind}-${id.slice(0, 8)}.eml`,
        to: email.to,
        message: composeMessage(letter, from),
      }
    },
    deliver: async (outgoing) => {
      const writing = write(outgoing)
      writes.add(writing)
      return writing.finally(() => writes.delete(writing))
    },
    ...options,
    scheduler,
  })
  return {
    ...queue,
    discard: async (to) => {
      await queue.discard(to)
      // A write cannot be stopped: its file is complete, and removed with the others.
      await Promise.allSettled(writes)
      await removeFilesTo(folder, to)
    },
    close: async () => {
      await queue.close()
      await cleanup.finished()
    },
  }
}

/**
 * Identifies the recipient of a file in one short line: the To header encodes and folds addresses. It is a digest because
 * an address may be longer than a line.
 */
const recipientHeader = (to: string): string =>
  `X-Outbox-Recipient: ${hash('sha256', canonicalEmail(to))}\r\n`

/** Removes all files to an address, including files of releases that did not write the recipient header. */
async function removeFilesTo(folder: string, to: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names.filter(isOutboxFile)) {
    const content = await readFile(join(folder, name), 'utf8').catch(() => '')
    const headers = (content.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ')
    const toHeader = /^To: (.*)$/m.exec(headers)?.[1] ?? ''
    const isTo =
      headers.startsWith(recipientHeader(to).trim()) || canonicalEmail(toHeader) === canonicalEmail(to)
    if (!isTo) continue
    await rm(join(folder, name), { force: true })
    removed += 1
  }
  if (removed > 0) await flushFolder(folder)
}
