import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Block, BlockFile, StoredBlock } from '../../files/block-file.ts'
import type { IndexState } from './memory-index.ts'
import { isRead, type EntryBlock, type SortedEntry, type UnreadEntries } from './sorted-entries.ts'

// Indexes in a block file, already sorted. Only their sizes and sums are read when the file is opened: a block of entries is
// decompressed and parsed when one of them is first needed.

/** Names of the blocks: entries, and lists of indexes with their blocks of entries, in their order. */
const [entriesName, indexesName] = ['entries', 'indexes']

/** Indexes of one block, which are parsed in a few milliseconds. */
const indexesPerBlock = 1_000
/** Blocks with fewer entries are stored with their index: a read model may have many small indexes. */
const minStoredEntries = 64

/** Entries by field, which are parsed faster than a list of objects. */
type Columns = { scores: number[]; tiebreakers: string[]; ids: string[] }

/** A block of entries as its index describes it: itself, or the size and the last entry of a stored block. */
type EntriesJson = { here: Columns } | { size: number; last: SortedEntry }

type IndexJson = Omit<IndexState, 'blocks'> & { name: string; entries: EntriesJson[] | undefined }

/** Entries of a file, which are parsed when they are needed. */
class StoredEntries implements UnreadEntries {
  readonly size: number
  readonly last: SortedEntry
  readonly stored: StoredBlock

  constructor({ size, last }: { size: number; last: SortedEntry }, stored: StoredBlock) {
    this.size = size
    this.last = last
    this.stored = stored
  }

  read(): SortedEntry[] {
    // Safe: the checksum of the file is right, so `encodeIndexes` wrote the block.
    return entriesOf(JSON.parse(this.stored.read().toString()) as Columns)
  }
}

/** Returns the blocks of these indexes for a file. Other tasks run in between. */
export async function* encodeIndexes(
  indexes: ReadonlyMap<string, IndexState>,
): AsyncGenerator<Block | StoredBlock> {
  let pending: IndexJson[] = []
  for (const [name, { blocks, ...state }] of indexes) {
    const entries: EntriesJson[] | undefined = blocks && []
    for (const block of blocks ?? []) {
      const { json, stored } = encodeEntries(block)
      entries?.push(json)
      if (stored) yield stored
      await nextTurn()
    }
    pending.push({ name, ...state, entries })
    if (pending.length < indexesPerBlock) continue
    yield { name: indexesName, data: Buffer.from(JSON.stringify(pending)) }
    pending = []
  }
  if (pending.length > 0) yield { name: indexesName, data: Buffer.from(JSON.stringify(pending)) }
}

function encodeEntries(block: EntryBlock): { json: EntriesJson; stored?: Block | StoredBlock } {
  if (block instanceof StoredEntries)
    return { json: { size: block.size, last: block.last }, stored: block.stored }
  const entries = isRead(block) ? block : block.read()
  const last = entries.at(-1)
  if (entries.length < minStoredEntries || last === undefined) return { json: { here: columnsOf(entries) } }
  const data = Buffer.from(JSON.stringify(columnsOf(entries)))
  return { json: { size: entries.length, last }, stored: { name: entriesName, data } }
}

/** Reads the states of the indexes of a file, by name. Other tasks run in between. */
export async function decodeIndexes(file: Pick<BlockFile, 'stored'>): Promise<Map<string, IndexState>> {
  const storedEntries = file.stored.filter(({ name }) => name === entriesName).values()
  const indexes = new Map<string, IndexState>()
  for (const stored of file.stored) {
    if (stored.name !== indexesName) continue
    // Safe: as in `StoredEntries`.
    for (const { name, entries, ...state } of JSON.parse(stored.read().toString()) as IndexJson[]) {
      const blocks = entries?.map((json) => decodeEntries(json, storedEntries))
      indexes.set(name, { ...state, counts: state.counts, blocks })
    }
    await nextTurn()
  }
  return indexes
}

function decodeEntries(json: EntriesJson, stored: Iterator<StoredBlock, undefined>): EntryBlock {
  if ('here' in json) return entriesOf(json.here)
  const { value } = stored.next()
  if (value === undefined) throw new RangeError('A file has an index whose entries it does not have.')
  return new StoredEntries(json, value)
}

const columnsOf = (entries: readonly SortedEntry[]): Columns => ({
  scores: entries.map(({ score }) => score),
  tiebreakers: entries.map(({ tiebreaker }) => tiebreaker),
  ids: entries.map(({ id }) => id),
})

const entriesOf = ({ scores, tiebreakers, ids }: Columns): SortedEntry[] =>
  ids.map((id, index) => ({ score: scores[index] ?? 0, tiebreaker: tiebreakers[index] ?? '', id }))
