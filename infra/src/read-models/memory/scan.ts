// Reads a whole build in slices, for the self-check.

import {
  wordsIndex,
  type BuildKey,
  type IndexedEntry,
  type IndexEntries,
  type StoredDocument,
  type Upsert,
} from '../read-models.ts'
import type { MemoryBuilds } from './builds.ts'
import { toIndexedEntry } from './sorted-entries.ts'
import type { IndexEntry } from '../projection.ts'

/** Documents or entries of a slice: few enough that a caller compares them in a few milliseconds. */
const sliceSize = 250

/** See `ReadModelStore`. */
export async function* scanDocuments(
  builds: MemoryBuilds,
  build: BuildKey,
): AsyncGenerator<readonly StoredDocument[]> {
  const storedDocument = (upsert: Upsert): StoredDocument => ({
    id: upsert.id,
    document: upsert.document,
    indexEntries: entriesOf(upsert),
    texts: upsert.texts ?? [],
  })
  for (const slice of slicesOf(builds.get(build).indexed.upserts(), storedDocument)) {
    yield slice
    // Throws when the build was replaced meanwhile.
    builds.get(build)
  }
}

/**
 * See `ReadModelStore`. The entries of one moment, because ranks move with every change. An index that was never sorted is read from
 * its documents: sorting it only for the scan would use the same entries.
 */
export async function* scanIndex(
  builds: MemoryBuilds,
  build: BuildKey,
  name: string,
): AsyncGenerator<readonly IndexedEntry[]> {
  const { indexed } = builds.get(build)
  const sorted = indexed.index(name)?.sortedSoFar
  const entriesOfUpsert = ({ id, indexEntries, words = [] }: Upsert): IndexedEntry[] => {
    if (name === wordsIndex) return words.map((word) => ({ id, entry: { score: 0, tiebreaker: word } }))
    const entry = indexEntries[name]
    return entry ? [{ id, entry: complete(entry) }] : []
  }
  const slices = sorted
    ? slicesOf(sorted.slice(0, sorted.size), toIndexedEntry)
    : slicesOf(indexed.upserts(), entriesOfUpsert)
  for (const slice of slices) {
    yield slice
    builds.get(build)
  }
}

function* slicesOf<Item, Result>(
  items: Iterable<Item>,
  resultsOf: (item: Item) => Result | Result[],
): Generator<Result[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < sliceSize) continue
    yield slice.flatMap(resultsOf)
    slice = []
  }
  yield slice.flatMap(resultsOf)
}

const complete = ({ score, tiebreaker = '' }: IndexEntry) => ({ score, tiebreaker })

function entriesOf({ indexEntries }: Upsert): IndexEntries {
  const entries: Record<string, Required<IndexEntry>> = {}
  for (const name in indexEntries) {
    const entry = indexEntries[name]
    if (entry) entries[name] = complete(entry)
  }
  return entries
}
