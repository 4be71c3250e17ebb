import { rm } from 'node:fs/promises'
import { beginning, type EventLog } from '../../event-log/event-log.ts'
import { hasHistory } from '../../event-log/seen-history.ts'
import type { Scheduler } from '../../scheduler.ts'
import type { MemoryReadModelStore } from '../memory.ts'
import type { BuildKey, Projection, ReadModelKey } from '../read-models.ts'
import { readModelName } from './builds.ts'
import type { ReadModelState } from './read-model-build.ts'
import {
  findSavedReadModel,
  listSavedReadModels,
  readSavedReadModel,
  saveReadModel,
  type SavedReadModel,
} from './snapshots.ts'

export type ReadModelSnapshotsOptions = {
  store: MemoryReadModelStore
  log: Pick<EventLog, 'head' | 'readAll' | 'compareEvent'>
  /** Holds nothing else: unknown files are deleted. */
  folder: string
  /** Streams whose events say that personal data was erased. Older snapshots are deleted, because they may have it. */
  erasureStreams: readonly string[]
  scheduler: Scheduler
  /** Called for a snapshot that cannot be written or read. Nothing depends on it: the log decides. */
  onError(error: unknown): void
  /** Called when everything that changed was saved. */
  onSaved?(): void
}

/** How often the log is checked for erasures, and whether a save is due. */
const checkMs = 1_000
const minIntervalMs = 60_000
/** Saving takes at most this part of the time. */
const dutyCycle = 0.02
/** A final save that would take longer is left out: a shutdown has to be quick. */
const maxFinalSaveMs = 4_000

/**
 * Saves the read models in memory regularly and when the process ends, and restores them at the start, so that only the
 * events since then are read from the log.
 */
