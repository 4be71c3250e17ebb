/** Something to deliver. `due`: when to try next, in milliseconds since 1970; null if it is finished. */
export type Entry = { id: string; due: number | null; document: unknown }
export type QueuedEntry = Entry & { queue: string; due: number }

/**
 * Queues of deliveries, beside the event log. Ids order the entries of a queue. One process at a time delivers, the holder of the
 * lease; what it writes is refused once another process holds the lease. `testing/webhooks/delivery-store-port.ts` tests this contract
 * for every adapter. Every method throws `StoreUnavailable` while the store cannot be reached; then it is unknown whether a change was
 * made.
 */
export type DeliveryStore = {
  /** Takes or renews the lease for `forMs` milliseconds. Returns `false` while somebody else holds it. */
  acquire(holder: string, forMs: number): Promise<boolean>
  release(holder: string): Promise<void>
  /** Returns what the last `enqueue` stored; `undefined` before the first. */
  loadProgress(): Promise<unknown>
  /**
   * Adds entries and stores the progress, all or nothing. An entry whose id its queue has already is left as it is. Returns `false`
   * and changes nothing without the lease.
   */
  enqueue(holder: string, entries: readonly QueuedEntry[], progress: unknown): Promise<boolean>
  /** Adds an entry, or replaces it. Needs no lease. */
  put(queue: string, entry: Entry): Promise<void>
  /** Replaces an entry. Returns `false` and changes nothing if there is none, or it was removed. Needs no lease. */
  replace(queue: string, entry: Entry): Promise<boolean>
  /**
   * Replaces an entry and the state of its queue. Of the finished entries only the newest `maxKept` stay. Returns `false` and changes
   * nothing without the lease, or if the entry was removed.
   */
  update(
    holder: string,
    queue: string,
    entry: Entry,
    change: { state?: unknown; maxKept: number },
  ): Promise<boolean>
  /** Returns the entry that is due first, if it is by `now`. */
  nextDue(queue: string, now: number): Promise<Entry | undefined>
  load(queue: string, id: string): Promise<Entry | undefined>
  /** Returns the newest entries by id, newest first, and how many there are. */
  list(queue: string, limit: number): Promise<{ entries: readonly Entry[]; total: number }>
  /** Returns the oldest unfinished entries by id. */
  listWaiting(queue: string, limit: number): Promise<readonly Entry[]>
  countWaiting(queue: string): Promise<number>
  loadState(queue: string): Promise<unknown>
  remove(queue: string, ids: readonly string[]): Promise<void>
  /** Removes a queue with its entries and its state. */
  removeQueue(queue: string): Promise<void>
  close(): Promise<void>
}
