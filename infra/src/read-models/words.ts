/** The name of the index of words in scans: a document has an entry for each of its words, whose tiebreaker is the word. */
export const wordsIndex = 'words'

/**
 * Maximum number of documents with the rarest word that a search compares. If more documents have that word, the search also compares this
 * number of documents from the beginning of its order.
 */
export const maxCompared = 2_000