export class ReadModelSnapshots {
  readonly #options: ReadModelSnapshotsOptions
  /** Checkpoint and path of each saved read model. */
  readonly #saved = new Map<string, { checkpoint: bigint; path: string }>()
  /** Position of the last erasure, and up to where the log was checked for more. */
  #erasedAt = -1n
  #checkedUpTo: bigint | undefined
  #lastSave = { endedAt: 0, durationMs: 0 }
  #cancelTimer: () => void = () => undefined
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: ReadModelSnapshotsOptions) {
    this.#options = options
    this.#lastSave.endedAt = options.scheduler.now()
  }

  /**
   * Restores what is saved of these projections, and returns the read models that were restored. A damaged snapshot, one of
   * another version or of another log, one that is newer than the log, and one from before the position `notBefore` are deleted.
   */
  async restore(projections: readonly Projection[], notBefore = beginning): Promise<ReadModelKey[]> {
    const restored: ReadModelKey[] = []
    try {
      const files = await listSavedReadModels(this.#options.folder)
      // From here on erasures are noticed; those since the oldest snapshot are read now.
      this.#checkedUpTo = files.reduce<bigint | undefined>(
        (oldest, { checkpoint }) => (oldest === undefined || checkpoint < oldest ? checkpoint : oldest),
        undefined,
      )
      for (const file of files) {
        if (file.checkpoint >= notBefore && (await this.#restoreOne(file, projections)))
          restored.push(file.readModel)
        else await rm(file.path, { force: true })
      }
      await this.#deleteErased()
    } catch (error) {
      this.#options.onError(error)
    }
    return restored
  }

  /**
   * Lets a new, empty build of a projection continue from its snapshot, and returns where it is then. Returns `undefined`, and the
   * build stays empty, without a snapshot that `restore` would accept.
   */
  async fill(
    build: BuildKey,
    projection: Projection,
    notBefore = beginning,
  ): Promise<Pick<ReadModelState, 'checkpoint' | 'seen'> | undefined> {
    const file = await findSavedReadModel(this.#options.folder, projection)
    if (file === undefined || file.checkpoint < notBefore) return undefined
    const state = await this.#read(file, [projection])
    if (state === undefined) return undefined
    this.#options.store.fill(build, state)
    // Callers keep the result as long as the build: with the whole state, every document would stay in memory twice.
    const { checkpoint, seen } = state
    return { checkpoint, seen }
  }

  /** Begins to save. */
  start(): void {
    this.#cancelTimer = this.#options.scheduler.after(checkMs, () => {
      this.#running = this.#check().finally(() => {
        if (!this.#isStopped) this.start()
      })
    })
  }

  /** Ends, after a last save if there is time for it. The read models must not change any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer()
    await this.#running
    if (this.#lastSave.durationMs <= maxFinalSaveMs) await this.save()
  }

  /** Resolves when the check that is under way has ended. */
  settled(): Promise<void> {
    return this.#running
  }

  /** Saves all read models that changed since they were saved. */
  async save(): Promise<void> {
    const { store, scheduler, onError } = this.#options
    const begun = scheduler.now()
    const live = store.liveReadModels()
    let hasFailed = false
    const fail = (error: unknown) => {
      hasFailed = true
      onError(error)
    }
    for (const readModel of live) await this.#saveOne(readModel).catch(fail)
    await this.#deleteOthers(live).catch(onError)
    await this.#deleteErased().catch(onError)
    const endedAt = scheduler.now()
    this.#lastSave = { endedAt, durationMs: endedAt - begun }
    if (!hasFailed) this.#options.onSaved?.()
  }

  async #restoreOne(file: SavedReadModel, projections: readonly Projection[]): Promise<boolean> {
    const state = await this.#read(file, projections)
    if (state === undefined) return false
    const { readModel, checkpoint, path } = file
    this.#options.store.restore(readModel, state)
    this.#saved.set(readModelName(readModel), { checkpoint, path })
    return true
  }

  /** Reads a file of one of these projections; `undefined` unless it is of this log, and undamaged. */
  async #read(file: SavedReadModel, projections: readonly Projection[]): Promise<ReadModelState | undefined> {
    const { log } = this.#options
    const { readModel, checkpoint, seen } = file
    const projection = projections.find(
      ({ name, version }) => name === readModel.name && version === readModel.version,
    )
    if (projection === undefined || checkpoint > (await log.head())) return undefined
    if (!(await hasHistory(log, seen, projection.streams))) return undefined
    return readSavedReadModel(file, projection)
  }

  async #saveOne(readModel: ReadModelKey): Promise<void> {
    const { store, folder } = this.#options
    const state = store.state(readModel)
    const name = readModelName(readModel)
    if (state === undefined || this.#saved.get(name)?.checkpoint === state.checkpoint) return
    const path = await saveReadModel(folder, readModel, state)
    this.#saved.set(name, { checkpoint: state.checkpoint, path })
  }

  async #check(): Promise<void> {
    try {
      await this.#deleteErased()
      const { endedAt, durationMs } = this.#lastSave
      const waitMs = Math.max(minIntervalMs, durationMs / dutyCycle)
      if (!this.#isStopped && this.#options.scheduler.now() - endedAt >= waitMs) await this.save()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Deletes the files of read models that no longer exist. */
  async #deleteOthers(live: readonly ReadModelKey[]): Promise<void> {
    const names = new Set(live.map(readModelName))
    await this.#delete((name) => !names.has(name))
  }

  /** Deletes the files from before the last erasure. */
  async #deleteErased(): Promise<void> {
    const { log, erasureStreams } = this.#options
    const head = await log.head()
    const after = this.#checkedUpTo
    this.#checkedUpTo = head
    if (after !== undefined && after < head)
      for await (const events of log.readAll({ after, until: head, streams: erasureStreams }))
        this.#erasedAt = events.at(-1)?.position ?? this.#erasedAt
    await this.#delete((_, checkpoint) => checkpoint < this.#erasedAt)
  }

  async #delete(isGone: (name: string, checkpoint: bigint) => boolean): Promise<void> {
    for (const [name, { checkpoint, path }] of this.#saved) {
      if (!isGone(name, checkpoint)) continue
      await rm(path, { force: true })
      this.#saved.delete(name)
    }
  }
}
