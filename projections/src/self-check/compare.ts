// Compares the live build of a read model with a fold of the log from the first event: every document, every index entry, and the count and
// sum of every index. A document without an event during the scan must be equal; other documents are left to the next comparison.

import { isDeepStrictEqual } from 'node:util'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { addToSum, emptySum, valueOfSum, type ExactSum } from '@thirty/infra/read-models/exact-sum.ts'
import {
  wordsIndex,
  type BuildKey,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document, IndexEntry, Projection } from '@thirty/infra/read-models/projection.ts'
import { applySlices } from '../fold-log.ts'

export type ComparedStore = Pick<
  ReadModelStore,
  'liveBuild' | 'scanDocuments' | 'indexNames' | 'scanIndex' | 'count' | 'sum'
>

/** To be awaited between small pieces of work. Throws if it has to end. */
export type Pace = () => Promise<void>

export type CompareOptions = {
  store: ComparedStore
  log: Pick<EventLog, 'readAll'>
  pace: Pace
  /** Called now and then with the position that the fold has reached, and the position that it has to reach. */
  onProgress?(done: bigint, total: bigint): void
}

export type Comparison = {
  readModel: ReadModelKey
  /** Position up to which the log was folded. */
  position: bigint
  documents: number
  /** Says for each place that differs what is wrong there, such as `document a is missing`; of more than a thousand, a thousand. */
  differences: readonly string[]
}

/** What is wrong at a place. The figures of an index have no document. */
type Wrong = { is: 'missing' | 'extra' | 'different' | 'wrong'; id?: string }
/** The first wrong thing at each place, by the name of the place. */
type Found = Map<string, Wrong>

/** A read model with more differences is rebuilt as well. */
const maxFound = 1_000

/**
 * The read model may change meanwhile. A difference counts only if two rounds find it, because an account may be erased from the log during
 * the first. Returns `undefined` if there is no current build to compare. Throws `ReadModelNotBuilt` if the build is replaced meanwhile,
 * and what the store and the log throw.
 */
export async function compareReadModel(projection: Projection, options: CompareOptions) {
  const first = await compareOnce(projection, options)
  if (first === undefined || (first.found.size === 0 && !first.isCut)) return first && toComparison(first)
  const second = await compareOnce(projection, options)
  if (second === undefined) return undefined
  // Two rounds that are cut may have found others.
  if (!first.isCut || !second.isCut)
    for (const place of second.found.keys()) if (!first.found.has(place)) second.found.delete(place)
  return toComparison(second)
}

/** One fold and one scan of a build. */
type Round = Pick<CompareOptions, 'store' | 'pace'> & {
  projection: Projection
  build: BuildKey
  fold: ReturnType<typeof pacedFold>
  found: Found
  /** Whether there may be more differences than were found. */
  isCut: boolean
}

const toComparison = ({ projection: { name, version }, found, fold }: Round): Comparison => ({
  readModel: { name, version },
  position: fold.position,
  documents: fold.documents.size,
  differences: [...found].map(([place, { is }]) => `${place} is ${is}`),
})

function add(found: Found, place: string, wrong: Wrong): void {
  if (!found.has(place) && found.size < maxFound) found.set(place, wrong)
}

const addDocument = (found: Found, id: string, is: Wrong['is']) => add(found, `document ${id}`, { is, id })

const addEntry = (found: Found, index: string, id: string, is: Wrong['is']) =>
  add(found, `entry ${id} of index ${index}`, { is, id })

async function compareOnce(projection: Projection, options: CompareOptions): Promise<Round | undefined> {
  const { store, log, pace, onProgress } = options
  const live = await currentBuild(store, projection)
  if (live === undefined) return undefined
  const fold = pacedFold(projection, log, async () => {
    onProgress?.(fold.position, live.checkpoint)
    await pace()
  })
  await fold.advance(live.checkpoint)
  // What came during the fold, so that little can change during the scan.
  await fold.advance((await currentBuild(store, projection, live.build))?.checkpoint ?? fold.position)
  const round: Round = { projection, store, pace, build: live.build, fold, found: new Map(), isCut: false }
  const expected = await expectedIndexes(round)
  await compareDocuments(round)
  const names = new Set([...expected.keys(), ...(await store.indexNames(live.build))])
  const hasWords = names.delete(wordsIndex) || projection.words !== undefined
  for (const name of names) await compareIndex(round, name, expected.get(name)?.count ?? 0)
  if (hasWords) await compareIndex(round, wordsIndex)
  const after = await currentBuild(store, projection, live.build)
  if (after === undefined) return undefined
  round.isCut = round.found.size === maxFound
  const changed = new Set<string>()
  await fold.advance(after.checkpoint, (id) => changed.add(id))
  for (const [place, { id = '' }] of round.found) if (changed.has(id)) round.found.delete(place)
  await compareFigures(round, names)
  return round
}

/** Applying this many takes about a millisecond. */
const eventsPerPace = 100

/** The documents of a projection, folded from the log up to a position. */
function pacedFold(projection: Projection, log: CompareOptions['log'], pace: Pace) {
  const fold = {
    position: beginning,
    documents: new Map<string, Document>(),
    /** Applies the events up to a position. `onTouched` receives the ids of all documents that they concern. */
    advance: async (until: bigint, onTouched?: (id: string) => void): Promise<void> => {
      if (until <= fold.position) return
      const range = { after: fold.position, until, batch: eventsPerPace, ...(onTouched && { onTouched }) }
      for await (const events of applySlices(log, projection, fold.documents, range)) {
        fold.position = events.at(-1)?.position ?? fold.position
        await pace()
      }
      fold.position = until
    },
  }
  return fold
}

