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

/** Documents or entries of a slice: few enough that a caller compares them in a few milliseconds. */
const sliceSize = 250

/** See `ReadModelStore`. */
export async function* scanDocuments(
  builds: MemoryBuilds,
  build: BuildKey,
): AsyncGenerator<readonly StoredDocument[]> {
  for (const slice of slicesOf(builds.get(build).indexed.upserts())) {
    yield slice.map((upsert) => ({
      id: upsert.id,
      document: upsert.document,
      indexEntries: entriesOf(upsert),
      texts: upsert.texts ?? [],
    }))
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
  if (name === wordsIndex) {
    for (const slice of slicesOf(indexed.upserts())) {
      yield slice.flatMap(({ id, words = [] }) =>
        words.map((word) => ({ id, entry: { score: 0, tiebreaker: word } })),
      )
      builds.get(build)
    }
    return
  }
  const sorted = indexed.index(name)?.sortedSoFar
  if (sorted === undefined) {
    for await (const documents of scanDocuments(builds, build))
      yield documents.flatMap(({ id, indexEntries }) => {
        const entry = indexEntries[name]
        return entry ? [{ id, entry }] : []
      })
    return
  }
  for (const slice of slicesOf(sorted.slice(0, sorted.size).values())) {
    yield slice.map(toIndexedEntry)
    builds.get(build)
  }
}

function* slicesOf<Item>(items: Iterator<Item>): Generator<Item[]> {
  for (;;) {
    const slice: Item[] = []
    while (slice.length < sliceSize) {
      const { done, value } = items.next()
      if (done) {
        yield slice
        return
      }
      slice.push(value)
    }
    yield slice
  }
}

function entriesOf({ indexEntries }: Upsert): IndexEntries {
  const entries: Record<string, { score: number; tiebreaker: string }> = {}
  for (const name in indexEntries) {
    const entry = indexEntries[name]
    if (entry) entries[name] = { score: entry.score, tiebreaker: entry.tiebreaker ?? '' }
  }
  return entries
}
