// Watches whether a process can store new data: the space on its disk, and the commands that it refused.

import { statfs } from 'node:fs/promises'
import type { ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { systemClock, type Clock } from '@thirty/infra/scheduler.ts'

/** Reads how much space is left on the disk of a folder. */
export type ReadSpace = (folder: string) => Promise<{ bavail: number; bsize: number }>

/** Milliseconds for which a refused command counts: the next one may succeed. */
const recentMs = 30_000

export type StorageWatch = ReturnType<typeof watchStorage>

/** `folder`: where events or images are stored; without one, the space on the disk does not matter. */
export function watchStorage(
  folder: string | undefined,
  clock: Clock = systemClock,
  readSpace: ReadSpace = statfs,
) {
  let freeBytes: number | null = null
  let last: { at: number; reason: string } | undefined
  const refusal = () => (last && clock() - last.at < recentMs ? last.reason : null)
  return {
    /** Reads the free space. Never rejects. */
    check: async (): Promise<void> => {
      if (folder === undefined) return
      const space = await readSpace(folder).catch(() => undefined)
      freeBytes = space ? space.bavail * space.bsize : null
    },
    /** Remembers that a command was refused because nothing could be stored. */
    refused: (reason: string): void => {
      last = { at: clock(), reason: reason.slice(0, 1_000) }
    },
    report: (): NonNullable<ProcessReport['storage']> => ({ freeBytes, refusal: refusal() }),
    /** A sentence for operators while commands are refused, or the disk is full. */
    problem: (): string | undefined => {
      const reason = refusal()
      if (reason !== null) return `Commands are refused: ${reason}`
      const isFull = freeBytes !== null && freeBytes < diskLimits.fullBytes
      return isFull ? `The disk of ${folder} is full; commands are refused.` : undefined
    },
  }
}
