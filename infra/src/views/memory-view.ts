import { beginning } from '../event-log/event-log.ts'
import { OrderedView } from './ordered-view.ts'
import type { Commit, Document, Put } from './views.ts'

/**
 * One view in memory. It grows without any index, so that a replay which changes a place a hundred times sorts once:
 * when somebody asks for an index, or at the first empty step, which ends a replay. From then on indexes are kept.
 */
export class MemoryView {
  checkpoint = beginning
  #growing: Map<string, Put> | undefined = new Map()
  #ordered: OrderedView | undefined

  /** A document for a reader, frozen. While the view grows only its projection reads, and gets it as it is. */
  document(id: string): Document | undefined {
    return this.#growing ? this.#growing.get(id)?.document : frozen(this.#ordered?.document(id))
  }

  /** The view in its order. */
  get ordered(): OrderedView {
    this.#ordered ??= new OrderedView(this.#growing ?? new Map())
    this.#growing = undefined
    return this.#ordered
  }

  apply({ puts, deletes, to }: Commit): void {
    this.checkpoint = to
    if (puts.length + deletes.length === 0 || !this.#growing) return this.#applyInOrder(puts, deletes)
    for (const id of deletes) this.#growing.delete(id)
    for (const put of puts) this.#growing.set(put.id, put)
  }

  #applyInOrder(puts: readonly Put[], deletes: readonly string[]): void {
    for (const id of deletes) this.ordered.delete(id)
    for (const put of puts) this.ordered.put(put)
    void this.ordered
  }
}

/** Freezes deeply, once per document: whatever is frozen already is taken to be frozen to the ground. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(Object(value))) frozen(inner)
  return value
}
