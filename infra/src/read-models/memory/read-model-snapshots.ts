// Saves the read models in memory regularly and when the process ends, and restores them at the start, so that only the events since then
// are read from the log.
//
// A snapshot is a file for each read model, with compressed parts (zstd level 1: 60 MB instead of 600) and a checksum. Parts are parsed when
// one of their documents is needed, because parsing everything takes as long as a replay; a part whose documents were not read is copied
// unchanged. Index entries are not computed again, so a change of them needs a new version of the projection. It is written in turns, in
// at most two per cent of the time. A snapshot that is damaged, of another log, version or run, or newer than the log is deleted, and the
// log decides. All are deleted within a second of an erasure. When a read model is in doubt, the operator's command `replay` builds it
// without a snapshot, from the first event, unless it is told otherwise.

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beginning, type EventLog } from '../../event-log/event-log.ts'
import { hasHistory } from '../../event-log/seen-history.ts'
import { createFolder } from '../../files/durable-files.ts'
import { repeat, type Scheduler } from '../../scheduler.ts'
import type { MemoryReadModelStore } from '../memory.ts'
import type { BuildKey, ReadModelKey } from '../read-models.ts'
import type { Projection } from '../projection.ts'
import type { ReadModelState } from './build.ts'
import { readReadModel, saveReadModel, snapshotName } from './saved-read-model.ts'

export type ReadModelSnapshotsOptions = {
  store: MemoryReadModelStore
  log: Pick<EventLog, 'head' | 'readAll' | 'compareEvent'>
  /** Returns the name of the log, which its copies have as well. */
  logName(): Promise<string | undefined>
  /** Holds nothing else: unknown files are deleted. */
  folder: string
  /** Streams whose events say that personal data was erased. All snapshots are deleted then, because they may have it. */
  erasureStreams: readonly string[]
  scheduler: Scheduler
  /** Throws while nothing should be written. */
  requireSpace(): Promise<void>
  /** Called for a snapshot that is of no use, with the reason. The log decides. */
  onIgnored(file: string, reason: unknown): void
  /** Called when snapshots could not be written or deleted. Nothing depends on them. */
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

export function readModelSnapshots(options: ReadModelSnapshotsOptions) {
  const { store, log, logName, folder, erasureStreams, scheduler } = options
  const { requireSpace, onIgnored, onError, onSaved } = options
  /** Checkpoints of the saved read models, by the names of their files. */
  const saved = new Map<string, bigint>()
  /** Position of the last erasure, and up to where the log was checked for more. */
  let erasedAt = beginning
  let checkedUpTo: bigint | undefined
  let lastSave = { endedAt: scheduler.now(), durationMs: 0 }
  let stopChecks = async () => {}

  /** Returns the saved state of a projection if it is of this log and undamaged. Reports why it is not. */
  async function read(projection: Projection, notBefore: bigint): Promise<ReadModelState | undefined> {
    try {
      const state = await readReadModel(folder, projection)
      if (state === undefined) return undefined
      if (state.log !== (await logName())) throw new Error('It is of another event log.')
      if (state.checkpoint > (await log.head())) throw new Error('It is newer than the event log.')
      if (state.checkpoint < notBefore) throw new Error('It is from before the current run.')
      if (!(await hasHistory(log, state.seen, projection.streams)))
        throw new Error('The event log was replaced since.')
      return state
    } catch (error) {
      onIgnored(snapshotName(projection), error)
      return undefined
    }
  }

  async function deleteAllBut(names: Pick<ReadonlySet<string>, 'has'>): Promise<void> {
    createFolder(folder)
    for (const file of await readdir(folder)) {
      if (names.has(file)) continue
      await rm(join(folder, file), { recursive: true, force: true })
      saved.delete(file)
    }
  }

  /** Deletes all snapshots if something was erased since the last check. */
  async function deleteErased(): Promise<void> {
    const head = await log.head()
    const after = checkedUpTo ?? head
    if (after < head)
      for await (const events of log.readAll({ after, until: head, streams: erasureStreams })) {
        erasedAt = events.at(-1)?.position ?? erasedAt
        await deleteAllBut(new Set())
      }
    checkedUpTo = head
  }

  async function saveOne(readModel: ReadModelKey): Promise<void> {
    const state = store.state(readModel)
    const name = snapshotName(readModel)
    if (state === undefined || saved.get(name) === state.checkpoint) return
    // Not yet without what was erased.
    if (state.checkpoint < erasedAt) return
    await saveReadModel(folder, readModel, state, await logName())
    saved.set(name, state.checkpoint)
  }

  async function save(): Promise<void> {
    const begun = scheduler.now()
    try {
      const live = store.liveReadModels()
      await deleteAllBut(new Set(live.map(snapshotName)))
      await requireSpace()
      for (const readModel of live) await saveOne(readModel)
      onSaved?.()
    } catch (error) {
      onError(error)
    }
    await deleteErased().catch(onError)
    const endedAt = scheduler.now()
    lastSave = { endedAt, durationMs: endedAt - begun }
  }

  async function check(isStopped: () => boolean): Promise<number> {
    try {
      await deleteErased()
      const waitMs = Math.max(minIntervalMs, lastSave.durationMs / dutyCycle)
      if (!isStopped() && scheduler.now() - lastSave.endedAt >= waitMs) await save()
    } catch (error) {
      onError(error)
    }
    return checkMs
  }

  return {
    /**
     * Restores the snapshots of these projections since the position `notBefore`, and returns how many were restored. Deletes everything
     * else.
     */
    restore: async (projections: readonly Projection[], notBefore = beginning): Promise<number> => {
      let restored = 0
      try {
        for (const projection of projections) {
          const state = await read(projection, notBefore)
          if (state === undefined) continue
          const build = await store.beginBuild(projection)
          store.fill(build, state)
          await store.activate(build)
          restored += 1
          saved.set(snapshotName(projection), state.checkpoint)
          // From here on erasures are noticed; those since the oldest snapshot are read now.
          if (checkedUpTo === undefined || state.checkpoint < checkedUpTo) checkedUpTo = state.checkpoint
        }
        await deleteAllBut(saved)
        await deleteErased()
      } catch (error) {
        onError(error)
      }
      return restored
    },
    /**
     * Lets a new, empty build of a projection continue from its snapshot, and returns where it is then. Returns `undefined`, and the
     * build stays empty, without a snapshot that `restore` would accept.
     */
    fill: async (build: BuildKey, projection: Projection, notBefore = beginning) => {
      const state = await read(projection, notBefore)
      if (state === undefined) return undefined
      store.fill(build, state)
      // Callers keep the result as long as the build: with the whole state, every document would stay in memory twice.
      const { checkpoint, seen } = state
      return { checkpoint, seen }
    },
    start: (): void => {
      stopChecks = repeat(scheduler, check, checkMs)
    },
    /** Ends, after a last save if there is time for it. The read models must not change any more. */
    stop: async (): Promise<void> => {
      await stopChecks()
      if (lastSave.durationMs <= maxFinalSaveMs) await save()
    },
    /** Saves all read models that changed since they were saved. */
    save,
  }
}
