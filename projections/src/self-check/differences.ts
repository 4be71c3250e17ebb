/**
 * One place where a read model differs from the log. `missing`: it should be there; `extra`: it should not; `different`: it
 * has another value. `count` and `sum` are figures of a whole index.
 */
export type Difference =
  | { of: 'document'; id: string; is: 'missing' | 'extra' | 'different' }
  | { of: 'entry'; index: string; id: string; is: 'missing' | 'extra' | 'different' }
  | { of: 'figure'; index: string; is: 'count' | 'sum' }

/** How many differences are listed. All are counted. */
const maxListed = 1_000

/** The differences that one round has found. The same place counts once. */
export class Differences {
  readonly #listed = new Map<string, Difference>()
  #unlisted = 0

  add(difference: Difference): void {
    const key = keyOf(difference)
    if (this.#listed.has(key)) return
    if (this.#listed.size < maxListed) this.#listed.set(key, difference)
    else this.#unlisted += 1
  }

  get count(): number {
    return this.#listed.size + this.#unlisted
  }

  get listed(): readonly Difference[] {
    return [...this.#listed.values()]
  }

  /** Removes differences of documents that changed while they were compared. */
  forget(changed: ReadonlySet<string>): void {
    for (const [key, difference] of this.#listed)
      if (difference.of !== 'figure' && changed.has(difference.id)) this.#listed.delete(key)
  }

  /** Keeps the differences that another round has found as well. All are kept if there were too many to list them. */
  keepCommon(other: Differences): void {
    if (this.#unlisted > 0 && other.#unlisted > 0) return
    for (const key of this.#listed.keys()) if (!other.#listed.has(key)) this.#listed.delete(key)
    this.#unlisted = 0
  }
}

const keyOf = (difference: Difference): string =>
  JSON.stringify([
    difference.of,
    'index' in difference ? difference.index : '',
    'id' in difference ? difference.id : '',
  ])

/** Says in a few words where a read model differs, for operators. */
export function formatDifference(difference: Difference): string {
  if (difference.of === 'figure') return `the ${difference.is} of index ${difference.index} is wrong`
  const place =
    difference.of === 'document'
      ? `document ${difference.id}`
      : `entry ${difference.id} of index ${difference.index}`
  return `${place} is ${difference.is}`
}
