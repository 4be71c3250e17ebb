import type { Upsert } from '../read-models.ts'
import { maxCompared, wordsOf } from '../words.ts'

/** Which documents have which words. */
export class WordIndex {
  readonly #idsByWord = new Map<string, Set<string>>()

  constructor(upserts: Iterable<Upsert>) {
    for (const upsert of upserts) this.add(upsert)
  }

  add({ id, texts = [] }: Upsert): void {
    for (const word of wordsOf(texts)) {
      const ids = this.#idsByWord.get(word)
      if (ids) ids.add(id)
      else this.#idsByWord.set(word, new Set([id]))
    }
  }

  remove({ id, texts = [] }: Upsert): void {
    for (const word of wordsOf(texts)) {
      const ids = this.#idsByWord.get(word)
      if (ids?.delete(id) && ids.size === 0) this.#idsByWord.delete(word)
    }
  }

  /** Returns the ids of the documents with a word for each prefix that begins with it. */
  search(prefixes: readonly string[]): string[] {
    const [rarest = [], ...others] = prefixes
      .map((prefix) => this.#idsWith(prefix))
      .sort((left, right) => left.size - right.size)
    return [...rarest].slice(0, maxCompared).filter((id) => others.every((ids) => ids.has(id)))
  }

  #idsWith(prefix: string): Set<string> {
    const found = new Set<string>()
    for (const [word, ids] of this.#idsByWord)
      if (word.startsWith(prefix)) for (const id of ids) found.add(id)
    return found
  }
}
