import type { EntryStore } from '../entry-store/entry-store.ts'

export type PersonalDocuments = ReturnType<typeof personalDocumentsIn>

/** The documents of an owner who changes none of them are removed after half a year. */
const personalDocumentsKeptMs = 180 * 24 * 60 * 60_000

/**
 * JSON documents about single people, one for each owner and collection. They are kept beside the event log, because they change
 * often and no trace of them may stay once they are removed. Every method throws `StoreUnavailable` while the store cannot be reached;
 * then it is unknown whether a change was made.
 */
export function personalDocumentsIn(store: EntryStore) {
  const groupOf = (owner: string) => `person:${owner}`
  return {
    /** Returns a document as it was stored; `undefined` if there is none. */
    load: async (owner: string, collection: string): Promise<unknown> =>
      (await store.load(groupOf(owner), collection))?.document,
    /** Replaces a document by what `update` returns for it, and returns that, like `change` of the store; `undefined` removes it. */
    change: (owner: string, collection: string, update: (document: unknown) => unknown): Promise<unknown> =>
      store.change(groupOf(owner), collection, update, personalDocumentsKeptMs),
    /** Removes all documents of an owner; their bytes leave the store. */
    removeAll: (owner: string) => store.removeGroup(groupOf(owner)),
  }
}
