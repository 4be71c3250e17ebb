// Writes and reads the snapshot of one read model: a header, then its documents and its sorted indexes. A part that says which documents or
// entries follow is read at the start, and the parts with the documents or entries when one of them is needed. The file may hold personal
// data, as the read model does. Each part is compressed JSON after its length in four bytes. The SHA-256 of everything before ends the file.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { formatSeenHistory, parseSeenHistory } from '../../event-log/seen-history.ts'
import { writeFileAtomically } from '../../files/durable-files.ts'
import { ignoreMissing } from '../../system-errors.ts'
import type { Document, Projection } from '../projection.ts'
import type { IndexedEntry, ReadModelKey, Upsert } from '../read-models.ts'
import type { ReadModelState } from './build.ts'
import type { IndexState } from './memory-index.ts'
import { isRead, type UnreadEntries } from './sorted-entries.ts'

/** Raise it when the parts of a file change. */
const format = 4
const position = z.string().regex(/^-?\d+$/)
const headerSchema = z.object({
  format: z.literal(format),
  name: z.string(),
  version: z.int(),
  log: z.string().optional(),
  checkpoint: position,
  seen: z.string(),
  changedAt: position.optional(),
})
/** `found`: the texts and words of the documents with texts or words, by their places, so that a search reads no documents. */
type DocumentsPart = { ids: readonly string[]; found: Readonly<Record<number, Found>> }
type Found = Required<Pick<Upsert, 'texts' | 'words'>>
type IndexPart = Omit<IndexState, 'blocks'> & {
  index: string
  blocks: Pick<UnreadEntries, 'size' | 'last'>[] | undefined
}

/** Characters of documents in a part: few enough that it is parsed in half a millisecond. */
const charactersPerPart = 32_000
/** Parts that are read between two turns of the event loop. */
const partsPerTurn = 32

/** The name of the file of a read model, whose name may have characters that file names must not have. */
export const snapshotName = ({ name, version }: ReadModelKey): string =>
  `${encodeURIComponent(name)}-v${version}.snapshot`

/** Writes the state of a read model, with the name of its log. Other tasks run between parts. */
export async function saveReadModel(
  folder: string,
  { name, version }: ReadModelKey,
  { checkpoint, seen, upserts, indexes }: ReadModelState,
  log?: string,
): Promise<void> {
  const header: z.infer<typeof headerSchema> = {
    format,
    name,
    version,
    log,
    checkpoint: `${checkpoint}`,
    seen: formatSeenHistory(seen),
    ...(seen.changedAt !== undefined && { changedAt: `${seen.changedAt}` }),
  }
  await writeParts(folder, snapshotName({ name, version }), partsOf(header, upserts, indexes))
}

async function* partsOf(
  header: object,
  upserts: ReadModelState['upserts'],
  indexes: ReadModelState['indexes'],
): AsyncGenerator<SavedPart> {
  yield toPart(JSON.stringify(header))
  yield* documentParts(upserts)
  for (const [index, { blocks, ...state }] of indexes) {
    const described = blocks?.map((block) =>
      isRead(block) ? { size: block.length, last: block.at(-1) } : { size: block.size, last: block.last },
    )
    yield toPart(JSON.stringify({ index, ...state, blocks: described }))
    for (const block of blocks ?? [])
      // Safe: unread entries come from a file.
      yield isRead(block) ? toPart(JSON.stringify(block)) : (block as SavedEntries).part
  }
}

/** Copies a part of another file if none of its documents was read: a projection reads a document before it changes it. */
async function* documentParts(upserts: ReadModelState['upserts']): AsyncGenerator<SavedPart> {
  const copied = new Set<SavedDocuments>()
  const empty = () => ({ ids: [] as string[], found: {} as Record<number, Found>, documents: [] as string[] })
  let next = empty()
  let characters = 0
  const nextParts = () => {
    const { documents, ...described } = next
    next = empty()
    characters = 0
    return [toPart(JSON.stringify(described satisfies DocumentsPart)), toPart(`[${documents.join(',')}]`)]
  }
  for (const upsert of upserts) {
    const saved = upsert instanceof SavedUpsert ? upsert.documents : undefined
    if (saved && copied.has(saved)) continue
    if (saved?.unread) {
      copied.add(saved)
      yield toPart(JSON.stringify(saved.described))
      yield saved.unread
      continue
    }
    const document = JSON.stringify(upsert.document)
    const { texts = [], words = [] } = upsert
    if (texts.length + words.length > 0) next.found[next.ids.length] = { texts, words }
    next.ids.push(upsert.id)
    next.documents.push(document)
    characters += document.length
    if (characters >= charactersPerPart) yield* nextParts()
  }
  if (next.ids.length > 0) yield* nextParts()
}

