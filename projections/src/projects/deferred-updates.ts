/** Something to be told in a room. What has the same id replaces it while it waits; `tell` puts it in words. */
type Waiting<Item, Name extends string, Payload> = {
  room: string
  message: Name
  id: string
  item: Item
  tell: (items: readonly Item[]) => Promise<readonly Payload[]>
}

/** Names stand in other documents, so such news are made when the frame leaves; until then they wait here. */
export class DeferredUpdates<Item> {
  readonly #waiting = new Map<string, Map<string, Item>>()

  defer<Name extends string, Payload>({ room, message, id, item, tell }: Waiting<Item, Name, Payload>) {
    const key = `${room} ${message}`
    const waiting = this.#waiting.get(key) ?? new Map<string, Item>()
    // Last in the frame is what happened last: whoever reads it through ends with the newest figures.
    waiting.delete(id)
    waiting.set(id, item)
    this.#waiting.set(key, waiting)
    return { room, message, build: () => this.#take(key, tell) }
  }

  async #take<Payload>(
    key: string,
    tell: (items: readonly Item[]) => Promise<readonly Payload[]>,
  ): Promise<{ items: Payload[] } | undefined> {
    const items = [...(this.#waiting.get(key)?.values() ?? [])]
    this.#waiting.delete(key)
    const told = items.length > 0 ? await tell(items) : []
    return told.length > 0 ? { items: [...told] } : undefined
  }
}
