/** The name of the index of words in scans: a document has an entry for each of its words, whose tiebreaker is the word. */
export const wordsIndex = 'words'

/**
 * How many documents with the rarest word a search compares at most. If more have it, it also compares as many that come first in the
 * order of the search.
 */
export const maxCompared = 2_000
