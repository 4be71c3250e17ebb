import { splitWords } from '@thirty/contracts/rules/text/search-words.ts'

/** The name of the index of words in scans: a document has an entry for each of its words, whose tiebreaker is the word. */
export const wordsIndex = 'words'

/** How many words of a document a search compares. */
const maxWords = 24

/** How many documents with the rarest prefix a search compares at most. Of more, some are not found. */
export const maxCompared = 2_000

/** Returns the words by which a document with these texts is found. */
export const wordsOf = (texts: readonly string[]): string[] => splitWords(texts.join(' '), maxWords)
