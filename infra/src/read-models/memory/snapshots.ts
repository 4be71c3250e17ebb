import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SeenHistory } from '../../event-log/event-log.ts'
import { createFolder } from '../../files/atomic-file.ts'
import {
  readBlockFile,
  readDescription,
  writeBlockFile,
  type Block,
  type StoredBlock,
} from '../../files/block-file.ts'
import {
  decodeDocuments,
  encodeDocuments,
  StoredDocument,
  type DocumentBlock,
} from '../../files/document-blocks.ts'
import { decodeIndexes, encodeIndexes } from './index-blocks.ts'
import type { ReadModelState } from './read-model-build.ts'
import type { Document, Projection, ReadModelKey, Upsert } from '../read-models.ts'

// The newest state of each read model in memory, one file each, so that a start need not read the whole log. A file may hold
// personal data, as the read models do.

const decimal = z.string().regex(/^-?\d+$/)
/** Raise it when the blocks of a file change; files of another format are deleted. */
const format = 2
const detailsSchema = z.object({
  format: z.literal(format),
  name: z.string(),
  version: z.int(),
  checkpoint: decimal,
  seen: z.object({
    upTo: decimal,
    events: z.array(z.object({ position: decimal, id: z.string(), stream: z.string(), revision: z.int() })),
    changedAt: decimal.optional(),
  }),
})

export type SavedReadModel = { readModel: ReadModelKey; path: string; checkpoint: bigint; seen: SeenHistory }

/** Writes the state of a read model. Other tasks run between blocks. */
export async function saveReadModel(
  folder: string,
  { name, version }: ReadModelKey,
  { checkpoint, seen, upserts, indexes }: ReadModelState,
): Promise<string> {
  await createFolder(folder)
  const details: z.infer<typeof detailsSchema> = {
    format,
    name,
    version,
    checkpoint: checkpoint.toString(),
    seen: {
      upTo: seen.upTo.toString(),
      events: seen.events.map((event) => ({ ...event, position: event.position.toString() })),
      ...(seen.changedAt !== undefined && { changedAt: seen.changedAt.toString() }),
    },
  }
  return writeBlockFile(folder, fileName({ name, version }), details, blocksOf(upserts, indexes))
}

async function* blocksOf(
  upserts: ReadModelState['upserts'],
  indexes: ReadModelState['indexes'],
): AsyncGenerator<Block | StoredBlock> {
  yield* encodeDocuments(upserts)
  yield* encodeIndexes(indexes)
}

/** Names of read models may have characters that file names must not have. */
const fileName = ({ name, version }: ReadModelKey): string => `${encodeURIComponent(name)}-v${version}`

/** Returns what is saved in a folder, without verifying it. Deletes files that are nothing of the kind. */
export async function listSavedReadModels(folder: string): Promise<SavedReadModel[]> {
  await createFolder(folder)
  const found: SavedReadModel[] = []
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    const saved = await describe(path)
    if (saved) found.push(saved)
    else await rm(path, { force: true, recursive: true })
  }
  return found
}

/** Returns what is saved of a read model, without verifying it; `undefined` if there is nothing. */
export const findSavedReadModel = (
  folder: string,
  readModel: ReadModelKey,
): Promise<SavedReadModel | undefined> => describe(join(folder, fileName(readModel)))

const describe = async (path: string): Promise<SavedReadModel | undefined> =>
  parseDetails(path, (await readDescription(path))?.details)

function parseDetails(path: string, json: unknown): SavedReadModel | undefined {
  const details = detailsSchema.safeParse(json)
  if (!details.success) return undefined
  const { name, version, checkpoint, seen } = details.data
  return { readModel: { name, version }, path, checkpoint: BigInt(checkpoint), seen: parseSeen(seen) }
}

const parseSeen = ({ upTo, events, changedAt }: z.infer<typeof detailsSchema>['seen']): SeenHistory => ({
  upTo: BigInt(upTo),
  events: events.map((event) => ({ ...event, position: BigInt(event.position) })),
  ...(changedAt !== undefined && { changedAt: BigInt(changedAt) }),
})

/**
 * Reads a saved read model; `undefined` for a file that is damaged, or was replaced by a newer one since it was found. Its documents
 * and index entries are parsed when they are needed.
 */
export async function readSavedReadModel(
  { path, checkpoint, seen }: SavedReadModel,
  projection: Projection,
): Promise<ReadModelState | undefined> {
  const file = await readBlockFile(path)
  if (file === undefined || parseDetails(path, file.details)?.checkpoint !== checkpoint) return undefined
  const upserts: Upsert[] = []
  const create = (block: DocumentBlock<Document>, index: number) =>
    new RestoredUpsert(block, index, projection)
  for await (const documents of decodeDocuments(file, create))
    for (const document of documents) upserts.push(document)
  return { checkpoint, seen, upserts, indexes: await decodeIndexes(file) }
}

/** A document of a file. Its index entries are computed when they are needed, as the projection computed them before. */
class RestoredUpsert extends StoredDocument<Document> implements Upsert {
  readonly #projection: Projection

  constructor(block: DocumentBlock<Document>, index: number, projection: Projection) {
    super(block, index)
    this.#projection = projection
  }

  get indexEntries(): Upsert['indexEntries'] {
    return this.#projection.indexEntries(this.document, this.id)
  }
}
