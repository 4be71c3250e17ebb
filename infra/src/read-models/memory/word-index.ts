import { maxCompared, type Upsert, type WordSearch } from '../read-models.ts'
import { SortedEntries, type SortedEntry } from './sorted-entries.ts'

/** The words of all documents, sorted, so that the words with a prefix are a range. */
export class WordIndex {
  readonly #entries = new SortedEntries()

  add({ id, words = [] }: Upsert): void {
    for (const word of words) this.#entries.add(toEntry(word, id))
  }

  remove({ id, words = [] }: Upsert): void {
    for (const word of words) this.#entries.remove(toEntry(word, id))
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
      from: this.#entries.rankOf(toEntry(prefix, '')),
      to: this.#entries.rankOf(toEntry(`${prefix}\uffff`, '')),
    }
  }
}

const toEntry = (word: string, id: string): SortedEntry => ({ score: 0, tiebreaker: word, id })
