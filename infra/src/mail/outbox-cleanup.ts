import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scheduler } from '../scheduler.ts'

/** How long letters stay in the outbox, in milliseconds: they hold addresses, and nobody asks for older ones. */
const keptFor = 7 * 24 * 60 * 60_000
const hour = 60 * 60_000

export type OutboxCleanup = {
  /** Begins to remove old letters, unless that was done within the last hour. */
  start(): void
  /** Done when nothing is being removed. */
  finished(): Promise<void>
}

/** Removes old letters from a folder, at most `most` (1,000 when missing) at a time. What is not named as one stays. */
export function outboxCleanup(folder: string, { now }: Pick<Scheduler, 'now'>, most = 1_000): OutboxCleanup {
  let next = -Infinity
  let underWay = Promise.resolve()

  const sweep = async (at: number): Promise<void> => {
    const isWhole = (await removeBefore(folder, at - keptFor, most)) < most
    if (!isWhole) next = at
  }
  return {
    start: () => {
      const at = now()
      if (at < next) return
      next = at + hour
      // No letter fails because of this: what cannot be removed now is met again in an hour.
      underWay = sweep(at).catch(() => undefined)
    },
    finished: () => underWay,
  }
}

/** Letters, and drafts that a process left which ended while it wrote. */
const named = /^\.?(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-.*\.(?:eml|tmp)$/

/** Answers how many it removed. */
async function removeBefore(folder: string, before: number, most: number): Promise<number> {
  let removed = 0
  for await (const { name } of await opendir(folder)) {
    if (!isWrittenBefore(name, before)) continue
    await rm(join(folder, name), { force: true })
    removed += 1
    if (removed === most) break
  }
  return removed
}

/** Whether a file is ours, and was written before a moment: its name says when. */
function isWrittenBefore(name: string, before: number): boolean {
  const [, date = '', hours = '', minutes = '', seconds = ''] = named.exec(name) ?? []
  return Date.parse(`${date}${hours}:${minutes}:${seconds}`) < before
}
