// The contract of the entry store: documents of all processes that change often, expire or must be gone without a trace, which is why they
// are beside the event log.

/** A document in a group. `due`: when something is to be done with it, in milliseconds since 1970; null for nothing. */
export type Entry = { id: string; due: number | null; document: unknown }

/** An entry to store. `onlyNew`: an entry with its id that is there already is left as it is. */
export type NewEntry = Entry & { group: string; onlyNew?: boolean }

/** An entry that must be there, with this document and due at this time if they are given. */
export type RequiredEntry = { group: string; id: string; document?: unknown; due?: number }

/**
 * Documents are in groups; ids order the entries of a group. `testing/entry-store/entry-store-port.ts` tests this contract for every
 * adapter. Every method throws `StoreUnavailable` while the store cannot be reached; then it is unknown whether a change was made.
 */
export type EntryStore = {
  load(group: string, id: string): Promise<Entry | undefined>
  /**
   * Replaces a document by what `update` returns for it; `undefined` removes it. Returns the new one. Concurrent changes of a document are
   * applied one after the other, so `update` may be called several times. If it throws, the document stays and the error is passed on.
   * `now` is the time by the clock of the store. `keepMs`: all entries of the group are removed this long after its last such change.
   */
  change(
    group: string,
    id: string,
    update: (document: unknown, now: number) => unknown,
    keepMs?: number,
  ): Promise<unknown>
  /**
   * Stores entries, all or nothing. Returns `false` and changes nothing unless all required entries are there. `keepMs`: as for `change`,
   * of the groups of the entries.
   */
  put(entries: readonly NewEntry[], required?: readonly RequiredEntry[], keepMs?: number): Promise<boolean>
  /** Returns the newest entries by id, newest first, how many there are, and the time by the clock of the store. */
  list(group: string, limit?: number): Promise<{ entries: readonly Entry[]; total: number; now: number }>
  /** Returns the entry that is due first, if it is by `now`. */
  nextDue(group: string, now: number): Promise<Entry | undefined>
  /** Returns the entries with a due time, in the order of their ids. */
  listWaiting(group: string, limit: number): Promise<readonly Entry[]>
  countWaiting(group: string): Promise<number>
  remove(group: string, ids: readonly string[]): Promise<void>
  /** Removes the entries that are due at no time, but for the newest `kept` by id. */
  removeFinished(group: string, kept: number): Promise<void>
  /** Removes all entries of a group; their bytes leave the store. */
  removeGroup(group: string): Promise<void>
  close(): Promise<void>
}
