// All builds of all read models of this process, and which of them are live.

import { randomUUID } from 'node:crypto'
import { MemoryReadModelBuild } from './read-model-build.ts'
import { ReadModelNotBuilt, type BuildKey, type ReadTarget, type ReadModelKey } from '../read-models.ts'

/**
 * `checksEntries` is true if an earlier build had invalid index entries, which only the building of its indexes
 * revealed.
 */
type ReadModelBuilds = {
  key: ReadModelKey
  builds: Map<string, MemoryReadModelBuild>
  live: string | undefined
  checksEntries: boolean
}

export class MemoryBuilds {
  readonly #readModels = new Map<string, ReadModelBuilds>()
  #begun = 0
  #epoch = { id: randomUUID() as string, beganAt: 0 }
  readonly #options: { sortsWhenRead: boolean }

  constructor(options: { sortsWhenRead: boolean }) {
    this.#options = options
  }

  get epoch(): Readonly<{ id: string; beganAt: number }> {
    return this.#epoch
  }

  beginEpoch(beganAt: number): void {
    this.#epoch = { id: randomUUID(), beganAt }
  }

  /** Creates an empty build and deletes unfinished ones: a process fills one build of a read model at a time. */
  beginBuild({ name, version }: ReadModelKey): BuildKey {
    const readModel = this.#entry({ name, version })
    const build = `b${++this.#begun}`
    for (const other of readModel.builds.keys()) if (other !== readModel.live) readModel.builds.delete(other)
    readModel.builds.set(build, new MemoryReadModelBuild(this.#epoch.id, { ...this.#options, ...readModel }))
    return { name, version, build }
  }

  /** All live builds. */
  allLive(): BuildKey[] {
    return [...this.#readModels.values()].flatMap(({ live, key }) =>
      live === undefined ? [] : [{ ...key, build: live }],
    )
  }

  activate(key: BuildKey): void {
    const build = this.get(key)
    const readModel = this.#entry(key)
    if (build.epoch !== this.#epoch.id) throw new ReadModelNotBuilt(key)
    try {
      build.buildIndexes()
    } catch (cause) {
      readModel.checksEntries = true
      readModel.builds.delete(key.build)
      throw new ReadModelNotBuilt(key, cause)
    }
    if (readModel.live !== undefined && readModel.live !== key.build) readModel.builds.delete(readModel.live)
    readModel.live = key.build
  }

  liveBuild({ name, version }: ReadModelKey): BuildKey | undefined {
    const build = this.#readModels.get(readModelName({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }

  isLive(key: BuildKey): boolean {
    return this.liveBuild(key)?.build === key.build
  }

  /** Throws `ReadModelNotBuilt` for a missing build, and for a read model without a live one. */
  get(key: ReadTarget): MemoryReadModelBuild {
    const readModel = this.#readModels.get(readModelName(key))
    const build = 'build' in key ? key.build : readModel?.live
    const found = build === undefined ? undefined : readModel?.builds.get(build)
    if (!found) throw new ReadModelNotBuilt(key)
    return found
  }

  drop(key: ReadTarget): void {
    const readModel = this.#readModels.get(readModelName(key))
    if (!('build' in key)) this.#readModels.delete(readModelName(key))
    else if (readModel?.builds.delete(key.build) && readModel.live === key.build) readModel.live = undefined
  }

  clear(): void {
    this.#readModels.clear()
  }

  #entry(key: ReadModelKey): ReadModelBuilds {
    let readModel = this.#readModels.get(readModelName(key))
    if (!readModel)
      this.#readModels.set(
        readModelName(key),
        (readModel = {
          key: { name: key.name, version: key.version },
          builds: new Map(),
          live: undefined,
          checksEntries: false,
        }),
      )
    return readModel
  }
}

/** The key of a read model in a map. */
export const readModelName = ({ name, version }: ReadModelKey): string => `${name} v${version}`
