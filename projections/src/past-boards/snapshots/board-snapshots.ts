import { rm } from 'node:fs/promises'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { createFolder } from '@thirty/infra/files/atomic-file.ts'
import { listSaved, readBoard, writeBoard, type BoardFormat, type Saved } from './board-file.ts'
import type { PastBoard } from '../past-board.ts'
import type { BoardSnapshots } from '../past-boards.ts'

export type BoardSnapshotsOptions = {
  folder: string
  log: Pick<EventLog, 'compareEvent'>
  /** Snapshots of another version are ignored and deleted. */
  format: BoardFormat
  /** Events between two snapshots; 2,500 when missing. */
  spacing?: number
  /** Most snapshots; 450 when missing. More are thinned out. */
  maxFiles?: number
  /** Most bytes of all snapshots; 1 GB when missing. */
  maxBytes?: number
  /** Called for a snapshot that cannot be written or decoded. Nothing depends on it. */
  onError(error: unknown): void
}

/**
 * Opens the snapshots of past boards in a folder. They hold no personal data. A snapshot that is damaged, of another version,
 * or of another log is ignored and deleted, and the log decides.
 */
export async function openBoardSnapshots(options: BoardSnapshotsOptions): Promise<
  BoardSnapshots & {
    /** Resolves when no board is being saved. */
    settled(): Promise<void>
  }
> {
  const { folder, log, format, onError } = options
  const { spacing = 2_500, maxFiles = 450, maxBytes = 1_000_000_000 } = options
  await createFolder(folder)
  let saved = await listSaved(folder, format.version)
  let saving: Promise<void> | undefined

  const forget = async (gone: readonly Saved[]): Promise<void> => {
    saved = saved.filter((each) => !gone.includes(each))
    await Promise.all(gone.map(({ path }) => rm(path, { force: true })))
  }

  const save = async (board: PastBoard, knownUpTo: bigint): Promise<void> => {
    try {
      const entry = await writeBoard({ folder, format, knownUpTo }, board)
      saved = [...saved.filter(({ path }) => path !== entry.path), entry]
      await forget(surplus(saved, maxFiles, maxBytes))
    } catch (error) {
      onError(error)
    } finally {
      saving = undefined
    }
  }

  const read = async (candidate: Saved): Promise<PastBoard | undefined> => {
    try {
      return await readBoard(candidate, format)
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  const isNear = ({ lineage, events }: PastBoard): boolean =>
    events < spacing ||
    saved.some((other) => other.lineage === lineage && Math.abs(other.events - events) < spacing)

  return {
    nearest: async (lineageAt, position) => {
      const candidates = saved
        .filter((each) => each.position <= position && each.lineage === lineageAt(each.position))
        .toSorted((left, right) => (left.position > right.position ? -1 : 1))
      for (const candidate of candidates) {
        const board = await read(candidate)
        if (board?.last && (await log.compareEvent(board.last)) !== 'other') return board
        await forget([candidate])
      }
      return undefined
    },
    offer: async (board, { isAwaited, knownUpTo }) => {
      if (saving !== undefined && isAwaited) await saving
      if (saving !== undefined || isNear(board)) return
      // A copy, because the fold goes on; the documents themselves never change.
      saving = save({ ...board, documents: new Map(board.documents) }, knownUpTo)
      if (isAwaited) await saving
    },
    forgetFrom: (position) => forget(saved.filter((each) => each.position >= position)),
    knownUpTo: () =>
      saved.reduce<bigint | undefined>(
        (first, each) => (first === undefined || each.knownUpTo < first ? each.knownUpTo : first),
        undefined,
      ),
    settled: async () => saving,
  }
}

/**
 * Returns the snapshots to delete: those without which the boards between their neighbours are still the nearest to another
 * one. The newest one of each lineage stays as long as possible.
 */
function surplus(saved: readonly Saved[], maxFiles: number, maxBytes: number): Saved[] {
  const kept = saved.toSorted((left, right) => left.events - right.events)
  const gone: Saved[] = []
  const bytes = () => kept.reduce((sum, each) => sum + each.bytes, 0)
  while (kept.length > maxFiles || (kept.length > 1 && bytes() > maxBytes)) {
    let [index, smallest] = [0, Infinity]
    kept.forEach((each, at) => {
      const gap = gapWithout(kept, each, at)
      if (gap < smallest) [index, smallest] = [at, gap]
    })
    gone.push(...kept.splice(index, 1))
  }
  return gone
}

/** How many events would lie between the neighbours of a snapshot in its lineage; the newest one is last to go. */
function gapWithout(kept: readonly Saved[], { lineage, events }: Saved, index: number): number {
  const before = kept.slice(0, index).findLast((other) => other.lineage === lineage)?.events ?? 0
  const after = kept.slice(index + 1).find((other) => other.lineage === lineage)?.events
  return after === undefined ? Number.MAX_SAFE_INTEGER - events : after - before
}
