import { MemoryReadModelBuild } from './read-model-build.ts'
import { ReadModelNotBuilt, type BuildKey, type ReadTarget, type ReadModelKey } from '../read-models.ts'

/** `inOrder`: a build of it had bad places, which only came out when it was put in order. */
type Kept = { builds: Map<string, MemoryReadModelBuild>; live: string | undefined; inOrder: boolean }

/** All builds of all views of one process, and which of them are live. */
export class MemoryBuilds {
  readonly #views = new Map<string, Kept>()
  #begun = 0

  /** A new empty build. Whatever else was begun and did not go live is forgotten: one process fills one at a time. */
  beginBuild({ name, version }: ReadModelKey): BuildKey {
    const view = this.#view({ name, version })
    const build = `b${++this.#begun}`
    for (const other of view.builds.keys()) if (other !== view.live) view.builds.delete(other)
    view.builds.set(build, new MemoryReadModelBuild(view))
    return { name, version, build }
  }

  activate(key: BuildKey): void {
    const build = this.get(key)
    const view = this.#view(key)
    try {
      build.buildIndexes()
    } catch (cause) {
      view.inOrder = true
      view.builds.delete(key.build)
      throw new ReadModelNotBuilt(key, cause)
    }
    if (view.live !== undefined && view.live !== key.build) view.builds.delete(view.live)
    view.live = key.build
  }

  liveBuild({ name, version }: ReadModelKey): BuildKey | undefined {
    const build = this.#views.get(readModelName({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }

  isLive(key: BuildKey): boolean {
    return this.liveBuild(key)?.build === key.build
  }

  /** Throws `ViewNotBuilt` for a build that is not there, and for a view without a live one. */
  get(key: ReadTarget): MemoryReadModelBuild {
    const view = this.#views.get(readModelName(key))
    const build = 'build' in key ? key.build : view?.live
    const found = build === undefined ? undefined : view?.builds.get(build)
    if (!found) throw new ReadModelNotBuilt(key)
    return found
  }

  drop(key: ReadTarget): void {
    if (!('build' in key) || this.isLive(key)) this.#views.delete(readModelName(key))
    else this.#views.get(readModelName(key))?.builds.delete(key.build)
  }

  clear(): void {
    this.#views.clear()
  }

  #view(key: ReadModelKey): Kept {
    let view = this.#views.get(readModelName(key))
    if (!view)
      this.#views.set(readModelName(key), (view = { builds: new Map(), live: undefined, inOrder: false }))
    return view
  }
}

/** The name of a view in a map. */
export const readModelName = ({ name, version }: ReadModelKey): string => `${name} v${version}`
