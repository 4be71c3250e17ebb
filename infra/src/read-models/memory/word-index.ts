import { maxCompared, type IndexedEntry, type Upsert, type WordSearch } from '../read-models.ts'
import { SortedEntries, toIndexedEntry } from './sorted-entries.ts'

/** The words of all documents, sorted, so that the words with a prefix are a range. */
export class WordIndex {
  readonly #entries = new SortedEntries()

  add(upsert: Upsert): void {
    for (const entry of wordEntries(upsert)) this.#entries.add(entry)
  }

  remove(upsert: Upsert): void {
    for (const entry of wordEntries(upsert)) this.#entries.remove(entry)
  }

  /** Returns the ids of documents with the rarest of the words, and whether there are more than `maxCompared`. */
  rarest(prefixes: WordSearch['prefixes']): { ids: string[]; isCut: boolean } {
    const [rarest] = prefixes
      .map((alternatives) => {
        const ranges = alternatives.map((prefix) => this.#rangeOf(prefix))
        return { ranges, count: ranges.reduce((sum, { from, to }) => sum + to - from, 0) }
      })
      .sort((left, right) => left.count - right.count)
    const { ranges = [], count = 0 } = rarest ?? {}
    const entries = ranges.flatMap(({ from, to }) =>
      this.#entries.slice(from, Math.min(to, from + maxCompared)),
    )
    return { ids: entries.map(({ id }) => id), isCut: count > maxCompared }
  }

  #rangeOf(prefix: string): { from: number; to: number } {
    return {
      from: this.#entries.rankOf(wordEntry('', prefix)),
      to: this.#entries.rankOf(wordEntry('', `${prefix}\uffff`)),
    }
  }
}

/** Returns an entry for each word of a document. */
export const wordEntries = ({ id, words = [] }: Upsert): IndexedEntry[] =>
  words.map((word) => wordEntry(id, word))

const wordEntry = (id: string, word: string) => toIndexedEntry(id, { score: 0, tiebreaker: word })