/** Reads the state of a read model and the name of its log; `undefined` if there is no file. Throws if it is of no use. */
export async function readReadModel(folder: string, projection: Projection) {
  const parts = (await readParts(join(folder, snapshotName(projection))))?.values()
  if (parts === undefined) return undefined
  const following = () => {
    const { value } = parts.next()
    if (value === undefined) throw new Error('It is incomplete.')
    return value
  }
  const header = headerSchema.safeParse(readPart(following()))
  if (!header.success) throw new Error('It is of another format.')
  const { name, version, log, checkpoint, seen, changedAt } = header.data
  if (name !== projection.name || version !== projection.version)
    throw new Error(`It is of ${name} in version ${version}.`)
  const upserts: Upsert[] = []
  const indexes = new Map<string, IndexState>()
  let count = 0
  for (const part of parts) {
    const described = readPart<DocumentsPart | IndexPart>(part)
    if ('ids' in described) {
      const documents = new SavedDocuments(described, following())
      for (const [index, id] of described.ids.entries())
        upserts.push(new SavedUpsert(id, documents, index, projection))
    } else {
      const { index, blocks, ...state } = described
      const entries = blocks?.map(({ size, last }): SavedEntries => {
        const part = following()
        return { size, last, part, read: () => readPart<IndexedEntry[]>(part) }
      })
      indexes.set(index, { ...state, counts: state.counts, blocks: entries })
    }
    if (++count % partsPerTurn === 0) await nextTurn()
  }
  return {
    log,
    checkpoint: BigInt(checkpoint),
    seen: { ...parseSeenHistory(seen), ...(changedAt !== undefined && { changedAt: BigInt(changedAt) }) },
    upserts,
    indexes,
  }
}

type SavedEntries = UnreadEntries & { part: SavedPart }

/** Documents of a file. `unread` until one of them is taken. */
class SavedDocuments {
  readonly described: DocumentsPart
  unread: SavedPart | undefined
  #documents: (Document | undefined)[] = []

  constructor(described: DocumentsPart, unread: SavedPart) {
    this.described = described
    this.unread = unread
  }

  /** Returns a document once, so that old versions of documents are not kept. */
  take(index: number): Document {
    if (this.unread) this.#documents = readPart<Document[]>(this.unread)
    this.unread = undefined
    const document = this.#documents[index]
    if (document === undefined) throw new RangeError(`Document ${index} was taken before.`)
    this.#documents[index] = undefined
    return document
  }
}

/** A document of a file, parsed when it is first needed, with index entries as the projection computed them before. */
class SavedUpsert implements Upsert {
  readonly id: string
  readonly documents: SavedDocuments
  readonly #index: number
  readonly #projection: Projection
  #document: Document | undefined

  constructor(id: string, documents: SavedDocuments, index: number, projection: Projection) {
    this.id = id
    this.documents = documents
    this.#index = index
    this.#projection = projection
  }

  get document(): Document {
    return (this.#document ??= this.documents.take(this.#index))
  }

  get indexEntries(): Upsert['indexEntries'] {
    return this.#projection.indexEntries(this.document, this.id)
  }

  get texts(): readonly string[] {
    return this.documents.described.found[this.#index]?.texts ?? []
  }

  get words(): readonly string[] {
    return this.documents.described.found[this.#index]?.words ?? []
  }
}

const [lengthBytes, hashBytes] = [4, 32]
const compress = promisify(zstdCompress)
/** Level 1 halves the time of writing; higher levels save a tenth of the size. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A part of a file, compressed. It keeps the whole file in memory, and can be written to another file as it is. */
type SavedPart = Uint8Array

/** Makes a part of JSON, in the thread pool. */
export const toPart = (json: string): Promise<SavedPart> => compress(json, compression)

/** Decompresses and parses a part. `Content` is what was written. */
export const readPart = <Content>(part: SavedPart): Content =>
  // Safe: the checksum of the file was right.
  JSON.parse(zstdDecompressSync(part).toString()) as Content

/** Writes a file atomically, part by part. */
export const writeParts = (folder: string, name: string, parts: AsyncIterable<SavedPart>) =>
  writeFileAtomically(folder, name, encode(parts))

async function* encode(parts: AsyncIterable<SavedPart>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of parts) {
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32LE(part.length)
    const bytes = Buffer.concat([length, part])
    hash.update(bytes)
    yield bytes
  }
  yield hash.digest()
}

/** Reads a file; `undefined` if there is none. Throws if it is damaged. */
export async function readParts(path: string): Promise<SavedPart[] | undefined> {
  const file = await readFile(path).catch(ignoreMissing)
  if (file === undefined) return undefined
  const content = file.subarray(0, -hashBytes)
  // Hashed in the thread pool, so that a large file does not block the event loop.
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', content))
  if (!file.subarray(-hashBytes).equals(hash)) throw new Error('It is damaged.')
  const parts: SavedPart[] = []
  for (let at = 0; at < content.length;) {
    const end = at + lengthBytes + content.readUInt32LE(at)
    parts.push(content.subarray(at + lengthBytes, end))
    at = end
  }
  return parts
}
