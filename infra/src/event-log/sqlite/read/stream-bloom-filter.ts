const minBits = 2 ** 21
const bitsPerName = 32
const hashCount = 4

/**
 * Recognises streams that certainly have no events, without a query: most commands that create something read a stream
 * that does not exist yet. It is a Bloom filter (Burton Bloom, 1970) with double hashing (Kirsch and Mitzenmacher,
 * 2006). `mightContain` never returns false for a stream with events. It returns true for about one unknown name in a
 * thousand, and for more if there are many more names than `expected`.
 */
export function streamBloomFilter(names: Iterable<string>, expected: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(minBits, expected * bitsPerName)))
  const bits = new Uint32Array(size / 32)

  function add(name: string) {
    let position = hash(name, 0x811c9dc5)
    const step = hash(name, 0x01000193) | 1
    for (let round = 0; round < hashCount; round++, position = (position + step) >>> 0) {
      const bit = position & (size - 1)
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
  }

  for (const name of names) add(name)
  return {
    /** Adds a stream that has events from now on. */
    add,
    /** False when the stream certainly has no events. */
    mightContain(name: string): boolean {
      let position = hash(name, 0x811c9dc5)
      const step = hash(name, 0x01000193) | 1
      for (let round = 0; round < hashCount; round++, position = (position + step) >>> 0) {
        const bit = position & (size - 1)
        if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
      }
      return true
    },
  }
}

export type StreamBloomFilter = ReturnType<typeof streamBloomFilter>

/** FNV-1a over UTF-16 units, with a final mix so that names that differ only in the last character get different bits. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
