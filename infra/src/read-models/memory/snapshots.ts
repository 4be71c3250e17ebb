import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { SeenHistory } from '../../event-log/event-log.ts'
import { createFolder } from '../../files/atomic-file.ts'
import { readBlockFile, readDescription, writeBlockFile, type Block } from '../../files/block-file.ts'
import type { ReadModelState } from '../memory.ts'
import type { Document, Projection, ReadModelKey, Upsert } from '../read-models.ts'

// The newest state of each read model in memory, one file each, so that a start need not read the whole log. A file may hold
// personal data, as the read models do.

const decimal = z.string().regex(/^-?\d+$/)
const detailsSchema = z.object({
  name: z.string(),
  version: z.int(),
  checkpoint: decimal,
  seen: z.object({
    upTo: decimal,
    events: z.array(z.object({ position: decimal, id: z.string(), stream: z.string(), revision: z.int() })),
  }),
})

/** Documents of one block, which is encoded or parsed in a few milliseconds. */
const documentsPerBlock = 500

export type SavedReadModel = { readModel: ReadModelKey; path: string; checkpoint: bigint; seen: SeenHistory }

/** Writes the state of a read model. Other tasks run between blocks. */
export async function saveReadModel(
  folder: string,
  { name, version }: ReadModelKey,
  { checkpoint, seen, upserts }: ReadModelState,
): Promise<string> {
  await createFolder(folder)
  const details: z.infer<typeof detailsSchema> = {
    name,
    version,
    checkpoint: checkpoint.toString(),
    seen: {
      upTo: seen.upTo.toString(),
      events: seen.events.map((event) => ({ ...event, position: event.position.toString() })),
    },
  }
  return writeBlockFile(folder, fileName({ name, version }), details, blocksOf(upserts))
}

async function* blocksOf(upserts: readonly Upsert[]): AsyncGenerator<Block> {
  for (let start = 0; start < upserts.length; start += documentsPerBlock) {
    const part = upserts.slice(start, start + documentsPerBlock).map(({ id, document }) => [id, document])
    yield { name: 'documents', data: Buffer.from(JSON.stringify(part)) }
    await nextTurn()
  }
}

/** Names of read models may have characters that file names must not have. */
const fileName = ({ name, version }: ReadModelKey): string => `${encodeURIComponent(name)}-v${version}`

/** Returns what is saved in a folder, without verifying it. Deletes files that are nothing of the kind. */
export async function listSavedReadModels(folder: string): Promise<SavedReadModel[]> {
  await createFolder(folder)
  const found: SavedReadModel[] = []
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    const details = detailsSchema.safeParse((await readDescription(path))?.details)
    if (!details.success) {
      await rm(path, { force: true, recursive: true })
      continue
    }
    const { name, version, checkpoint, seen } = details.data
    const readModel = { name, version }
    found.push({ readModel, path, checkpoint: BigInt(checkpoint), seen: parseSeen(seen) })
  }
  return found
}

const parseSeen = ({ upTo, events }: z.infer<typeof detailsSchema>['seen']): SeenHistory => ({
  upTo: BigInt(upTo),
  events: events.map((event) => ({ ...event, position: BigInt(event.position) })),
})

/** Reads a saved read model; `undefined` for a damaged file. Its index entries are computed when they are read. */
export async function readSavedReadModel(
  { path, checkpoint, seen }: SavedReadModel,
  projection: Projection,
): Promise<ReadModelState | undefined> {
  const file = await readBlockFile(path)
  if (file === undefined) return undefined
  const upserts: Upsert[] = []
  for await (const { data } of file.blocks()) {
    // Safe: the checksum is right, so `saveReadModel` wrote it.
    for (const [id, document] of JSON.parse(data.toString()) as [string, Document][])
      upserts.push(new RestoredDocument(projection, document, id))
    await nextTurn()
  }
  return { checkpoint, seen, upserts }
}

class RestoredDocument implements Upsert {
  readonly id: string
  readonly document: Document
  readonly #projection: Projection

  constructor(projection: Projection, document: Document, id: string) {
    this.id = id
    this.document = document
    this.#projection = projection
  }

  get indexEntries(): Upsert['indexEntries'] {
    return this.#projection.indexEntries(this.document, this.id)
  }
}
