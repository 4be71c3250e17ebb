import { randomUUID } from 'node:crypto'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import {
  CheckpointMismatch,
  StoreUnavailable,
  type BuildKey,
  type Commit,
  type Document,
  type ReadModelStore,
  type Upsert,
} from '@thirty/infra/read-models/read-models.ts'

/**
 * The documents that all unfinished builds of one process should keep in memory at most, how many they keep now, and in
 * how many buffers. One build never forces others to store every step: a buffer is written only when it has more than
 * an equal share. So the buffers keep less than twice the limit.
 */
export type BufferBudget = { readonly maxDocuments: number; documents: number; buffers: number }

type Step = Omit<Commit, 'build' | 'lease'>
/** Commits a step; `until stored`: as often as the store is unavailable. */
export type CommitStep = (step: Step, tries: 'once' | 'until stored') => Promise<void>

/** A document that is not stored yet; `undefined` for a stored document that is to be deleted. */
type Change = readonly [id: string, upsert: Upsert | undefined]

/** One commit of a buffer. A store that is shared with other processes does nothing else meanwhile. */
const documentsPerCommit = 500

/**
 * Keeps the documents of a build in memory before it is live, so that a document that changes a hundred times is stored
 * once. No other process resumes such a build: if this process ends, the next one starts a new build from the first
 * event.
 */
export class BuildBuffer {
  readonly #store: ReadModelStore
  readonly #build: BuildKey
  readonly #budget: BufferBudget
  /** Documents that are not stored yet; `undefined` for a stored document that is to be deleted. */
  readonly #documents = new Map<string, Upsert | undefined>()
  #storedCheckpoint = beginning
  /** The checkpoint of the last commit that was sent. */
  #sentCheckpoint = beginning
  /** The last checkpoint that was used between the commits of one write; see `write`. */
  #partialCheckpoint = beginning
  #isStoreEmpty = true
  #isDiscarded = false

  /** The build is new: nothing was committed to it. */
  constructor(store: ReadModelStore, build: BuildKey, budget: BufferBudget) {
    this.#store = store
    this.#build = build
    this.#budget = budget
    budget.buffers += 1
  }

  /** Whether the buffers of this process exceed their limit and this one its share, so that it must be written. */
  get isOverBudget(): boolean {
    const { maxDocuments, documents, buffers } = this.#budget
    return documents > maxDocuments && this.#documents.size > maxDocuments / buffers
  }

  /** The documents as they are after everything that was added. */
  async load(ids: readonly string[]): Promise<readonly (Document | undefined)[]> {
    if (this.#isStoreEmpty) return ids.map((id) => this.#documents.get(id)?.document)
    const missing = ids.filter((id) => !this.#documents.has(id))
    const stored = missing.length === 0 ? [] : await this.#store.load(this.#build, missing)
    const loaded = new Map(missing.map((id, index) => [id, stored[index]]))
    return ids.map((id) => this.#documents.get(id)?.document ?? loaded.get(id))
  }

  add({ upserts, deletes }: Pick<Commit, 'upserts' | 'deletes'>): void {
    const before = this.#documents.size
    for (const id of deletes) {
      if (this.#isStoreEmpty) this.#documents.delete(id)
      else this.#documents.set(id, undefined)
    }
    for (const upsert of upserts) this.#documents.set(upsert.id, upsert)
    this.#budget.documents += this.#documents.size - before
  }

  /**
   * Writes everything to the store, in several commits, and moves its checkpoint to `checkpoint`. Between the commits
   * the stored checkpoint is one below `beginning`, another one each time: documents and checkpoint do not belong
   * together then, so the next commit detects a store that was restored to one of these states. A commit is sent while the
   * store still executes the one before, so that neither waits for the other. After an error, a further call writes only what
   * was not written yet.
   */
  async write(checkpoint: bigint, commit: CommitStep): Promise<void> {
    const changes = [...this.#documents]
    const areNew = this.#isStoreEmpty
    this.#isStoreEmpty = false
    this.#sentCheckpoint = this.#storedCheckpoint
    let previous: Promise<void> = Promise.resolve()
    for (let start = 0; start < changes.length || this.#sentCheckpoint !== checkpoint;) {
      const part = changes.slice(start, (start += documentsPerCommit))
      const isLast = start >= changes.length
      if (!isLast) this.#partialCheckpoint -= 1n
      const step = stepOf(part, areNew, this.#sentCheckpoint, isLast ? checkpoint : this.#partialCheckpoint)
      this.#sentCheckpoint = step.to
      const stored = this.#commitAfter(previous, step, commit).then(() => this.#forget(part, step.to))
      // It may fail while the one before is awaited, and is awaited afterwards.
      stored.catch(() => undefined)
      try {
        await previous
      } catch (error) {
        // Its own failure, if any, follows from this one.
        await Promise.allSettled([stored])
        throw error
      }
      previous = stored
    }
    await previous
  }

  /** Drops all documents. To be called when the build is live or abandoned. */
  discard(): void {
    if (this.#isDiscarded) return
    this.#isDiscarded = true
    this.#budget.buffers -= 1
    this.#budget.documents -= this.#documents.size
    this.#documents.clear()
  }

  /** Commits a step, while the one before may still be under way; resolves when both are stored. */
  async #commitAfter(previous: Promise<void>, step: Step, commit: CommitStep): Promise<void> {
    try {
      await commit(step, 'once')
      await previous
    } catch (error) {
      if (!(error instanceof CheckpointMismatch || error instanceof StoreUnavailable)) throw error
      // Perhaps only because the step before was not stored yet.
      await previous
      await this.#commitAgain(step, commit)
    }
  }

  /** If the next step was applied, then this one was, too, and only its response was lost. */
  async #commitAgain(step: Step, commit: CommitStep): Promise<void> {
    try {
      await commit(step, 'until stored')
    } catch (error) {
      const isNextApplied =
        error instanceof CheckpointMismatch &&
        error.actual === this.#sentCheckpoint &&
        error.actual !== step.to
      if (!isNextApplied) throw error
    }
  }

  /** What was discarded meanwhile was given back already. */
  #forget(part: readonly Change[], storedCheckpoint: bigint): void {
    this.#storedCheckpoint = storedCheckpoint
    for (const [id] of part) if (this.#documents.delete(id)) this.#budget.documents -= 1
  }
}

const stepOf = (part: readonly Change[], areNew: boolean, from: bigint, to: bigint): Step => ({
  stepId: randomUUID(),
  from,
  to,
  ...(areNew && { areNew }),
  upserts: part.flatMap(([, upsert]) => upsert ?? []),
  deletes: part.flatMap(([id, upsert]) => (upsert ? [] : [id])),
  messages: [],
})
