/**
 * JSON documents about single people, one for each owner and collection. They are kept beside the event log, because they change
 * often and nothing of them may stay once they are removed. `testing/personal-documents/personal-documents-port.ts` tests this
 * contract for every adapter. Every method throws `StoreUnavailable` while the store cannot be reached; then it is unknown
 * whether a change was made.
 */
export type PersonalDocuments = {
  /** Returns a document as it was stored; `undefined` if there is none. */
  load(owner: string, collection: string): Promise<unknown>
  /**
   * Replaces a document by what `update` returns for it; `undefined` removes it. Concurrent changes of a document are applied one
   * after the other, so `update` may be called several times. If it throws, the document stays and the error is passed on.
   */
  change(owner: string, collection: string, update: (document: unknown) => unknown): Promise<void>
  /** Removes all documents of an owner; their bytes leave the store. */
  removeAll(owner: string): Promise<void>
  close(): Promise<void>
}
