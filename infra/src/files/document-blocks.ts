import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Block, BlockFile, StoredBlock } from './block-file.ts'

// Documents with ids in a block file. Only the ids are read when the file is opened: a block of documents is decompressed and
// parsed when one of them is first needed, because most of them are not needed for long.

/** A JSON document with its id. */
export type IdentifiedDocument<Doc = unknown> = { readonly id: string; readonly document: Doc }

/** Names of the blocks: documents, and lists of the ids of some of these blocks, in their order. */
const [documentsName, idsName] = ['documents', 'ids']

/** Characters of a block of documents: few enough that it is parsed in half a millisecond. */
const charactersPerBlock = 32_000
/** Ids of one block, which are parsed in a few milliseconds. */
const idsPerBlock = 20_000

/** A block of documents of a file that was read. */
export class DocumentBlock<Doc> {
  readonly ids: readonly string[]
  #stored: StoredBlock | undefined
  #documents: (Doc | undefined)[] = []

  constructor(ids: readonly string[], stored: StoredBlock) {
    this.ids = ids
    this.#stored = stored
  }

  /** The block as it is in the file; `undefined` after one of its documents was taken. */
  get untouched(): StoredBlock | undefined {
    return this.#stored
  }

  /** Returns a document and releases it, so that the block does not keep old versions of documents. */
  take(index: number): Doc {
    if (this.#stored) {
      // Safe: the checksum of the file is right, so `encodeDocuments` wrote the block.
      this.#documents = JSON.parse(this.#stored.read().toString()) as Doc[]
      this.#stored = undefined
    }
    const document = this.#documents[index]
    if (document === undefined) throw new RangeError(`Document ${index} was taken before.`)
    this.#documents[index] = undefined
    return document
  }
}

/** A document of a file, which is parsed when it is first needed. */
export class StoredDocument<Doc = unknown> implements IdentifiedDocument<Doc> {
  readonly id: string
  readonly block: DocumentBlock<Doc>
  readonly #index: number
  #document: Doc | undefined

  constructor(block: DocumentBlock<Doc>, index: number) {
    this.id = block.ids[index] ?? ''
    this.block = block
    this.#index = index
  }

  get document(): Doc {
    return (this.#document ??= this.block.take(this.#index))
  }
}

/**
 * Returns the blocks of these documents for a file. Blocks from another file none of whose documents was ever needed are copied
 * as they are. The caller must read a document of such a block before replacing or removing it. Other tasks run in between.
 */
export async function* encodeDocuments(
  documents: Iterable<IdentifiedDocument>,
): AsyncGenerator<Block | StoredBlock> {
  const ids: (readonly string[])[] = []
  const copied = new Set<unknown>()
  let next = { ids: [] as string[], texts: [] as string[], characters: 0 }
  const encodeNext = (): Block => {
    const data = Buffer.from(`[${next.texts.join(',')}]`)
    ids.push(next.ids)
    next = { ids: [], texts: [], characters: 0 }
    return { name: documentsName, data }
  }
  for (const each of documents) {
    const block = each instanceof StoredDocument ? each.block : undefined
    if (block && copied.has(block)) continue
    if (block?.untouched) {
      copied.add(block)
      ids.push(block.ids)
      yield block.untouched
      continue
    }
    const text = JSON.stringify(each.document)
    next.ids.push(each.id)
    next.texts.push(text)
    next.characters += text.length
    if (next.characters < charactersPerBlock) continue
    yield encodeNext()
    await nextTurn()
  }
  if (next.ids.length > 0) yield encodeNext()
  yield* encodeIds(ids)
}

async function* encodeIds(idsOfBlocks: readonly (readonly string[])[]): AsyncGenerator<Block> {
  let pending: (readonly string[])[] = []
  let count = 0
  for (const ids of idsOfBlocks) {
    pending.push(ids)
    count += ids.length
    if (count < idsPerBlock) continue
    yield { name: idsName, data: Buffer.from(JSON.stringify(pending)) }
    ;[pending, count] = [[], 0]
    await nextTurn()
  }
  if (count > 0) yield { name: idsName, data: Buffer.from(JSON.stringify(pending)) }
}

/**
 * Yields the documents of a file in slices, as `create` makes them of their block and their index there. Other tasks run in
 * between.
 */
export async function* decodeDocuments<Doc, Stored extends StoredDocument<Doc>>(
  file: Pick<BlockFile, 'stored'>,
  create: (block: DocumentBlock<Doc>, index: number) => Stored,
): AsyncGenerator<Stored[]> {
  const blocks = file.stored.filter(({ name }) => name === documentsName).values()
  for (const stored of file.stored) {
    if (stored.name !== idsName) continue
    const documents: Stored[] = []
    // Safe: as in `DocumentBlock`.
    for (const ids of JSON.parse(stored.read().toString()) as string[][]) {
      const { value } = blocks.next()
      if (value === undefined) throw new RangeError('A file has ids of documents that it does not have.')
      const block = new DocumentBlock<Doc>(ids, value)
      for (let index = 0; index < ids.length; index++) documents.push(create(block, index))
    }
    yield documents
    await nextTurn()
  }
}
