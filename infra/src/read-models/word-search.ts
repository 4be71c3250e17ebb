// What the stores in memory and in Redis must do alike when they search by words: a name and a limit. The search itself is in
// `memory/indexed-documents.ts` and `redis/queries.ts`.

/** `scanIndex` lists the words of all documents under this name. Each entry is one word of one document, as its `tiebreaker`. */
export const wordsIndex = 'words'

/**
 * A search looks at the documents with its rarest word, this many at most. If there are more, it also looks at the first so many documents
 * in the order of the search.
 */
export const maxCompared = 2_000
