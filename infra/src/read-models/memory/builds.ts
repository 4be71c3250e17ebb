// All builds of all read models in memory, which of them are live, and the current epoch.

import { randomUUID } from 'node:crypto'
import { MemoryReadModelBuild } from './read-model-build.ts'
import {
  readModelName,
  ReadModelNotBuilt,
  type BuildKey,
  type ReadTarget,
  type ReadModelKey,
} from '../read-models.ts'

/**
 * `checksEntries` is true if an earlier build had invalid index entries, which only the building of its indexes
 * revealed.
 */
type ReadModelBuilds = {
  key: ReadModelKey
  builds: Map<string, MemoryReadModelBuild>
  live?: string
  checksEntries: boolean
}

export function memoryBuilds(options: { sortsWhenRead: boolean }) {
  const readModels = new Map<string, ReadModelBuilds>()
  let begun = 0
  let epoch = { id: randomUUID() as string, beganAt: 0 }

  const entryOf = ({ name, version }: ReadModelKey): ReadModelBuilds => {
    const key = { name, version }
    const entry = readModels.get(readModelName(key)) ?? { key, builds: new Map(), checksEntries: false }
    readModels.set(readModelName(key), entry)
    return entry
  }
  /** Throws `ReadModelNotBuilt` for a missing build, and for a read model without a live one. */
  const get = (key: ReadTarget): MemoryReadModelBuild => {
    const readModel = readModels.get(readModelName(key))
    const found = readModel?.builds.get(('build' in key ? key.build : readModel.live) ?? '')
    if (!found) throw new ReadModelNotBuilt(key)
    return found
  }
  const liveBuild = ({ name, version }: ReadModelKey): BuildKey | undefined => {
    const build = readModels.get(readModelName({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }

  return {
    epoch: (): Readonly<typeof epoch> => epoch,
    beginEpoch(beganAt: number): void {
      epoch = { id: randomUUID(), beganAt }
    },
    /** Creates an empty build and deletes unfinished ones: a process fills one build of a read model at a time. */
    beginBuild({ name, version }: ReadModelKey): BuildKey {
      const readModel = entryOf({ name, version })
      const build = `b${++begun}`
      for (const other of readModel.builds.keys())
        if (other !== readModel.live) readModel.builds.delete(other)
      readModel.builds.set(build, new MemoryReadModelBuild(epoch.id, { ...options, ...readModel }))
      return { name, version, build }
    },
    allLive: (): BuildKey[] => [...readModels.values()].flatMap(({ key }) => liveBuild(key) ?? []),
    activate(key: BuildKey): void {
      const build = get(key)
      const readModel = entryOf(key)
      if (build.epoch !== epoch.id) throw new ReadModelNotBuilt(key)
      try {
        void build.indexed
      } catch (cause) {
        readModel.checksEntries = true
        readModel.builds.delete(key.build)
        throw new ReadModelNotBuilt(key, cause)
      }
      if (readModel.live !== undefined && readModel.live !== key.build)
        readModel.builds.delete(readModel.live)
      readModel.live = key.build
    },
    liveBuild,
    isLive: (key: BuildKey): boolean => liveBuild(key)?.build === key.build,
    get,
    drop(key: ReadTarget): void {
      const readModel = readModels.get(readModelName(key))
      if (!('build' in key)) readModels.delete(readModelName(key))
      else if (readModel?.builds.delete(key.build) && readModel.live === key.build) delete readModel.live
    },
    clear: (): void => readModels.clear(),
  }
}
