type Deferred<Item, Name extends string, Content> = {
  room: string
  message: Name
  /** A later item with the same key replaces this one. */
  key: string
  item: Item
  /** Builds the payload when the message is sent. `skipped` is the number of items beyond the limit. */
  build: (items: readonly Item[], skipped: number) => Promise<Content | undefined>
}

type Buffer<Item> = { items: Map<string, Item>; skipped: number }

/**
 * Collects items for live messages that need names from other documents: the names are looked up once for all items, and
 * only when the message is sent.
 */
export class DeferredUpdates<Item> {
  readonly #buffers = new Map<string, Buffer<Item>>()
  readonly #maxItems: number

  /** A message keeps the newest `maxItems` items; older ones are only counted. */
  constructor({ maxItems = Infinity }: { maxItems?: number } = {}) {
    this.#maxItems = maxItems
  }

  defer<Name extends string, Content>({ room, message, key, item, build }: Deferred<Item, Name, Content>) {
    const bufferKey = `${room} ${message}`
    const buffer = this.#buffers.get(bufferKey) ?? { items: new Map<string, Item>(), skipped: 0 }
    this.#buffers.set(bufferKey, buffer)
    // Deleting first moves the item to the end: a client that applies items in order ends with the newest figures.
    buffer.items.delete(key)
    buffer.items.set(key, item)
    const [oldest] = buffer.items.keys()
    if (buffer.items.size > this.#maxItems && oldest !== undefined) {
      buffer.items.delete(oldest)
      buffer.skipped += 1
    }
    return { room, message, build: () => this.#flush(bufferKey, build) }
  }

  /** Discards waiting items that are obsolete. */
  discard(isObsolete: (item: Item) => boolean): void {
    for (const { items } of this.#buffers.values())
      for (const [key, item] of items) if (isObsolete(item)) items.delete(key)
  }

  async #flush<Content>(
    bufferKey: string,
    build: Deferred<Item, string, Content>['build'],
  ): Promise<Content | undefined> {
    const buffer = this.#buffers.get(bufferKey)
    this.#buffers.delete(bufferKey)
    return buffer && build([...buffer.items.values()], buffer.skipped)
  }
}
