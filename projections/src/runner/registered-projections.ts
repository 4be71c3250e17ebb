import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { ProjectionGroup } from './projection-runner.ts'

type Group = ProjectionGroup & { readonly end: AbortController }
type Entry = { projection: RegisteredProjection; group: Group }

/** The projections that run, or will run once they are assigned to this process, and the groups in which they were added. */
export class RegisteredProjections {
  readonly #entries = new Map<string, Entry>()
  readonly #groups = new Set<Group>()

  /** Adds a group of projections. Throws for a projection that is registered already. */
  add(projections: readonly RegisteredProjection[]): ReadModelKey[] {
    const end = new AbortController()
    const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
    const group = { streams, end, ended: end.signal }
    const keys = projections.map(({ projection }) => keyOf(projection))
    const known = keys.find(({ name }) => this.#entries.has(name))
    if (known) throw new Error(`The projection ${known.name} is registered already.`)
    for (const projection of projections) this.#entries.set(projection.projection.name, { projection, group })
    this.#groups.add(group)
    return keys
  }

  /** Removes projections. Returns the projections that were registered. */
  remove(readModels: readonly ReadModelKey[]): ReadModelKey[] {
    return readModels.filter(({ name }) => this.#entries.delete(name))
  }

  /** Ends the groups without a projection. To be called after the workers of removed projections have stopped. */
  endUnusedGroups(): void {
    const used = new Set([...this.#entries.values()].map(({ group }) => group))
    for (const group of this.#groups) {
      if (used.has(group)) continue
      this.#groups.delete(group)
      group.end.abort()
    }
  }

  find({ name }: ReadModelKey): Entry | undefined {
    return this.#entries.get(name)
  }

  readModels(): readonly ReadModelKey[] {
    return [...this.#entries.values()].map(({ projection }) => keyOf(projection.projection))
  }
}

const keyOf = ({ name, version }: ReadModelKey): ReadModelKey => ({ name, version })
