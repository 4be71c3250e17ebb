import type { EntryStore } from '../entry-store/entry-store.ts'

/**
 * JSON documents about single people, one for each owner and collection. They are kept beside the event log, because they change
 * often and nothing of them may stay once they are removed. Every method throws `StoreUnavailable` while the store cannot be reached;
 * then it is unknown whether a change was made.
 */
export type PersonalDocuments = {
  /** Returns a document as it was stored; `undefined` if there is none. */
  load(owner: string, collection: string): Promise<unknown>
  /** Replaces a document by what `update` returns for it, like `change` of the store; `undefined` removes it. */
  change(owner: string, collection: string, update: (document: unknown) => unknown): Promise<void>
  /** Removes all documents of an owner; their bytes leave the store. */
  removeAll(owner: string): Promise<void>
}

/** The documents of an owner who changes none of them are removed after half a year. */
const keptMs = 180 * 24 * 60 * 60_000

export function personalDocumentsIn(store: EntryStore): PersonalDocuments {
  const groupOf = (owner: string) => `person:${owner}`
  return {
    load: async (owner, collection) => (await store.load(groupOf(owner), collection))?.document,
    change: async (owner, collection, update) =>
      void (await store.change(groupOf(owner), collection, update, keptMs)),
    removeAll: (owner) => store.removeGroup(groupOf(owner)),
  }
}
