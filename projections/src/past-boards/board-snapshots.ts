import { createHash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { createFolder } from '@thirty/infra/files/atomic-file.ts'
import { readBlockFile, readDescription, writeBlockFile, type Block } from '@thirty/infra/files/block-file.ts'
import { z } from 'zod'
import { yieldToEventLoop } from '../index-scan.ts'
import type { PastParticipant } from './board-digest.ts'
import type { PastBoard } from './past-board.ts'
import type { BoardSnapshots } from './past-boards.ts'

export type BoardSnapshotsOptions = {
  folder: string
  log: Pick<EventLog, 'compareEvent'>
  /** Identifies the projection of the boards: snapshots of another version are ignored and deleted. */
  version: string
  /** Events between two snapshots; 20,000 when missing. */
  spacing?: number
  /** Most snapshots; 60 when missing. More are thinned out. */
  maxFiles?: number
  /** Most bytes of all snapshots; 1 GB when missing. */
  maxBytes?: number
  /** Called for a snapshot that cannot be written. Nothing depends on it. */
  onError(error: unknown): void
}

const decimal = z.string().regex(/^-?\d+$/)
const detailsSchema = z.object({
  version: z.string(),
  lineage: z.string(),
  position: decimal,
  knownUpTo: decimal,
  events: z.int().nonnegative(),
  last: z.object({
    position: decimal,
    id: z.string(),
    stream: z.string(),
    revision: z.int(),
    at: z.string(),
  }),
})
type Details = z.infer<typeof detailsSchema>

type Saved = {
  path: string
  lineage: string
  position: bigint
  knownUpTo: bigint
  events: number
  bytes: number
}

/** Documents of one block, which is encoded in a few milliseconds. */
const documentsPerBlock = 200

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
  const { folder, log, version, onError } = options
  const { spacing = 20_000, maxFiles = 60, maxBytes = 1_000_000_000 } = options
  await createFolder(folder)
  let saved = await listSaved(folder, version)
  let saving: Promise<void> | undefined

  const forget = async (gone: readonly Saved[]): Promise<void> => {
    saved = saved.filter((each) => !gone.includes(each))
    await Promise.all(gone.map(({ path }) => rm(path, { force: true })))
  }

  const save = async (board: PastBoard, knownUpTo: bigint): Promise<void> => {
    try {
      const entry = await writeBoard(folder, version, board, knownUpTo)
      saved = [...saved.filter(({ path }) => path !== entry.path), entry]
      await forget(surplus(saved, maxFiles, maxBytes))
    } catch (error) {
      onError(error)
    } finally {
      saving = undefined
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
        const board = await readBoard(candidate.path, version)
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

async function listSaved(folder: string, version: string): Promise<Saved[]> {
  const saved: Saved[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const description = await readDescription(path)
    const details = detailsSchema.safeParse(description?.details)
    if (description === undefined || !details.success || details.data.version !== version) {
      await rm(path, { force: true, recursive: true })
      continue
    }
    const { lineage, position, events, knownUpTo } = details.data
    const bytes = description.blocks.reduce((sum, block) => sum + block.bytes, 0)
    saved.push({ path, lineage, position: BigInt(position), knownUpTo: BigInt(knownUpTo), events, bytes })
  }
  return saved
}

async function writeBoard(
  folder: string,
  version: string,
  board: PastBoard,
  knownUpTo: bigint,
): Promise<Saved> {
  const { lineage, position, events, last, documents } = board
  if (last === undefined) throw new Error('A board without events is not saved.')
  const details: Details = {
    version,
    lineage,
    position: position.toString(),
    knownUpTo: knownUpTo.toString(),
    events,
    last: { ...last, position: last.position.toString() },
  }
  const name = `${createHash('sha256').update(lineage).digest('hex').slice(0, 8)}-${position}`
  let bytes = 0
  async function* blocks(): AsyncGenerator<Block> {
    const all = [...documents]
    for (let start = 0; start < all.length; start += documentsPerBlock) {
      const data = Buffer.from(JSON.stringify(all.slice(start, start + documentsPerBlock)))
      bytes += data.length
      yield { name: 'documents', data }
      await yieldToEventLoop()
    }
  }
  const path = await writeBlockFile(folder, name, details, blocks())
  const written = await readDescription(path)
  bytes = written?.blocks.reduce((sum, block) => sum + block.bytes, 0) ?? bytes
  return { path, lineage, position, knownUpTo, events, bytes }
}

async function readBoard(path: string, version: string): Promise<PastBoard | undefined> {
  const file = await readBlockFile(path)
  const details = detailsSchema.safeParse(file?.details)
  if (file === undefined || !details.success || details.data.version !== version) return undefined
  const { lineage, position, events, last } = details.data
  const documents = new Map<string, PastParticipant>()
  for await (const { data } of file.blocks()) {
    // Safe: the checksum is right, so `writeBoard` of this version wrote it.
    for (const [id, document] of JSON.parse(data.toString()) as [string, PastParticipant][])
      documents.set(id, document)
    await yieldToEventLoop()
  }
  const seen = { ...last, position: BigInt(last.position) }
  return { lineage, position: BigInt(position), events, last: seen, documents }
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
