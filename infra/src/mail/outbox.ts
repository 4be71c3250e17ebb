// Writes emails into a folder, as `.eml` files that any mail program opens. Only their owner can read the files, because messages contain
// links that open accounts. File names begin with the time, so the newest is last; files are deleted after a week, when another message is
// written.

import { hash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { canonicalEmail } from '@thirty/contracts/accounts/canonical-names.ts'
import { createFolder, flushFolder, writeFileAtomically } from '../files/durable-files.ts'
import {
  contentRestrictions,
  deliveryQueue,
  type ComposedEmail,
  type DeliveryQueueOptions,
} from './delivery-queue.ts'
import type { Mailer } from './mail.ts'
import type { StoredEmail } from './stored-emails.ts'

/** `folder` is created with the first message. */
type OutboxOptions = Omit<DeliveryQueueOptions, 'deliver'> & { folder: string }

/** Milliseconds for which messages are kept: they contain addresses, and older ones are not needed. */
const keepForMs = 7 * 24 * 60 * 60_000
const cleanupMs = 60 * 60_000

export function outboxMailer({ folder, ...options }: OutboxOptions): Mailer {
  const { now } = options.scheduler
  const writes = new Set<Promise<unknown>>()
  let cleanedAt = -Infinity

  const write = async ({ stored, message }: ComposedEmail): Promise<{ file: string }> => {
    const composer = new MailComposer({ ...message, ...contentRestrictions, newline: 'win' })
    createFolder(folder)
    const content = [Buffer.from(recipientHeader(stored.email.to)), await composer.compile().build()]
    const file = await writeFileAtomically(folder, fileNameOf(stored), Buffer.concat(content))
    // A failed cleanup must not fail a message; it is repeated in an hour.
    if (now() - cleanedAt >= cleanupMs) await removeOld().catch(() => undefined)
    return { file }
  }

  const removeOld = async (): Promise<void> => {
    cleanedAt = now()
    for (const name of await readdir(folder))
      if (timeOf(name) < cleanedAt - keepForMs) await rm(join(folder, name), { force: true })
  }

  const queue = deliveryQueue({
    ...options,
    deliver: async (email) => {
      const writing = write(email)
      writes.add(writing)
      return writing.finally(() => writes.delete(writing))
    },
  })
  return {
    ...queue,
    discard: async (to) => {
      try {
        await queue.discard(to)
      } finally {
        // A write cannot be stopped: its file is complete, and removed with the others.
        await Promise.allSettled(writes)
        await removeFilesTo(folder, to)
      }
    },
  }
}

function fileNameOf({ id, at, email }: StoredEmail): string {
  const time = new Date(at).toISOString().replaceAll(':', '-')
  const kind = email.kind.replaceAll(/[^a-z-]/g, '')
  return `${time}-${kind}-${id.slice(0, 8)}.eml`
}

/** Names of messages, and of drafts that a process left when it died. */
const fileNamePattern = /^\.?(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-.*\.(?:eml|tmp)$/

/** Returns when a message was written, by its name; NaN for other files. */
function timeOf(name: string): number {
  const [, date = '', hours = '', minutes = '', seconds = ''] = fileNamePattern.exec(name) ?? []
  return Date.parse(`${date}${hours}:${minutes}:${seconds}`)
}

/**
 * Identifies the recipient of a file in one short line: the To header encodes and folds addresses. It is a digest because
 * an address may be longer than a line.
 */
const recipientHeader = (to: string): string =>
  `X-Outbox-Recipient: ${hash('sha256', canonicalEmail(to))}\r\n`

async function removeFilesTo(folder: string, to: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names.filter((each) => fileNamePattern.test(each))) {
    const content = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (!content.startsWith(recipientHeader(to))) continue
    await rm(join(folder, name), { force: true })
    removed += 1
  }
  if (removed > 0) await flushFolder(folder)
}
