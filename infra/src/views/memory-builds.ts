import { MemoryView } from './memory-view.ts'
import { ViewNotBuilt, type BuildKey, type Readable, type ViewKey } from './views.ts'

/** `inOrder`: a build of it had bad places, which only came out when it was put in order. */
type Kept = { builds: Map<string, MemoryView>; live: string | undefined; inOrder: boolean }

/** All builds of all views of one process, and which of them are live. */
export class MemoryBuilds {
  readonly #views = new Map<string, Kept>()
  #begun = 0

  /** A new empty build. Whatever else was begun and did not go live is forgotten: one process fills one at a time. */
  begin({ name, version }: ViewKey): BuildKey {
    const view = this.#view({ name, version })
    const build = `b${++this.#begun}`
    for (const other of view.builds.keys()) if (other !== view.live) view.builds.delete(other)
    view.builds.set(build, new MemoryView(view))
    return { name, version, build }
  }

  goLive(key: BuildKey): void {
    const build = this.get(key)
    const view = this.#view(key)
    try {
      build.settle()
    } catch (cause) {
      view.inOrder = true
      view.builds.delete(key.build)
      throw new ViewNotBuilt(key, cause)
    }
    if (view.live !== undefined && view.live !== key.build) view.builds.delete(view.live)
    view.live = key.build
  }

  live({ name, version }: ViewKey): BuildKey | undefined {
    const build = this.#views.get(nameOf({ name, version }))?.live
    return build === undefined ? undefined : { name, version, build }
  }

  isLive(key: BuildKey): boolean {
    return this.live(key)?.build === key.build
  }

  /** Throws `ViewNotBuilt` for a build that is not there, and for a view without a live one. */
  get(key: Readable): MemoryView {
    const view = this.#views.get(nameOf(key))
    const build = 'build' in key ? key.build : view?.live
    const found = build === undefined ? undefined : view?.builds.get(build)
    if (!found) throw new ViewNotBuilt(key)
    return found
  }

  drop(key: Readable): void {
    if (!('build' in key) || this.isLive(key)) this.#views.delete(nameOf(key))
    else this.#views.get(nameOf(key))?.builds.delete(key.build)
  }

  clear(): void {
    this.#views.clear()
  }

  #view(key: ViewKey): Kept {
    let view = this.#views.get(nameOf(key))
    if (!view) this.#views.set(nameOf(key), (view = { builds: new Map(), live: undefined, inOrder: false }))
    return view
  }
}

/** The name of a view in a map. */
export const nameOf = ({ name, version }: ViewKey): string => `${name} v${version}`