/** Returns the live build, unless it is out of date or not the expected one. */
async function currentBuild(store: ComparedStore, projection: Projection, expected?: BuildKey) {
  const live = await store.liveBuild(projection)
  if (live === undefined || live.outdatedSince !== undefined) return undefined
  return expected === undefined || live.build.build === expected.build ? live : undefined
}

async function compareDocuments({ projection, store, pace, build, fold, found }: Round): Promise<void> {
  const { documents } = fold
  const seen = new Set<string>()
  let visited = 0
  for await (const { id, document, indexEntries, texts = [] } of store.scanDocuments(build)) {
    if (++visited % documentsPerPace === 0) await pace()
    seen.add(id)
    const folded = documents.get(id)
    if (folded === undefined) addDocument(found, id, 'extra')
    else if (!isSameJson([document, texts], [folded, projection.texts?.(folded, id) ?? []]))
      addDocument(found, id, 'different')
    const entries = folded === undefined ? {} : projection.indexEntries(folded, id)
    for (const index of new Set([...Object.keys(entries), ...Object.keys(indexEntries)]))
      if (!isSameEntry(entries[index], indexEntries[index])) addEntry(found, index, id, 'different')
  }
  for (const id of documents.keys()) {
    if (!seen.has(id)) addDocument(found, id, 'missing')
    if (++visited % documentsPerPace === 0) await pace()
  }
}

/** Whether two values are equal as JSON: a store may keep documents as text, in which a field without a value is missing. */
const isSameJson = (left: unknown, right: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)))

/** Comparing this many takes about a millisecond. */
const documentsPerPace = 50

type IndexFigures = { count: number; sum: ExactSum }

async function expectedIndexes({ projection, pace, fold }: Round): Promise<Map<string, IndexFigures>> {
  const figures = new Map<string, IndexFigures>()
  let visited = 0
  for (const [id, document] of fold.documents) {
    const entries = projection.indexEntries(document, id)
    for (const name in entries) {
      const entry = entries[name]
      if (!entry) continue
      let index = figures.get(name)
      if (!index) figures.set(name, (index = { count: 0, sum: emptySum() }))
      index.count += 1
      addToSum(index.sum, entry.score, 1)
    }
    if (++visited % documentsPerPace === 0) await pace()
  }
  return figures
}

/** Compares the entries of an index, or the words of all documents, which every store scans as an index. */
async function compareIndex(round: Round, index: string, expectedCount?: number): Promise<void> {
  const { projection, store, pace, build, found } = round
  const { documents } = round.fold
  const entriesOf = (id: string): readonly IndexEntry[] => {
    const folded = documents.get(id)
    if (folded === undefined) return []
    if (index === wordsIndex)
      return (projection.words?.(folded, id) ?? []).map((word) => ({ score: 0, tiebreaker: word }))
    const entry = projection.indexEntries(folded, id)[index]
    return entry ? [entry] : []
  }
  /** A document has one entry in an index, but one for each of its words. */
  const keyOf = (id: string, { tiebreaker }: IndexEntry) =>
    index === wordsIndex ? `${tiebreaker} ${id}` : id
  const right = new Set<string>()
  let visited = 0
  for await (const entry of store.scanIndex(build, index)) {
    const { id } = entry
    if (++visited % documentsPerPace === 0) await pace()
    const wanted = entriesOf(id)
    const isExtra = wanted.length === 0 || index === wordsIndex
    if (wanted.some((own) => isSameEntry(own, entry))) right.add(keyOf(id, entry))
    else addEntry(found, index, id, isExtra ? 'extra' : 'different')
  }
  if (right.size === expectedCount) return
  for (const id of documents.keys()) {
    // An entry that has another value was added above and is not added again.
    if (entriesOf(id).some((own) => !right.has(keyOf(id, own)))) addEntry(found, index, id, 'missing')
    if (++visited % documentsPerPace === 0) await pace()
  }
}

const isSameEntry = (left: IndexEntry | undefined, right: IndexEntry | undefined): boolean =>
  left === undefined || right === undefined
    ? left === right
    : left.score === right.score && (left.tiebreaker ?? '') === (right.tiebreaker ?? '')

/** How often the figures are read again because the read model changed meanwhile. */
const maxFigureReads = 20

async function compareFigures(round: Round, names: ReadonlySet<string>): Promise<void> {
  const { projection, store, build, fold, found } = round
  for (let reads = 0; reads < maxFigureReads; reads += 1) {
    const figures = await Promise.all(
      [...names].map(async (name) => ({
        name,
        count: await store.count(build, name),
        sum: await store.sum(build, name),
      })),
    )
    const after = await currentBuild(store, projection, build)
    if (after === undefined) return
    if (after.checkpoint !== fold.position) {
      await fold.advance(after.checkpoint)
      continue
    }
    const expected = await expectedIndexes(round)
    for (const { name, count, sum } of figures) {
      const wanted = expected.get(name)
      if (count !== (wanted?.count ?? 0)) add(found, `the count of index ${name}`, { is: 'wrong' })
      else if (sum !== (wanted ? valueOfSum(wanted.sum) : 0))
        add(found, `the sum of index ${name}`, { is: 'wrong' })
    }
    return
  }
}
