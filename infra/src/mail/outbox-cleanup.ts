import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scheduler } from '../scheduler.ts'

/** Milliseconds for which messages are kept: they contain addresses, and older ones are not needed. */
const keepForMs = 7 * 24 * 60 * 60_000
const hourMs = 60 * 60_000

export type OutboxCleanup = {
  /** Starts to delete old messages, unless that was done within the last hour. */
  start(): void
  /** Resolves when no deletion is running. */
  finished(): Promise<void>
}

/**
 * Deletes old messages from a folder, at most `maxFiles` (1,000 when missing) at a time. Files with other names stay.
 */
export function outboxCleanup(
  folder: string,
  { now }: Pick<Scheduler, 'now'>,
  maxFiles = 1_000,
): OutboxCleanup {
  let next = -Infinity
  let running = Promise.resolve()

  const cleanUp = async (at: number): Promise<void> => {
    const isComplete = (await removeBefore(folder, at - keepForMs, maxFiles)) < maxFiles
    if (!isComplete) next = at
  }
  return {
    start: () => {
      const at = now()
      if (at < next) return
      next = at + hourMs
      // A failed cleanup must not fail a message; it is repeated in an hour.
      running = cleanUp(at).catch(() => undefined)
    },
    finished: () => running,
  }
}

/** Names of messages, and of drafts that a process left when it died. */
const fileNamePattern = /^\.?(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-.*\.(?:eml|tmp)$/

/** Returns whether a name is that of a message or draft. */
export const isOutboxFile = (name: string): boolean => fileNamePattern.test(name)

/** Returns the number of deleted files. */
async function removeBefore(folder: string, before: number, maxFiles: number): Promise<number> {
  let removed = 0
  for await (const { name } of await opendir(folder)) {
    if (!isWrittenBefore(name, before)) continue
    await rm(join(folder, name), { force: true })
    removed += 1
    if (removed === maxFiles) break
  }
  return removed
}

/** True for our own files from before a time, which is in their names. */
function isWrittenBefore(name: string, before: number): boolean {
  const [, date = '', hours = '', minutes = '', seconds = ''] = fileNamePattern.exec(name) ?? []
  return Date.parse(`${date}${hours}:${minutes}:${seconds}`) < before
}
